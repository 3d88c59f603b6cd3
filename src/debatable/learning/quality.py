"""Argument quality: how often a premise beats the others of its claim, in three dimensions.

Dumani and Schenkel 2020 (Touché), 2.3. The published classifiers see six vectors of a pair of premises: of each
premise the sum, the absolute difference and the product with the vector of the claim. A logistic regression
over them that is trained on every pair in both orders weights the two premises alike with opposite signs, so

    P(p1 beats p2 | c) = 1 / (1 + exp(f(p2, c) - f(p1, c))),   f(p, c) = w · [p + c, |p - c|, p ∘ c],

and one score a premise decides all pairs: a claim of n premises costs n log n, not n².
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources

import numpy as np

from debatable.arrays import Floats, Matrix, Rows, VectorRows, Vectors
from debatable.errors import InputError
from debatable.learning.pair_reader import LearnedModel
from debatable.literals import LITERALS
from debatable.naming import Table
from debatable.progress import Step

DIMENSIONS = ("cogency", "reasonableness", "effectiveness")
"""Logical, dialectical and rhetorical quality (Wachsmuth et al. 2017)."""
CHUNK = 1 << 13


@dataclass(frozen=True, slots=True)
class QualityModel:
    """Scores premises of a claim in the three dimensions.

    Attributes:
        encoder: Name of the encoder whose vectors it reads.
        weights: Of the sum, the absolute difference and the product, for each dimension; float32 (3, 3 d).
    """

    encoder: str
    weights: Matrix = field(repr=False, compare=False)

    @property
    def dimensions(self) -> int:
        """Of the vectors it reads."""
        return int(self.weights.shape[1]) // 3

    def score(self, claims: Matrix, premises: Matrix) -> Matrix:
        """Returns f(p, c) of premises (n, d) in the three dimensions; claims are one a premise, or one for all."""
        for matrix in (claims, premises):
            if matrix.shape[-1] != self.dimensions:
                what = f"reads vectors of {self.dimensions} dimensions, these have {matrix.shape[-1]}"
                raise InputError(f"the quality model {what}", todo=f"encode with {self.encoder}")
        # Summed in double and rounded, so that equal premises tie wherever they stand in a matrix.
        features = pair_features(np.atleast_2d(claims), premises).astype(np.float64)
        return np.asarray(features @ self.weights.T.astype(np.float64), np.float32)

    def dcf(self, claim: Matrix, premises: Matrix) -> Matrix:
        """Returns how many of the other premises of a claim each one beats; a tie counts one half.

        Args:
            claim: Vector of the claim, (d,).
            premises: Vectors of its premises, (n, d).

        Returns:
            Float32 (n, 3), one column a dimension.
        """
        rows = np.arange(len(premises))
        return self.dcf_of_links(np.atleast_2d(claim), premises, np.zeros_like(rows), rows)

    def dcf_of_links(
        self,
        claims: VectorRows,
        premises: VectorRows,
        claim_rows: Rows,
        premise_rows: Rows,
        progress: Step | None = None,
    ) -> Matrix:
        """Returns the DCFs of many links at once, exact for claims of any size.

        A premise is compared with the other links of its claim. Beside the result, memory stays within some
        ten thousand rows whatever the size, so the matrices may be memory-mapped.

        Args:
            claims: Vectors of all claims.
            premises: Vectors of all premises.
            claim_rows: Row of the claim of each link; links of claim -1 (none) get 0.
            premise_rows: Row of the premise of each link.
            progress: Called with the number of links done, and of all.

        Returns:
            Float32 (links, 3).
        """
        if len(claim_rows) != len(premise_rows):
            what = f"{len(claim_rows)} claims for {len(premise_rows)} premises"
            raise InputError(what, todo="give one for each")
        scores = np.zeros((len(claim_rows), len(DIMENSIONS)), np.float32)
        linked = np.flatnonzero(np.asarray(claim_rows) >= 0)
        for start in range(0, len(linked), CHUNK):
            part = linked[start : start + CHUNK]
            scores[part] = self.score(claims[claim_rows[part]], premises[premise_rows[part]])
            if progress is not None:
                progress(start + len(part), len(linked))
        result = np.zeros_like(scores)
        for dimension in range(len(DIMENSIONS)):
            result[linked, dimension] = wins(scores[linked, dimension], np.asarray(claim_rows)[linked])
        return result


def shares_beaten(dcf: Matrix, claim_rows: Rows) -> Matrix:
    """Returns the DCFs as shares of the rivals: comparable between claims of many premises and of few.

    A premise alone with its claim gets one half, as in a tie.

    Args:
        dcf: How many others of its claim each link beats, one column a dimension.
        claim_rows: Row of the claim of each link; links of claim -1 (none) get 0.

    >>> shares_beaten(np.array([[2.0], [1.0], [0.0], [0.0], [0.0]], np.float32), np.array([0, 0, 0, 1, -1])).tolist()
    [[1.0], [0.5], [0.0], [0.5], [0.0]]
    """
    linked = np.asarray(claim_rows) >= 0
    rivals = np.zeros(len(dcf), np.float32)
    rivals[linked] = np.bincount(claim_rows[linked])[claim_rows[linked]] - 1
    shares = np.asarray(dcf / np.maximum(rivals, 1)[:, None], np.float32)
    shares[linked & (rivals == 0)] = 0.5
    return shares


def pair_features(claims: Matrix, premises: Matrix) -> Matrix:
    """Returns sum, absolute difference and product of premise and claim, side by side (001, 2.3).

    >>> pair_features(np.array([[1, 2]], np.float32), np.array([[3, 1]], np.float32)).tolist()
    [[4.0, 3.0, 2.0, 1.0, 3.0, 2.0]]
    """
    return np.hstack([premises + claims, np.abs(premises - claims), premises * claims])


def wins(scores: Vectors, group: Rows) -> Floats:
    """Counts for every score how many others of its group it beats; a tie counts one half.

    >>> wins(np.array([0.5, 2.0, 0.5, 9.0]), np.array([7, 7, 7, 8])).tolist()
    [0.5, 2.0, 0.5, 0.0]
    """
    if not len(scores):
        return np.zeros(0)
    order = np.lexsort((scores, group))
    place = np.arange(len(order))
    new_group = np.diff(group[order], prepend=group[order[0]] - 1) != 0
    new_value = new_group | (np.diff(scores[order], prepend=np.nan) != 0)
    first_of_group = np.maximum.accumulate(np.where(new_group, place, 0))
    first_of_value = np.maximum.accumulate(np.where(new_value, place, 0))
    tied = np.bincount(np.cumsum(new_value) - 1)[np.cumsum(new_value) - 1]
    counts = np.empty(len(order))
    counts[order] = first_of_value - first_of_group + (tied - 1) / 2
    return counts


@dataclass(frozen=True, slots=True)
class LearnedQuality(LearnedModel):
    """A model that reads a premise alone; nothing is loaded before the first use."""

    def __call__(self, premises: Sequence[str]) -> Floats:
        """Returns a score for every premise; of two, the one with the higher score convinces more people."""
        return self.reader.head("quality", premises)


@cache
def _dagstuhl() -> QualityModel:
    """Reads the bundled model, trained on Dagstuhl-15512 for the bundled encoder."""
    source = resources.files("debatable.learning") / "models" / "quality.npz"
    with source.open("rb") as file, LITERALS, np.load(file, allow_pickle=False) as arrays:
        return QualityModel(str(arrays["encoder"]), arrays["weights"].astype(np.float32))


QUALITIES = Table[QualityModel]("quality model", lambda: {"dagstuhl": _dagstuhl()}, base=QualityModel)
"""Quality models by name, read when one is first asked for."""


def quality(name: str | QualityModel = "dagstuhl") -> QualityModel:
    """Returns a quality model by its name; the bundled one without.

    >>> quality()
    QualityModel(encoder='all-MiniLM-L6-v2')
    """
    return QUALITIES.parse(name)
