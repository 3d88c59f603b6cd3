"""The first step of every two-step method: the claims most similar to the query, with P(c|q)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from debatable.corpus.links import Ints
from debatable.errors import InputError, UnknownNameError
from debatable.ranking.calibration import Floats, calibrated
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.nearest import cosines, nearest, query_vector

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
        source: ``lexical``, ``dense`` (cosine of the vectors), or ``hybrid``: both, each divided by its best;
            the lexical one alone where the index has no vectors.
        similarity: The lexical similarity.
        K: How many claims.
        calibration: How scores become probabilities.
        temperature: Of the calibration.
        share: Weight of the lexical similarity in the hybrid one.
    """

    source: str = "lexical"
    similarity: str = "DFR(Ine,B,Z(0.3))"
    K: int = 20
    calibration: str = "sum"
    temperature: float = 0.2
    share: float = 0.2

    def __call__(
        self, query: str, index: ArgumentIndex, kind: Literal["claims", "premises"] = "claims"
    ) -> Found:
        """Returns the rows found among claims (or premises), by falling probability, ties by row."""
        if self.K < 1:
            raise InputError(f"K is {self.K}", todo="ask for at least one claim")
        match self.source:
            case "hybrid" if index.has_vectors:
                return self._hybrid(query, index, kind)
            case "lexical" | "hybrid":
                return self._found(*self._lexical(query, index, kind))
            case "dense":
                return self._found(*self._dense(query, index, kind))
            case _:
                raise UnknownNameError("claim step", self.source, ["lexical", "dense", "hybrid"])

    def _lexical(self, query: str, index: ArgumentIndex, kind: str) -> tuple[Ints, Floats]:
        postings = index.claims if kind == "claims" else index.premises
        hits = postings.search(index.tokens(query), similarity=self.similarity, k=self.K)
        return np.array([row for row, _ in hits], np.int64), np.array([score for _, score in hits])

    def _dense(self, query: str, index: ArgumentIndex, kind: str) -> tuple[Ints, Floats]:
        vectors = index.claim_vectors if kind == "claims" else index.premise_vectors
        return nearest(vectors, query_vector(index, query), self.K)

    def match(self, query: str, index: ArgumentIndex, rows: Ints, kind: str) -> Floats:
        """Returns how similar some claims or premises are to the query, by words, vectors or both."""
        share = {"lexical": 1.0, "dense": 0.0}.get(self.source, self.share) if index.has_vectors else 1.0
        scores = np.zeros(len(rows))
        if share > 0:
            postings = index.claims if kind == "claims" else index.premises
            lexical = postings.score(index.tokens(query), rows, similarity=self.similarity)
            scores = scores + share * scaled(lexical)
        if share < 1:
            vectors = index.claim_vectors if kind == "claims" else index.premise_vectors
            scores = scores + (1.0 - share) * scaled(cosines(vectors, query_vector(index, query), rows))
        return scores

    def _hybrid(self, query: str, index: ArgumentIndex, kind: str) -> Found:
        rows = np.union1d(self._lexical(query, index, kind)[0], self._dense(query, index, kind)[0])
        scores = self.match(query, index, rows, kind)
        order = np.lexsort((rows, -scores))[: self.K]
        return self._found(rows[order], scores[order])

    def _found(self, rows: Ints, scores: Floats) -> Found:
        return Found(rows, calibrated(scores, self.calibration, self.temperature))


def scaled(scores: Floats) -> Floats:
    """Divides scores by the best one, so that those of different similarities can be added.

    >>> scaled(np.array([1.0, 4.0])).tolist()
    [0.25, 1.0]
    """
    top = scores.max(initial=0.0)
    return scores / top if top > 0 else scores
