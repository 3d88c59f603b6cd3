"""The first step of every two-step method: the claims most similar to the query, with P(c|q), read or unread."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Protocol

import numpy as np

from debatable.arrays import Bools, Floats, Ints, union
from debatable.errors import InputError
from debatable.learning import RelevanceModel
from debatable.naming import Table, check_fields, check_range
from debatable.ranking.formulas.calibration import calibrated, checked_calibration
from debatable.ranking.protocol import Backend, Kind, Question, Ranked


@dataclass(frozen=True, slots=True)
class Found:
    """Rows with their probabilities, best first."""

    rows: Ints
    probability: Floats

    def __len__(self) -> int:
        """How many were found."""
        return len(self.rows)

    def take(self, kept: Bools) -> Found:
        """Returns some of the rows."""
        return Found(self.rows[kept], self.probability[kept])

    def times(self, share: float) -> Found:
        """Returns the same rows with a share of the probability."""
        return Found(self.rows, self.probability * share)

    def sharpened(self, exponent: float, rows: Bools) -> Found:
        """Returns the same rows, of which some have powers of their probabilities that sum to what they had.

        >>> found = Found(np.array([5, 7, 8]), np.array([0.2, 0.6, 0.2]))
        >>> found.sharpened(2, np.array([False, True, True])).probability.round(2).tolist()
        [0.2, 0.72, 0.08]
        """
        powers = np.where(rows, self.probability**exponent, 0.0)
        z = powers.sum()
        if z == 0:
            return self
        mass = self.probability[rows].sum()
        return Found(self.rows, np.where(rows, powers * (mass / z), self.probability))


NOTHING = Found(np.zeros(0, np.int64), np.zeros(0))


class ClaimStep(Protocol):
    """Finds claims (or premises) that are similar to the query, and says how probably the user wants each.

    Attributes:
        K: How many claims.
        similarity: Of words, for what is found by words alone.
        by_words: Whether vectors play no part.
    """

    @property
    def K(self) -> int:  # noqa: N802 (the symbol of the paper)
        """How many claims are found."""

    @property
    def similarity(self) -> str:
        """The similarity of words."""

    @property
    def by_words(self) -> bool:
        """Whether vectors play no part."""

    def __call__(self, question: Question, backend: Backend, kind: Kind = "claims", times: int = 1) -> Found:
        """Returns K (or several times as many) rows by falling probability, ties by row."""

    def match(self, question: Question, backend: Backend, kind: Kind, rows: Ints) -> Floats:
        """Returns how similar given claims or premises are to the query; the best of them has 1."""

    def calibrated(self, scores: Floats) -> Floats:
        """Turns similarities into probabilities that sum to one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """What all claim steps have in common.

    Attributes:
        similarity: The lexical similarity.
        K: How many claims.
        calibration: How scores become probabilities: ``sum``, ``softmax`` or ``rank``.
        temperature: Of the calibration; the smaller, the more the best claims get.
    """

    similarity: str = "DFR(Ine,B,Z(0.3))"
    K: int = 20
    calibration: str = "sum"
    temperature: float = 0.2

    def __post_init__(self) -> None:
        """Checks the parameters."""
        check_fields(self)
        check_range(self, "K", least=1, todo="ask for at least one claim")
        checked_calibration(self.calibration, self.temperature)

    def calibrated(self, scores: Floats) -> Floats:
        """Turns similarities into probabilities that sum to one."""
        return calibrated(scores, self.calibration, self.temperature)

    def _found(self, ranked: Ranked) -> Found:
        return Found(ranked.rows, self.calibrated(ranked.scores))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexical(_Step):
    """Claims by their words."""

    by_words: ClassVar[bool] = True

    def __call__(self, question: Question, backend: Backend, kind: Kind = "claims", times: int = 1) -> Found:
        """Returns the rows with the best lexical score."""
        return self._found(backend.search(kind, question.tokens, self.similarity, times * self.K))

    def match(self, question: Question, backend: Backend, kind: Kind, rows: Ints) -> Floats:
        """Returns the lexical score over the best one."""
        return scaled(backend.score(kind, question.tokens, rows, self.similarity))


@dataclass(frozen=True, slots=True, kw_only=True)
class Dense(_Step):
    """Claims by the cosine of their vectors."""

    by_words: ClassVar[bool] = False

    def __call__(self, question: Question, backend: Backend, kind: Kind = "claims", times: int = 1) -> Found:
        """Returns the nearest rows."""
        return self._found(backend.nearest(kind, question.vector, times * self.K))

    def match(self, question: Question, backend: Backend, kind: Kind, rows: Ints) -> Floats:
        """Returns the cosine over the best one; words where there are no vectors."""
        if not backend.has_vectors:
            return scaled(backend.score(kind, question.tokens, rows, self.similarity))
        return scaled(backend.cosines(kind, question.vector, rows))


@dataclass(frozen=True, slots=True, kw_only=True)
class Hybrid(_Step):
    """Claims by words and vectors, each divided by its best; by words alone where there are no vectors.

    Attributes:
        share: Weight of the words.
    """

    share: float = 0.2
    by_words: ClassVar[bool] = False

    def __post_init__(self) -> None:
        """Checks the parameters."""
        _Step.__post_init__(self)
        if not 0 <= self.share <= 1:
            raise InputError(f"the share of words is {self.share}", todo="give a weight from 0 to 1")

    def __call__(self, question: Question, backend: Backend, kind: Kind = "claims", times: int = 1) -> Found:
        """Returns the best of those found by words and those found by vectors."""
        words = backend.search(kind, question.tokens, self.similarity, times * self.K)
        if not backend.has_vectors:
            return self._found(words)
        near = backend.nearest(kind, question.vector, times * self.K)
        rows = union(words.rows, near.rows)
        scores = self.match(question, backend, kind, rows)
        order = np.lexsort((rows, -scores))[: times * self.K]
        return self._found(Ranked(rows[order], scores[order]))

    def match(self, question: Question, backend: Backend, kind: Kind, rows: Ints) -> Floats:
        """Returns the weighted sum of both."""
        share = self.share if backend.has_vectors else 1.0
        scores = np.zeros(len(rows))
        if share > 0:
            scores = scores + share * scaled(backend.score(kind, question.tokens, rows, self.similarity))
        if share < 1:
            scores = scores + (1.0 - share) * scaled(backend.cosines(kind, question.vector, rows))
        return scores


CLAIM_STEPS: Table[ClaimStep] = Table(
    "claim step", {"lexical": Lexical(), "dense": Dense(), "hybrid": Hybrid()}
)
"""Where P(c|q) comes from, by name."""


def scaled(scores: Floats) -> Floats:
    """Divides scores by the best one, so that those of different similarities can be added.

    >>> scaled(np.array([1.0, 4.0])).tolist()
    [0.25, 1.0]
    """
    top = scores.max(initial=0.0)
    return scores / top if top > 0 else scores


def rerank_claims(
    model: RelevanceModel, question: Question, backend: Backend, claims: Found, most: int, relevant: float
) -> Found:
    """Moves probability away from claims that a model takes for irrelevant.

    Each is multiplied by the square of P(relevant) over `relevant`, at most 1: claims that belong to the debate, which
    may be worded in several ways, keep their proportions. Those that were not read count as the median of those read.

    Args:
        model: Reads query and claim together.
        question: The query.
        backend: What is searched.
        claims: The claims found, with probabilities.
        most: How many are read at most, the most probable.
        relevant: P(relevant) from which a claim loses nothing.
    """
    order = np.lexsort((claims.rows, -claims.probability))
    texts = backend.texts("claims", claims.rows[order[:most]])
    read = question.read(texts, partial(model, question.text))
    if not len(read):
        return claims
    kept = np.minimum(read / relevant, 1.0) ** 2
    factor = np.full(len(claims), np.median(kept))
    factor[order[: len(kept)]] = kept
    weights = claims.probability * factor
    if not weights.sum() > 0:
        return claims
    order = np.lexsort((claims.rows, -weights))
    return Found(claims.rows[order], weights[order] * (claims.probability.sum() / weights.sum()))
