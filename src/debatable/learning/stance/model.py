"""Stance models: the probability that two statements take the same side."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations_with_replacement
from typing import Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Floats, log_odds, sigmoid
from debatable.learning.card import read_card
from debatable.learning.pair_reader import LearnedModel, model_folder, model_path
from debatable.learning.stance.polarity import EVIDENCE, Polarity, polarity
from debatable.naming import Table
from debatable.text import looks_english

HEAD = "stance"
GROUNDS = tuple(f"{one}/{other}" for one, other in combinations_with_replacement(EVIDENCE, 2))
"""What the signs of two statements can rest on together."""
FEATURES = ("bias", *GROUNDS, "overlap")
"""Features of a pair of statements."""


@runtime_checkable
class StanceModel(Protocol):
    """Gives the probability that claims take the same side as a query."""

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns P(query and claim have the same stance) for every claim."""
        ...


@runtime_checkable
class LoadedModel(Protocol):
    """A model that takes a while to load."""

    def begin(self) -> None:
        """Begins to load it in the background."""
        ...


@runtime_checkable
class EvidenceModel(Protocol):
    """A stance model that reads two texts together and returns log-odds, so that evidence adds up."""

    @property
    def fingerprint(self) -> str:
        """Hash over everything that determines what it reads, so that readings can be stored."""
        ...

    def reads(self, text: str) -> bool:
        """Returns whether a text is in a language that the model was trained on."""
        ...

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns for every pair the log-odds that the second, a claim or a query, takes the side of the first."""
        ...

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query."""
        ...

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns the same from word lists alone, for more premises than can be read."""
        ...


@dataclass(frozen=True, slots=True)
class AlwaysSame:
    """Takes every claim to be on the query's side, as an engine without a stance model does."""

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns 1 for every claim."""
        return np.ones(len(claims))


@dataclass(frozen=True, slots=True)
class PolarityStance:
    """Compares the polarities of two statements towards what they share; logistic weights calibrate it.

    Attributes:
        floor: Smallest probability ever given to either side, so that no claim is lost for good.

    >>> same = PolarityStance()("Ban zoos", ["Zoos should be closed", "Zoos should be allowed"])
    >>> (same > 0.5).tolist()
    [True, False]
    """

    floor: float = 0.02

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns P(same stance) for every claim."""
        return np.clip(sigmoid(features(query, claims) @ _weights()), self.floor, 1 - self.floor)


@dataclass(frozen=True, slots=True)
class LearnedStance(LearnedModel):
    """A cross-encoder, beside the word lists; nothing is loaded before the first use.

    It was trained to read a topic first, then a statement about it. A claim of the corpus is the topic of a query; a
    query is the topic of a premise. Between two claims the word lists count as well: they are the better judge of
    plain wordings, the model of all others.

    Attributes:
        ahead: Name of the model that read the claims of an index ahead, with each other; itself where empty.
        read: Weight of the model's log-odds.
        words: Weight of the word lists' log-odds.
        bound: Largest absolute log-odds that one reading can have.
    """

    model: str = "stance"
    ahead: str = ""
    read: float = 1.0
    words: float = 0.3
    bound: float = 4.0

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns P(same stance) for every claim."""
        return sigmoid(self.logits(query, claims))

    @property
    def fingerprint(self) -> str:
        """Hash over the model of relations between claims and the weights of evidence; no model is loaded for it."""
        card = read_card(model_folder(self.ahead or self.model))
        parts = (card.reads_as, card.weights_sha256, self.read, self.words, self.bound)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def reads(self, text: str) -> bool:
        """Returns whether a text is English, the language of the training data."""
        return looks_english(text)

    def logits(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns for every claim the log-odds that the query takes its side."""
        return self.read * self._read(claims, [query] * len(claims)) + self.skimmed(query, claims)

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns for every pair the log-odds that the second takes the side of the first."""
        by_words = [_by_words(other, [claim])[0] for claim, other in zip(claims, others, strict=True)]
        return self.read * self._read(claims, others) + self.words * np.array(by_words)

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query, as the model reads it."""
        return self._read([query] * len(premises), premises)

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query, by the word lists."""
        return self.words * _by_words(query, premises)

    def _read(self, firsts: Sequence[str], seconds: Sequence[str]) -> Floats:
        return np.clip(self.reader.log_odds(HEAD, firsts, seconds), -self.bound, self.bound)


def _by_words(query: str, claims: Sequence[str]) -> Floats:
    return log_odds(PolarityStance()(query, claims))


def features(query: str, claims: Sequence[str]) -> Floats:
    """Returns one row of ``FEATURES`` a claim.

    A feature named for two kinds of evidence is the product of the two signs where they rest on these, else 0;
    overlap is that product times the share of the subject's words that the two have in common.
    """
    asked = polarity(query)
    rows = np.zeros((len(claims), len(FEATURES)))
    rows[:, 0] = 1
    for row, claim in zip(rows, map(polarity, claims), strict=True):
        shared = asked.stems & claim.stems
        sign = asked.sign * claim.sign * _relation(asked, claim, shared)
        row[_COLUMN[asked.evidence, claim.evidence]] = sign
        row[-1] = sign * len(shared) / max(1, min(len(asked.stems), len(claim.stems)))
    return rows


_COLUMN = {
    pair: column
    for column, (one, other) in enumerate(combinations_with_replacement(EVIDENCE, 2), 1)
    for pair in ((one, other), (other, one))
}


def _relation(asked: Polarity, claim: Polarity, shared: frozenset[str]) -> int:
    """Returns -1 where a comparison has its sides swapped or the two name opposite ends of a scale."""
    sign = 1
    if asked.worse or claim.worse:
        agreement = sum(1 if (stem in asked.worse) == (stem in claim.worse) else -1 for stem in shared)
        sign = -1 if agreement < 0 else 1
    for scale, end in asked.ends - claim.ends if claim.ends else ():
        opposite = (scale, -end)
        if opposite in claim.ends and opposite not in asked.ends and (scale, end) not in claim.ends:
            sign = -sign
    return sign


@cache
def _weights() -> Floats:
    """Reads the weights that tools/calibrate_stance.py wrote."""
    source = resources.files("debatable.learning.stance") / "models" / "stance-polarity.json"
    weights = json.loads(source.read_text(encoding="utf-8"))["weights"]
    return np.array([weights[name] for name in FEATURES])


def _of_folder(name: str) -> StanceModel | None:
    path = model_path(name, HEAD)
    return None if path is None else LearnedStance(path)


STANCES = Table[StanceModel](
    "stance model",
    {"learned": LearnedStance(), "none": AlwaysSame(), "polarity": PolarityStance()},
    otherwise=_of_folder,
)
"""Stance models by name; a path is that of a model folder."""


def stance(name: str | StanceModel = "polarity") -> StanceModel:
    """Returns a stance model by its name, with parameters where given, or that of a folder.

    >>> stance("polarity(floor=0.1)")
    PolarityStance(floor=0.1)
    """
    return STANCES.parse(name)
