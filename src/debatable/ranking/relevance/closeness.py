"""Is it close? P(a hit speaks to the query), from two models that read both, and from vectors."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, cast

import numpy as np

from debatable.arrays import Floats, Ints, bounded_log_odds, sigmoid
from debatable.errors import InputError
from debatable.learning import LoadedModel
from debatable.learning.relevance import QUESTIONS, RELEVANCES, AlwaysRelevant, QuestionModel, RelevanceModel
from debatable.model import ClosenessLevel
from debatable.naming import Table, check_fields, check_range, named
from debatable.ranking.protocol import ALONE_WORDS, Backend, Kind, Question, Scored, claims_by_premise
from debatable.ranking.relevance.weights import (
    ALONE,
    WITH_CLAIM,
    WITHOUT_VECTORS,
    LowerFloor,
    SameQuestionEstimate,
    Weights,
)
from debatable.text.sentences import both_ends

MOST_LOG_TIMES = 500.0
"""Logarithm up to which the odds of a single claim grow; far beyond every floor, and far from what is no number."""


@dataclass(frozen=True, slots=True)
class Closeness:
    """Says how probably ranked premises speak to the query.

    The claims that a premise was reached through are read with the query; of a premise without a claim, itself.

    Attributes:
        model: Reads query and text together: is one relevant to the other?
        floor: Probability below which a premise is not close.
        same: Reads them as well: are both about one question? What was read for the side is not read again.
        estimate: For claims that need not be read by it, since others were; None reads the claims of all hits.
        lower: The floor of what is near but not close; without it, what is not close is not shown.
        sure: Probability from which on the best hit is close, however little the query resembles the corpus.
        read: Texts that are read with the query at most, those of the best hits; for others there are their vectors.
        model_words: Words of a premise that the first model reads at most, from its beginning and its end.
        same_words: Words of a premise that the second one reads at most.
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
    estimate: SameQuestionEstimate | None = SameQuestionEstimate()
    lower: LowerFloor | None = LowerFloor()
    sure: float = 0.75
    read: int = 24
    model_words: int = 36
    same_words: int = ALONE_WORDS
    few: int = 100
    chance: float = 1.2
    surest: float = 0.98
    with_claim: Weights = WITH_CLAIM
    alone: Weights = ALONE
    without_vectors: Weights = WITHOUT_VECTORS

    def __post_init__(self) -> None:
        """Takes names for objects and checks the numbers."""
        check_fields(self)
        if not 0 <= self.floor <= 1:
            raise InputError(f"the floor is {self.floor}", todo="give a probability from 0 to 1")
        check_range(self, "surest", least=0, most=1, todo="give a probability from 0 to 1")
        check_range(self, "read", "model_words", "same_words", "few", least=1)

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
        times = max(1.0, claims / self.few)
        exponent = min(self.chance, MOST_LOG_TIMES / max(math.log(times), 1.0))
        odds = self.floor / (1 - self.floor) * math.pow(times, exponent)
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
        """Says how close the best premises are, and from which probability on they are shown."""
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
        return self.relevance(backend, claims, self.evidence(question, backend, premises, claims))

    def relevance(self, backend: Backend, claims: Ints, evidence: Floats) -> Floats:
        """Returns P(relevant) of hits from what is known of each, with the claim it was reached through."""
        odds = self.without_vectors.log_odds(evidence)
        if backend.has_vectors:
            odds = np.where(claims < 0, self.alone.log_odds(evidence), self.with_claim.log_odds(evidence))
        return sigmoid(odds)

    def evidence(self, question: Question, backend: Backend, premises: Ints, claims: Ints) -> Floats:
        """Returns what is known of each hit, one row each: what both models read, cosines of claim and premise."""
        evidence = np.zeros((len(premises), 4))
        linked = claims >= 0
        if backend.has_vectors:
            evidence[linked, 2] = backend.cosines("claims", question.vector, claims[linked])
            evidence[:, 3] = backend.cosines("premises", question.vector, premises)
        asked, keys = _texts(backend, premises, claims, self.read)
        read = _read(self.model, question, _cut(asked, self.model_words))
        of_claims = {key: text for key, text in asked.items() if not key.alone}
        estimated = self.estimate is not None and backend.has_vectors
        same = {} if estimated else self._same(question, of_claims)
        alone = {key: text for key, text in asked.items() if key.alone}
        same |= self._same(question, _cut(alone, self.same_words))
        # Without vectors nothing else speaks for what is further down: it is as close as the least close one read.
        unread = 0.0 if backend.has_vectors else min(read.values(), default=0.0)
        evidence[:, 0] = [read.get(key, unread) for key in keys]
        unread = 0.0 if backend.has_vectors else min(same.values(), default=0.0)
        evidence[:, 1] = [same.get(key, unread) for key in keys]
        if self.estimate is not None and estimated and of_claims:
            in_reach = np.array([key in of_claims for key in keys])
            evidence[in_reach, 1] = self._estimated(
                self.estimate, question, backend, claims[in_reach], evidence[in_reach], of_claims
            )
        return evidence

    def _estimated(
        self,
        estimate: SameQuestionEstimate,
        question: Question,
        backend: Backend,
        claims: Ints,
        evidence: Floats,
        texts: Mapping[_Text, str],
    ) -> Floats:
        """Returns the log-odds of hits with a claim: reads some claims, and others that are near to the floor.

        The first ones are those that were read for the stance, without them that of the first hit.
        """
        rows, place = np.unique(claims, return_inverse=True)
        vectors = backend.vectors("claims", rows)
        near = np.asarray(vectors @ vectors.T, np.float64)
        same, values = np.full(len(rows), np.nan), np.zeros(len(claims))
        was_read = [at for at, row in enumerate(rows.tolist()) if row in question.claims_read]
        wanted = was_read or [int(place[0])]
        while True:
            keys = [_Text(False, int(rows[at])) for at in wanted]
            read = self._same(question, {key: texts[key] for key in keys})
            if not read:  # the time is over
                return values
            same[wanted[: len(read)]] = [*read.values()]
            known = np.flatnonzero(~np.isnan(same))
            nearest = known[np.argmax(near[:, known], axis=1)]
            values = estimate(evidence, same[nearest[place]], near[place, nearest[place]])
            values = np.where(np.isnan(same[place]), values, np.nan_to_num(same[place]))
            relevance = self.relevance(
                backend, claims, np.column_stack([evidence[:, 0], values, evidence[:, 2:]])
            )
            best = np.zeros(len(rows))
            np.maximum.at(best, place, relevance)
            unsure = np.flatnonzero(np.isnan(same) & (best > estimate.low) & (best < estimate.high))
            if len(known) >= estimate.most or not len(unsure):
                return values
            wanted = [int(unsure[np.argmin(np.abs(best[unsure] - self.floor))])]

    def _same(self, question: Question, texts: Mapping[_Text, str]) -> dict[_Text, float]:
        """Returns the log-odds that texts are about the question of the query."""
        same: dict[_Text, float] = {}
        for alone, model in ((False, self.same.of_claims), (True, self.same)):
            same |= _read(model, question, {key: text for key, text in texts.items() if key.alone is alone})
        return same


class _Text(NamedTuple):
    """A text that stands for hits: a premise without a claim, or a claim."""

    alone: bool
    row: int


def _texts(backend: Backend, premises: Ints, claims: Ints, most: int) -> tuple[dict[_Text, str], list[_Text]]:
    """Returns the first texts that stand for hits, and the key of the text of each hit."""
    rows = np.where(claims < 0, premises, claims)
    keys = [_Text(*pair) for pair in zip((claims < 0).tolist(), rows.tolist(), strict=True)]
    first = list(dict.fromkeys(keys))[:most]
    texts: dict[_Text, str] = {}
    for alone, kind in ((False, "claims"), (True, "premises")):
        of_kind = [key for key in first if key.alone is alone]
        found = backend.texts(cast(Kind, kind), np.array([key.row for key in of_kind], np.int64))
        texts |= dict(zip(of_kind, found, strict=True))
    return texts, keys


def _cut(texts: Mapping[_Text, str], words: int) -> dict[_Text, str]:
    """Returns claims as they are, and of premises as much as is read."""
    return {key: both_ends(text, words) if key.alone else text for key, text in texts.items()}


COSINES = Closeness(
    AlwaysRelevant(),
    same=AlwaysRelevant(),
    estimate=None,
    with_claim=Weights(bias=-5.9, read=0.0, same=0.0, claim=8.8, premise=9.1),
    alone=Weights(bias=-4.5, read=0.0, same=0.0, claim=0.0, premise=9.1),
)
"""Reads nothing: the cosines of query, claim and premise alone, fitted on the build half of everyday claims."""

GATES: Table[Closeness] = Table(
    "relevance gate", {"closeness": Closeness(), "cosines": COSINES}, base=Closeness
)
"""Relevance gates by name."""


def _read(
    model: Callable[[str, Sequence[str]], Floats], question: Question, texts: Mapping[_Text, str]
) -> dict[_Text, float]:
    """Returns the log-odds of what a model reads in texts, as many as there is time for; none of them is endless."""
    asked, reading = list(texts.values()), partial(model, question.text)
    needs_time = not isinstance(getattr(model, "__self__", model), AlwaysRelevant)
    probability = question.read(asked, reading) if needs_time else reading(asked)
    return dict(zip(texts, bounded_log_odds(probability).tolist(), strict=False))


def _claims(backend: Backend, premises: Ints, scored: Sequence[Scored]) -> Ints:
    """Returns the claim that each premise was reached through; where a method names none, one it speaks to; else -1."""
    bare = premises[[not hit.claims for hit in scored]]
    spoken_to = claims_by_premise(backend.links("premises", bare)) if len(bare) else {}
    return np.array(
        [next(iter(hit.claims or spoken_to.get(hit.premise, ())), -1) for hit in scored], np.int64
    )
