"""Stance models: the probability that two statements take the same side."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations_with_replacement
from typing import Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Floats, Singles
from debatable.errors import InputError
from debatable.learning.pair_reader import LearnedModel, model_path
from debatable.learning.stance.polarity import EVIDENCE, Polarity, polarity
from debatable.naming import Table
from debatable.text import looks_english

__all__ = [
    "AlwaysSame",
    "EvidenceModel",
    "FEATURES",
    "LearnedStance",
    "LoadedModel",
    "PolarityStance",
    "STANCES",
    "StanceModel",
    "features",
    "stance",
]


@runtime_checkable
class StanceModel(Protocol):
    """Tells whether claims take the same side as a query."""

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns P(query and claim have the same stance) for every claim.

        Args:
            query: The statement that is searched for.
            claims: Statements about the same thing.
            similarity: Cosine of query and each claim, where an encoder has computed it.
        """
        ...


@runtime_checkable
class LoadedModel(Protocol):
    """A model that takes a while to load."""

    def begin(self) -> None:
        """Begins to load it, beside what else is to be done before it is needed."""
        ...


@runtime_checkable
class EvidenceModel(Protocol):
    """A stance model that reads two texts together and says how much speaks for either side, so that it adds up."""

    def reads(self, text: str) -> bool:
        """Says whether a text is in a language that it was taught."""
        ...

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns for every pair the log-odds that the second, a claim or a query, takes the side of the first."""
        ...

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query."""
        ...

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns the same by a look at the words, for more premises than can be read."""
        ...


@dataclass(frozen=True, slots=True)
class AlwaysSame:
    """Takes every claim to be on the query's side, as an engine without a stance model does."""

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns 1 for every claim."""
        return np.ones(len(claims))


GROUNDS = tuple(f"{one}/{other}" for one, other in combinations_with_replacement(EVIDENCE, 2))
"""What the signs of two statements can rest on together."""

FEATURES = ("bias", *GROUNDS, "overlap")
"""What a pair of statements is judged by."""


@dataclass(frozen=True, slots=True)
class PolarityStance:
    """Compares the polarities of two statements towards what they share; logistic weights calibrate it.

    The similarity of an encoder is accepted and not used: its weight came out as zero on every data set.

    Attributes:
        floor: Smallest probability ever given to either side, so that no claim is lost for good.

    >>> same = PolarityStance()("Ban zoos", ["Zoos should be closed", "Zoos should be allowed"])
    >>> (same > 0.5).tolist()
    [True, False]
    """

    floor: float = 0.02

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns P(same stance) for every claim."""
        if similarity is not None and len(similarity) != len(claims):
            raise InputError(
                f"{len(similarity)} similarities for {len(claims)} claims", todo="give one for each"
            )
        logits = features(query, claims) @ _weights()
        return np.clip(1 / (1 + np.exp(-logits)), self.floor, 1 - self.floor)


def features(query: str, claims: Sequence[str]) -> Floats:
    """Returns one row of ``FEATURES`` a claim.

    A feature named for two kinds of evidence is the product of the two signs where they rest on these, else 0;
    overlap is that product times the share of the subject's words that the two have in common.
    """
    asked = polarity(query)
    rows = np.zeros((len(claims), len(FEATURES)))
    rows[:, 0] = 1
    for row, claim in zip(rows, claims, strict=True):
        said = polarity(claim)
        shared = asked.stems & said.stems
        sign = asked.sign * said.sign * _turned(asked, said, shared)
        row[_PLACE[asked.evidence, said.evidence]] = sign
        row[-1] = sign * len(shared) / max(1, min(len(asked.stems), len(said.stems)))
    return rows


_PLACE = {
    pair: place
    for place, (one, other) in enumerate(combinations_with_replacement(EVIDENCE, 2), 1)
    for pair in ((one, other), (other, one))
}


def _turned(asked: Polarity, said: Polarity, shared: frozenset[str]) -> int:
    """Returns -1 where a comparison has its sides swapped or the two name opposite ends of a scale."""
    turned = 1
    if asked.worse or said.worse:
        agreement = sum(1 if (stem in asked.worse) == (stem in said.worse) else -1 for stem in shared)
        turned = -1 if agreement < 0 else 1
    if asked.ends and said.ends:
        for scale, end in asked.ends - said.ends:
            if (
                (scale, -end) in said.ends
                and (scale, -end) not in asked.ends
                and (scale, end) not in said.ends
            ):
                turned = -turned
    return turned


@cache
def _weights() -> Floats:
    """Reads the weights that the calibration wrote."""
    source = resources.files("debatable.learning.stance") / "models" / "stance-polarity.json"
    weights = json.loads(source.read_text(encoding="utf-8"))["weights"]
    return np.array([weights[name] for name in FEATURES])


HEAD = "stance"

BOUND = 4.0
"""Log-odds beyond which a single reading is not believed."""


@dataclass(frozen=True, slots=True)
class LearnedStance(LearnedModel):
    """Asks a reader of pairs; nothing is loaded before the first use.

    It was taught to read a topic first and then what somebody says about it. A claim of the corpus is the topic of
    a query; a query is the topic of a premise. Of two claims, the words that tell a side count as well: where both
    are worded plainly, the word lists are the better reader, and where they are not, the model is.

    Attributes:
        read: How much the model's log-odds count.
        words: How much those of the word lists count beside them.
    """

    model: str = "stance"
    read: float = 1.0
    words: float = 0.3

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns P(same stance) for every claim; the similarity is not used."""
        if similarity is not None and len(similarity) != len(claims):
            raise InputError(
                f"{len(similarity)} similarities for {len(claims)} claims", todo="give one for each"
            )
        return np.asarray(1 / (1 + np.exp(-self.logits(query, claims))))

    def reads(self, text: str) -> bool:
        """Says whether a text is English, which it was taught on."""
        return looks_english(text)

    def logits(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns for every claim the log-odds that the query takes its side."""
        return self.read * self._read(claims, [query] * len(claims)) + self.words * _worded(query, claims)

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns for every pair the log-odds that the second takes the side of the first."""
        worded = [float(_worded(other, [claim])[0]) for claim, other in zip(claims, others, strict=True)]
        return self.read * self._read(claims, others) + self.words * np.array(worded)

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query, as the model reads it."""
        return self._read([query] * len(premises), premises)

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query, as the word lists see it."""
        return self.words * _worded(query, premises)

    def _read(self, firsts: Sequence[str], seconds: Sequence[str]) -> Floats:
        _, head = self.reader.card.head(HEAD)
        return np.clip(head.slope * self.reader.head(HEAD, firsts, seconds) + head.shift, -BOUND, BOUND)


def _worded(query: str, claims: Sequence[str]) -> Floats:
    """Returns the log-odds that the word lists give."""
    same = PolarityStance()(query, claims)
    return np.asarray(np.log(same / (1 - same)))


def _of_folder(name: str) -> StanceModel | None:
    path = model_path(name, HEAD)
    return None if path is None else LearnedStance(path)


STANCES = Table[StanceModel](
    "stance model",
    {"learned": LearnedStance(), "none": AlwaysSame(), "polarity": PolarityStance()},
    otherwise=_of_folder,
)
"""Every stance model by name; a path is that of a model folder."""


def stance(name: str | StanceModel = "polarity") -> StanceModel:
    """Returns a stance model by its name, with parameters where given, or that of a folder.

    >>> stance("polarity(floor=0.1)")
    PolarityStance(floor=0.1)
    """
    return STANCES.parse(name)
