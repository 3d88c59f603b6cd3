"""How specific a query is, and how well premises match it: for specific queries that counts before what most say."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.naming import Table
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.stance.table import StanceStage


@dataclass(frozen=True, slots=True)
class PointMatch:
    """How specific a query is, and how well premises match it.

    Attributes:
        share: From 0 for a query that names a debate to 1 for one that makes a point of its own.
        match: How well each premise matches it; 1 for the best. Empty where the share is 0.
    """

    share: float
    match: Floats


GENERAL = PointMatch(0.0, np.zeros(0))


class Specific(Protocol):
    """A stage that tells specific queries from general ones."""

    def __call__(
        self, stance: StanceStage, question: Question, backend: Backend, claims: Ints, premises: Ints
    ) -> PointMatch:
        """Says how specific a query is, and scores premises by it.

        Args:
            stance: Reads query and premise, where it can.
            question: The query.
            backend: What is searched.
            claims: The claims found.
            premises: The premises found.
        """


@dataclass(frozen=True, slots=True)
class NotSpecific:
    """Takes every query for one that names a debate."""

    def __call__(
        self, stance: StanceStage, question: Question, backend: Backend, claims: Ints, premises: Ints
    ) -> PointMatch:
        """See Specific."""
        return GENERAL


@dataclass(frozen=True, slots=True)
class Specificity:
    """A query is specific as far as premises say more of it than any claim does.

    Where the best premise is nearer to the query than the best claim, the claims leave out what the query says. Its
    share is a logistic function of the difference of the two cosines. Premises are then scored by cosine and words,
    and the best of them by what the stance model reads: one that supports the query makes its point. The same words
    are read as for their sides, so that most of it is read once.

    Attributes:
        middle: Difference of the cosines at which a query is half specific.
        width: How fast its share rises around that.
        words: Weight of the share of the query's words that a premise has, beside the cosine.
        read: How many premises are read at most, those that match best.
        reading: Weight of the log-odds read, beside the cosine.
        sharpness: What a difference of one cosine takes the log of a score down by.
        least: Share below which a query is general.
        read_from: Share below which no premise is read for its point.
        bound: Largest absolute log-odds of a reading.
    """

    middle: float = 0.05
    width: float = 0.03
    words: float = 0.4
    read: int = 10
    reading: float = 0.04
    sharpness: float = 12.0
    least: float = 0.01
    read_from: float = 0.5
    bound: float = 4.0

    def __post_init__(self) -> None:
        """Checks the numbers."""
        for name, value in (("width", self.width), ("sharpness", self.sharpness)):
            if not value > 0:
                raise InputError(f"{name} is {value}", todo="give a number above 0")
        for name in ("words", "read", "reading", "bound"):
            if getattr(self, name) < 0:
                raise InputError(f"{name} is {getattr(self, name)}", todo="give 0 for none")

    def __call__(
        self, stance: StanceStage, question: Question, backend: Backend, claims: Ints, premises: Ints
    ) -> PointMatch:
        """See Specific; without vectors, claims or premises nothing tells how specific a query is."""
        if not backend.has_vectors or not len(claims) or not len(premises):
            return GENERAL
        cosines = backend.cosines("premises", question.vector, premises)
        share = self.share(
            float(cosines.max()), float(backend.cosines("claims", question.vector, claims).max())
        )
        if share == 0.0:
            return GENERAL
        match = cosines + self.words * _covered(question, backend, premises)
        first = np.lexsort((premises, -match))[: self.read]
        if share >= self.read_from:
            texts = backend.texts("premises", premises[first])
            support = question.read(texts, partial(stance.support_log_odds, question))
            match[first[: len(support)]] += self.reading * np.clip(support, -self.bound, self.bound)
        return PointMatch(share, np.exp(self.sharpness * (match - match.max())))

    def share(self, premise: float, claim: float) -> float:
        """Returns how specific a query is whose best premise and best claim have these cosines with it.

        >>> [round(Specificity().share(0.8, claim), 2) for claim in (0.95, 0.75, 0.6)]
        [0.0, 0.5, 0.99]
        """
        share = 1.0 / (1.0 + float(np.exp(np.clip((self.middle - (premise - claim)) / self.width, -50, 50))))
        return 0.0 if share < self.least else share


_MATCH = Specificity()
SPECIFICS: Table[Specific] = Table(
    "way to tell specific queries", {"match": _MATCH, "none": NotSpecific(), "own-point": _MATCH}
)
"""How specific queries are told from general ones, by name; ``own-point`` is an older name of ``match``."""


def _covered(question: Question, backend: Backend, premises: Ints) -> Floats:
    """Returns the share of the query's words that each premise has; a word counts the more the fewer have it."""
    covered, whole = np.zeros(len(premises)), 0.0
    for word in sorted(set(question.tokens)):
        has = backend.score("premises", [word], premises) > 0
        weight = float(np.log1p(len(premises) / (1 + np.count_nonzero(has))))
        covered += weight * has
        whole += weight
    return covered / whole if whole else covered
