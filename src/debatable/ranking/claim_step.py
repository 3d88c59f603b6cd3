"""The first step of every two-step method: the claims most similar to the query, with P(c|q)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from debatable.corpus.links import Ints
from debatable.errors import InputError, UnknownNameError
from debatable.ranking.calibration import Floats, calibrated
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.nearest import nearest

__all__ = ["ClaimStep", "Found", "Source"]

Source = Literal["lexical", "dense", "hybrid"]


@dataclass(frozen=True, slots=True)
class Found:
    """Rows with their probabilities, best first."""

    rows: Ints
    probability: Floats

    def __len__(self) -> int:
        """How many were found."""
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class ClaimStep:
    """Finds K claims and calibrates their similarities to probabilities.

    Attributes:
        source: ``lexical``, ``dense`` (cosine of the vectors), or ``hybrid``: the mean of both probabilities.
        similarity: The lexical similarity.
        K: How many claims.
        calibration: How scores become probabilities.
        temperature: Of the calibration.
        share: Weight of the lexical probability in the hybrid one.
    """

    source: str = "lexical"
    similarity: str = "DFR(Ine,B,Z(0.3))"
    K: int = 20
    calibration: str = "sum"
    temperature: float = 1.0
    share: float = 0.5

    def __call__(
        self, query: str, index: ArgumentIndex, kind: Literal["claims", "premises"] = "claims"
    ) -> Found:
        """Returns the rows found among claims (or premises), by falling probability, ties by row."""
        if self.K < 1:
            raise InputError(f"K is {self.K}", todo="ask for at least one claim")
        match self.source:
            case "lexical":
                return self._lexical(query, index, kind)
            case "dense":
                return self._dense(query, index, kind)
            case "hybrid":
                found = self._lexical(query, index, kind), self._dense(query, index, kind)
                return mixed(*found, self.share if len(found[0]) else 0.0, self.K)
            case _:
                raise UnknownNameError("claim step", self.source, ["lexical", "dense", "hybrid"])

    def _lexical(self, query: str, index: ArgumentIndex, kind: str) -> Found:
        postings = index.claims if kind == "claims" else index.premises
        hits = postings.search(index.tokens(query), similarity=self.similarity, k=self.K)
        return self._found([row for row, _ in hits], [score for _, score in hits])

    def _dense(self, query: str, index: ArgumentIndex, kind: str) -> Found:
        vectors = index.claim_vectors if kind == "claims" else index.premise_vectors
        rows, scores = nearest(vectors, index.encode([query])[0], self.K)
        return self._found(rows, scores)

    def _found(self, rows: list[int] | Ints, scores: list[float] | Floats) -> Found:
        return Found(np.asarray(rows, np.int64), calibrated(scores, self.calibration, self.temperature))


def mixed(one: Found, other: Found, share: float, most: int) -> Found:
    """Mixes two distributions, keeps the most probable rows and lets them sum to one again.

    >>> a, b = Found(np.array([3, 5]), np.array([0.75, 0.25])), Found(np.array([5]), np.array([1.0]))
    >>> both = mixed(a, b, 0.5, 2)
    >>> both.rows.tolist(), both.probability.tolist()
    ([5, 3], [0.625, 0.375])
    """
    rows, place = np.unique(np.concatenate([one.rows, other.rows]), return_inverse=True)
    weights = np.concatenate([share * one.probability, (1.0 - share) * other.probability])
    probability = np.bincount(place, weights=weights, minlength=len(rows))
    order = np.lexsort((rows, -probability))[:most]
    order = order[probability[order] > 0]
    return Found(rows[order], probability[order] / probability[order].sum())
