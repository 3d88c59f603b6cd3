"""How well found clusters match ground-truth clusters: BCubed, adjusted Rand index, V-measure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.evaluation.measures.base import Kind, Measure
from debatable.evaluation.measures.gain import Choices

Labels = Sequence[int] | Sequence[str] | Ints
Part = Literal["f1", "precision", "recall"]


def contingency(found: Labels, truth: Labels) -> Floats:
    """Returns how many items each found cluster shares with each true one.

    >>> contingency(["x", "x", "y"], [0, 1, 1]).tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    if len(found) != len(truth):
        raise InputError(f"{len(found)} found labels for {len(truth)} true ones", todo="label the same items")
    rows = np.unique(np.asarray(found), return_inverse=True)[1]
    columns = np.unique(np.asarray(truth), return_inverse=True)[1]
    if len(rows) == 0:
        return np.zeros((0, 0))
    table = np.zeros((int(rows.max()) + 1, int(columns.max()) + 1))
    np.add.at(table, (rows, columns), 1.0)
    return table


@dataclass(frozen=True, slots=True, repr=False)
class BCubed(Measure):
    """Precision, recall or their harmonic mean, item by item (Bagga and Baldwin 1998; Amigó et al. 2009)."""

    NAME: ClassVar[str] = "BCubed"
    CHOICES: ClassVar[Choices] = {"part": get_args(Part)}
    KIND: ClassVar[Kind] = "partition"
    CUT: ClassVar[bool] = False

    part: Part = "f1"  # ``f1``, ``precision`` or ``recall``

    def __call__(self, found: Labels, truth: Labels) -> float:
        """Computes the measure for one labelling; 1 where there is nothing to label."""
        n = contingency(found, truth)
        if n.size == 0:
            return 1.0
        precision = float((n**2 / n.sum(axis=1, keepdims=True)).sum() / n.sum())
        recall = float((n**2 / n.sum(axis=0, keepdims=True)).sum() / n.sum())
        f1 = 2.0 * precision * recall / (precision + recall)
        return {"f1": f1, "precision": precision, "recall": recall}[self.part]


@dataclass(frozen=True, slots=True, repr=False)
class ARI(Measure):
    """Adjusted Rand index (Hubert and Arabie 1985): 0 by chance, 1 for the same clusters."""

    NAME: ClassVar[str] = "ARI"
    KIND: ClassVar[Kind] = "partition"
    CUT: ClassVar[bool] = False

    def __call__(self, found: Labels, truth: Labels) -> float:
        """Computes the measure for one labelling; 1 where both say the same without a choice."""
        n = contingency(found, truth)
        total = _pairs(np.array([n.sum()]))
        together = _pairs(n)
        rows, columns = _pairs(n.sum(axis=1)), _pairs(n.sum(axis=0))
        expected = rows * columns / total if total else 0.0
        span = (rows + columns) / 2.0 - expected
        return 1.0 if span == 0.0 else (together - expected) / span


def _pairs(counts: Floats) -> float:
    return float((counts * (counts - 1.0) / 2.0).sum())


@dataclass(frozen=True, slots=True, repr=False)
class VMeasure(Measure):
    """Harmonic mean of homogeneity and completeness (Rosenberg and Hirschberg 2007)."""

    NAME: ClassVar[str] = "V"
    KIND: ClassVar[Kind] = "partition"
    CUT: ClassVar[bool] = False

    def __call__(self, found: Labels, truth: Labels) -> float:
        """Computes the measure for one labelling; 1 where there is nothing to label."""
        n = contingency(found, truth)
        if n.size == 0:
            return 1.0
        rows, columns = n.sum(axis=1), n.sum(axis=0)
        h_found, h_truth = _entropy(rows), _entropy(columns)
        mutual = h_found + h_truth - _entropy(n)
        homogeneity = 1.0 if h_truth == 0.0 else mutual / h_truth
        completeness = 1.0 if h_found == 0.0 else mutual / h_found
        both = homogeneity + completeness
        return 0.0 if both <= 1e-15 else 2.0 * homogeneity * completeness / both


def _entropy(counts: Floats) -> float:
    share = counts[counts > 0] / counts.sum()
    return float(-(share * np.log(share)).sum())
