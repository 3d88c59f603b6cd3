"""Does a premise make the query's own point? For specific claims that comes before what most people say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.learning import EvidenceModel, StanceModel
from debatable.naming import Table
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.stance.testimony import beginning

__all__ = ["GENERAL", "SPECIFICS", "NotSpecific", "OwnPoint", "Pointed", "Specific"]

SUREST = 4.0
"""Log-odds of a reading beyond which nothing is added."""

LEAST, WORTH_READING = 0.01, 0.5
"""Shares below which a query is general, and below which no premise is read for its point."""


@dataclass(frozen=True, slots=True)
class Pointed:
    """How specific a query is, and how far premises make its point.

    Attributes:
        share: From 0 for a query that names a debate to 1 for one that makes a point of its own.
        own: How far each premise makes that point; 1 for the best. Empty where the share is 0.
    """

    share: float
    own: Floats


GENERAL = Pointed(0.0, np.zeros(0))


class Specific(Protocol):
    """A stage that tells specific queries from general ones."""

    def __call__(
        self, stance: StanceModel, question: Question, backend: Backend, claims: Ints, premises: Ints
    ) -> Pointed:
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
        self, stance: StanceModel, question: Question, backend: Backend, claims: Ints, premises: Ints
    ) -> Pointed:
        """See Specific."""
        return GENERAL


@dataclass(frozen=True, slots=True)
class OwnPoint:
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
    """

    middle: float = 0.05
    width: float = 0.015
    words: float = 0.4
    read: int = 10
    reading: float = 0.04
    sharpness: float = 12.0

    def __post_init__(self) -> None:
        """Checks the numbers."""
        for name, value in (("width", self.width), ("sharpness", self.sharpness)):
            if not value > 0:
                raise InputError(f"{name} is {value}", todo="give a number above 0")
        for name, value in (("words", self.words), ("read", self.read), ("reading", self.reading)):
            if value < 0:
                raise InputError(f"{name} is {value}", todo="give 0 for none")

    def __call__(
        self, stance: StanceModel, question: Question, backend: Backend, claims: Ints, premises: Ints
    ) -> Pointed:
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
        if share >= WORTH_READING and isinstance(stance, EvidenceModel) and stance.reads(question.text):
            first = np.lexsort((premises, -match))[: self.read]
            texts = [beginning(text) for text in backend.texts("premises", premises[first])]
            odds = np.clip(stance.towards(question.text, texts), -SUREST, SUREST)
            match[first] += self.reading * odds
        return Pointed(share, np.exp(self.sharpness * (match - match.max())))

    def share(self, premise: float, claim: float) -> float:
        """Returns how specific a query is whose best premise and best claim have these cosines with it.

        >>> [round(OwnPoint().share(0.8, claim), 2) for claim in (0.95, 0.75, 0.6)]
        [0.0, 0.5, 1.0]
        """
        share = 1.0 / (1.0 + float(np.exp(np.clip((self.middle - (premise - claim)) / self.width, -50, 50))))
        return 0.0 if share < LEAST else share


SPECIFICS: Table[Specific] = Table(
    "way to tell specific queries", {"own-point": OwnPoint(), "none": NotSpecific()}
)
"""How specific queries are told from general ones, by name."""


def _covered(question: Question, backend: Backend, premises: Ints) -> Floats:
    """Returns the share of the query's words that each premise has; a word counts the more the fewer have it."""
    covered, whole = np.zeros(len(premises)), 0.0
    for word in sorted(set(question.tokens)):
        has = backend.score("premises", [word], premises) > 0
        weight = float(np.log1p(len(premises) / (1 + np.count_nonzero(has))))
        covered += weight * has
        whole += weight
    return covered / whole if whole else covered
