"""Is it close? P(a hit speaks to the query), from two models that read both, and from vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, log_odds, sigmoid
from debatable.errors import InputError
from debatable.learning import LoadedModel
from debatable.learning.relevance import QUESTIONS, RELEVANCES, QuestionModel, RelevanceModel
from debatable.model import ClosenessLevel
from debatable.naming import Table, named, resolve
from debatable.ranking.protocol import Backend, Kind, Question, Scored, claims_by_premise

__all__ = ["GATES", "Closeness", "LowerFloor", "Weights", "best_cosine"]


@dataclass(frozen=True, slots=True)
class Weights:
    """How the log-odds of relevance follow from what is known of a hit.

    Attributes:
        bias: Of all.
        read: Of the log-odds of relevance that were read.
        same: Of the log-odds that both are about one question.
        claim: Of the cosine of query and claim.
        premise: Of the cosine of query and premise.
    """

    bias: float
    read: float
    same: float
    claim: float
    premise: float


# Fitted by tools/calibrate_closeness.py with debates left out; docs/lab/close.md has what they do. ALONE is
# stricter than its fit, as a floor of .7: of ten premises that are read one by one, one is easily taken for close.
WITH_CLAIM = Weights(bias=-2.58, read=0.5, same=0.66, claim=2.0, premise=5.15)
ALONE = Weights(bias=-2.6, read=0.11, same=0.62, claim=0.0, premise=5.6)
WITHOUT_VECTORS = Weights(bias=0.21, read=0.57, same=0.67, claim=0.0, premise=0.0)


@dataclass(frozen=True, slots=True)
class LowerFloor:
    """The probability from which on a premise is near to a query, though it may not be close.

    The nearer the best claim and the best premise of the corpus are to the query, the lower it is: a query in
    unusual words has neighbours, one that is off topic has none. It grows with the number of claims, since of many
    texts one or another is similar to anything.

    Attributes:
        bias: Its log-odds where nothing is similar to the query.
        claim: By how much the cosine of the best claim lowers them.
        premise: By how much the cosine of the best premise does.
        size: By how much they grow with the logarithm of the number of claims.
        few: Claims up to which their number counts for nothing.
        many: Claims from which on more of them count for nothing.
    """

    bias: float = 5.75
    claim: float = 8.0
    premise: float = 12.0
    size: float = 0.65
    few: int = 100
    many: int = 10_000

    def __call__(self, question: Question, backend: Backend) -> float:
        """Returns the probability, 1 where there are no vectors."""
        if not backend.has_vectors:
            return 1.0
        premise = best_cosine(question, backend, "premises")
        claim = best_cosine(question, backend, "claims") if backend.counts.claims else premise
        return self.at(claim, premise, backend.counts.claims)

    def at(self, claim: float, premise: float, claims: int) -> float:
        """Returns the probability.

        Args:
            claim: The cosine of the query and the nearest claim.
            premise: The cosine of the query and the nearest premise.
            claims: How many claims there are.

        >>> [round(LowerFloor().at(cosine, cosine, 80), 2) for cosine in (0.2, 0.3, 0.4, 0.5)]
        [0.85, 0.44, 0.1, 0.01]
        """
        grown = self.size * math.log(min(max(claims, self.few), self.many) / self.few)
        return 1 / (1 + math.exp(self.claim * claim + self.premise * premise - self.bias - grown))


def best_cosine(question: Question, backend: Backend, kind: Kind) -> float:
    """Returns the cosine of the query and the nearest claim or premise, 0 where none is above 0."""
    return float(max(backend.nearest(kind, question.vector, 1).scores, default=0.0))


@dataclass(frozen=True, slots=True)
class Closeness:
    """Says how probably ranked premises speak to the query.

    The claims that a premise was reached through are read with the query; of a premise without a claim, itself.

    Attributes:
        model: Reads query and text together: is one relevant to the other?
        floor: Probability below which a premise is not close.
        same: Reads them as well: are both about one question? What was read for the side is not read again.
        lower: The floor of what is near but not close; without it, what is not close is not shown.
        sure: Probability from which on the best hit is close, however little the query resembles the corpus.
        read: Texts that are read with the query at most, those of the best hits; for others there are their vectors.
        few: Claims up to which a single close claim needs nothing more than the floor.
        chance: Exponent by which the odds that it needs grow with the number of claims beyond.
        surest: Probability that is always enough for it.
        with_claim: Weights for premises that were reached through a claim.
        alone: Weights for premises without a claim.
        without_vectors: Weights where the index has no vectors.
    """

    model: RelevanceModel = named(RELEVANCES, "learned")
    floor: float = 0.4
    same: QuestionModel = named(QUESTIONS, "learned")
    lower: LowerFloor | None = LowerFloor()
    sure: float = 0.75
    read: int = 24
    few: int = 100
    chance: float = 1.2
    surest: float = 0.98
    with_claim: Weights = WITH_CLAIM
    alone: Weights = ALONE
    without_vectors: Weights = WITHOUT_VECTORS

    def __post_init__(self) -> None:
        """Takes names for objects and checks the floor."""
        resolve(self)
        if not 0 <= self.floor <= 1:
            raise InputError(f"the floor is {self.floor}", todo="give a probability from 0 to 1")
        for name in ("read", "few"):
            if getattr(self, name) < 1:
                raise InputError(f"{name} is {getattr(self, name)}", todo="give 1 or more")

    def lone_floor(self, claims: int) -> float:
        """Returns the probability from which a claim is close though no other one is, among so many claims.

        Of many claims one or another looks close to nearly any query, as of many dice one shows a six; that two do is
        rarely chance. So the odds that one alone needs grow with the number of claims.

        >>> closeness = Closeness(floor=0.5)
        >>> [round(closeness.lone_floor(claims), 3) for claims in (1, 100, 1_000, 1_000_000)]
        [0.5, 0.5, 0.941, 0.98]
        """
        if self.floor >= self.surest:
            return self.floor
        odds = self.floor / (1 - self.floor) * math.pow(max(1.0, claims / self.few), self.chance)
        return min(odds / (1 + odds), self.surest)

    def by_chance(self, backend: Backend, scored: Sequence[Scored], relevance: Floats) -> bool:
        """Says whether what is close hangs on one claim alone, which may look close by chance.

        Args:
            backend: What was searched; so many claims there could have looked close.
            scored: The premises.
            relevance: P(relevant) of each.
        """
        premises = np.array([hit.premise for hit in scored], np.int64)
        return self.is_alone(_claims(backend, premises, scored), relevance, backend.counts.claims)

    def is_alone(self, claims: Ints, relevance: Floats, among: int) -> bool:
        """Says whether one claim alone is close, and not so surely that it could not be chance.

        Args:
            claims: The claim that each premise was reached through, -1 for none.
            relevance: P(relevant) of each premise.
            among: How many claims there are.
        """
        near = relevance >= self.floor
        reached = set(claims[near].tolist())
        if len(reached) != 1 or -1 in reached:
            return False
        return float(relevance[near].max()) < self.lone_floor(among)

    def level(
        self, question: Question, backend: Backend, relevance: Floats, *, by_chance: bool = False
    ) -> tuple[ClosenessLevel, float]:
        """Says how close the best premises are, and from which probability on they are shown.

        Args:
            question: The query.
            backend: What was searched.
            relevance: P(relevant) of the premises.
            by_chance: Whether what is close hangs on one claim alone.
        """
        best = float(relevance.max(initial=0.0))
        close = best >= self.floor and not by_chance and len(relevance) > 0
        if self.lower is None or not backend.has_vectors or (close and best >= self.sure):
            return ("close", self.floor) if close else ("none", 1.0)
        lower = self.lower(question, backend)
        if best < lower:
            return "none", 1.0
        return ("close", self.floor) if close else ("nearest", lower)

    def begin(self) -> None:
        """Begins to load the models."""
        for model in (self.model, self.same):
            if isinstance(model, LoadedModel):
                model.begin()

    def __call__(self, question: Question, backend: Backend, scored: Sequence[Scored]) -> Floats:
        """Returns P(relevant) of each premise."""
        if not scored:
            return np.zeros(0)
        premises = np.array([hit.premise for hit in scored], np.int64)
        claims = _claims(backend, premises, scored)
        known = self.evidence(question, backend, premises, claims)
        odds = _odds(self.without_vectors, known)
        if backend.has_vectors:
            odds = np.where(claims < 0, _odds(self.alone, known), _odds(self.with_claim, known))
        return sigmoid(odds)

    def evidence(self, question: Question, backend: Backend, premises: Ints, claims: Ints) -> Floats:
        """Returns what is known of each hit, one row each: what both models read, cosines of claim and premise."""
        found = np.zeros((len(premises), 4))
        linked = claims >= 0
        if backend.has_vectors:
            found[linked, 2] = backend.cosines("claims", question.vector, claims[linked])
            found[:, 3] = backend.cosines("premises", question.vector, premises)
        found[:, :2] = self._read_once(question, backend, premises, claims)
        return found

    def _read_once(self, question: Question, backend: Backend, premises: Ints, claims: Ints) -> Floats:
        """Returns the log-odds of the text that stands for each hit, each text read once."""
        texts = [*zip((claims < 0).tolist(), np.where(claims < 0, premises, claims).tolist(), strict=True)]
        asked = list(dict.fromkeys(texts))[: self.read]
        wanted = {alone: [row for kind, row in asked if kind is alone] for alone in (False, True)}
        of_claims = backend.texts("claims", np.array(wanted[False], np.int64))
        of_premises = backend.texts("premises", np.array(wanted[True], np.int64))
        read = _log_odds(self.model, question, of_claims + of_premises)
        same = _log_odds(self.same.of_claims, question, of_claims)
        same += _log_odds(self.same, question, of_premises)
        keys = [(alone, row) for alone, rows in wanted.items() for row in rows]
        known = dict(zip(keys, zip(read, same, strict=True), strict=True))
        # Without vectors nothing else speaks for what is further down: it is as close as the least close one read.
        unread = (0.0, 0.0) if backend.has_vectors else (min(read), min(same))
        return np.array([known.get(text, unread) for text in texts])


GATES: Table[Closeness] = Table("relevance gate", {"closeness": Closeness()}, base=Closeness)
"""Relevance gates by name."""


def _log_odds(
    model: Callable[[str, Sequence[str]], Floats], question: Question, texts: Sequence[str]
) -> list[float]:
    """Returns the log-odds of what a model reads in texts, none of them endless."""
    if not texts:
        return []
    probability = np.clip(model(question.text, texts), 1e-6, 1 - 1e-6)
    return log_odds(probability).tolist()  # type: ignore[no-any-return]


def _claims(backend: Backend, premises: Ints, scored: Sequence[Scored]) -> Ints:
    """Returns the claim that each premise was reached through; where a method names none, one it speaks to; else -1."""
    bare = premises[[not hit.claims for hit in scored]]
    spoken_to = claims_by_premise(backend.links("premises", bare)) if len(bare) else {}
    return np.array(
        [next(iter(hit.claims or spoken_to.get(hit.premise, ())), -1) for hit in scored], np.int64
    )


def _odds(weights: Weights, known: Floats) -> Floats:
    return np.asarray(
        weights.bias + known @ np.array([weights.read, weights.same, weights.claim, weights.premise])
    )
