"""Task B of Dumani et al. 2020: alpha-nDCG with alpha = 1, where only the first premise of a group gains."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Measure
from debatable.evaluation.measures.condensed import condensed
from debatable.evaluation.measures.gain import Discount, check_choice, normalised
from debatable.evaluation.runs.trec_order import Ranking, ordered

__all__ = ["AlphaNDCG", "novel_gains"]


def novel_gains(clusters: Ints, levels: Floats) -> Floats:
    """Returns rel(g) where a rank is the first of its ground-truth cluster g, else 0.

    >>> novel_gains(np.array([0, 1, 0, -1, 2]), np.array([2.0, 1.0, 1.0]))
    array([2., 1., 0., 0., 1.])
    """
    gains = np.zeros(len(clusters))
    found, first = np.unique(clusters, return_index=True)
    known = found >= 0
    gains[first[known]] = levels[found[known]]
    return gains


@dataclass(frozen=True, slots=True, repr=False)
class AlphaNDCG(Measure):
    """Gain rel(g) for the first premise of a ground-truth cluster g, nothing for those that repeat it.

    The ideal list holds one premise of each cluster by falling relevance (Dumani et al. 2020, 6.2).

    Attributes:
        discount: ``jarvelin`` as in Dumani et al. 2020, ``standard`` as in Fromm et al. 2021.
        condensed: Whether premises nobody judged are taken out of the list first.

    >>> AlphaNDCG(5), AlphaNDCG(10, discount="standard")
    (alpha_nDCG@5, alpha_nDCG(discount=standard)@10)
    """

    NAME: ClassVar[str] = "alpha_nDCG"

    discount: Discount = "jarvelin"
    condensed: bool = False

    def __post_init__(self) -> None:
        """Checks the parameters."""
        Measure.__post_init__(self)
        check_choice("discount", self.discount, ("jarvelin", "standard"))

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        ids = ordered(ranking)
        if self.condensed:
            ids = condensed(ids, judged)
        gains = novel_gains(judged.clusters(ids[: self.k]), judged.levels)
        ideal = np.sort(judged.levels)[::-1][: self.k]
        return normalised(gains, ideal, self.discount)
