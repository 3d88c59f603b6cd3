"""Cumulated gain: the discounts of the papers, nDCG, alpha-nDCG and the graph paper's NDCG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, get_args

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Measure, ranked_ids
from debatable.evaluation.runs.trec import Ranking, ordered

Discount = Literal["jarvelin", "standard"]
Gain = Literal["linear", "exponential"]
Choices = Mapping[str, tuple[str, ...]]
DISCOUNTS: Choices = {"discount": get_args(Discount)}


def discounts(n: int, discount: Discount = "standard") -> Floats:
    """Returns the weights of the ranks 1 to n.

    ``jarvelin`` is 1, then 1/log2 i (Järvelin and Kekäläinen 2002; Dumani et al. 2020, 6.2);
    ``standard`` is 1/log2(i + 1) (Fromm et al. 2021; trec_eval).

    >>> discounts(4, "jarvelin").round(3).tolist(), discounts(4).round(3).tolist()
    ([1.0, 1.0, 0.631, 0.5], [1.0, 0.631, 0.5, 0.431])
    """
    ranks = np.arange(1, n + 1, dtype=np.float64)
    if discount == "jarvelin":
        return 1.0 / np.log2(np.maximum(ranks, 2.0))
    return 1.0 / np.log2(ranks + 1.0)


def normalised(gains: Floats, ideal: Floats, discount: Discount = "standard") -> float:
    """Returns DCG / ideal DCG, 0 where nothing could be gained; `ideal` needs no order.

    >>> normalised(np.array([0.0, 1.0]), np.array([1.0, 0.0])).__round__(4)
    0.6309
    """
    best = float(np.sort(ideal)[::-1] @ discounts(len(ideal), discount))
    return 0.0 if best == 0.0 else float(gains @ discounts(len(gains), discount)) / best


def exponential_gains(relevance: Floats, greatest: float) -> Floats:
    """Returns the gains 2^relevance - 1 (Burges et al. 2005).

    Beyond a greatest relevance of 1,000 all are divided by one power of two, since they would overflow; DCG / ideal
    DCG does not change.

    >>> exponential_gains(np.array([2.0, 0.0]), 2.0)
    array([3., 0.])
    """
    over = max(0.0, np.ceil(greatest) - 1000.0)
    gains: Floats = np.exp2(relevance - over) - np.exp2(-over)
    return gains


@dataclass(frozen=True, slots=True, repr=False)
class NDCG(Measure):
    """Normalised discounted cumulative gain; the default is trec_eval's ndcg and ndcg_cut.

    >>> NDCG(5), NDCG(10, gain="exponential", condensed=True)
    (nDCG@5, nDCG(gain=exponential,condensed)@10)
    """

    NAME: ClassVar[str] = "nDCG"
    CHOICES: ClassVar[Choices] = {"gain": get_args(Gain), **DISCOUNTS}

    gain: Gain = "linear"  # ``linear``: the relevance; ``exponential``: 2^relevance - 1
    discount: Discount = "standard"  # as in `discounts`
    condensed: bool = False  # whether premises nobody judged are taken out of the list first

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        gains = judged.gains(ranked_ids(ranking, judged, self.condensed)[: self.k])
        ideal = np.sort(judged.relevance)[::-1][: self.k]
        if self.gain == "exponential":
            greatest = float(ideal.max(initial=0.0))
            gains, ideal = exponential_gains(gains, greatest), exponential_gains(ideal, greatest)
        return normalised(gains, ideal, self.discount)


@dataclass(frozen=True, slots=True, repr=False)
class GraphNDCG(Measure):
    """NDCG as in Lenz et al. 2019: gain 2^relevance - 1, and the ideal order of what was retrieved.

    What was not retrieved does not count against the list: recall is left to recall.
    """

    NAME: ClassVar[str] = "graph_nDCG"

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        relevance = judged.gains(ordered(ranking)[: self.k])
        gains = exponential_gains(relevance, float(relevance.max(initial=0.0)))
        return normalised(gains, gains)


def novel_gains(clusters: Ints, levels: Floats) -> Floats:
    """Returns rel(g) where a rank is the first of its ground-truth cluster g, else 0.

    >>> novel_gains(np.array([0, 1, 0, -1, 2]), np.array([2.0, 1.0, 1.0]))
    array([2., 1., 0., 0., 1.])
    """
    gains = np.zeros(len(clusters))
    groups, first = np.unique(clusters, return_index=True)
    relevant = groups >= 0
    gains[first[relevant]] = levels[groups[relevant]]
    return gains


@dataclass(frozen=True, slots=True, repr=False)
class AlphaNDCG(Measure):
    """Gain rel(g) for the first premise of a ground-truth cluster g, nothing for those that repeat it.

    The ideal list holds one premise of each cluster by falling relevance (Dumani et al. 2020, 6.2).

    >>> AlphaNDCG(5), AlphaNDCG(10, discount="standard")
    (alpha_nDCG@5, alpha_nDCG(discount=standard)@10)
    """

    NAME: ClassVar[str] = "alpha_nDCG"
    CHOICES: ClassVar[Choices] = DISCOUNTS

    discount: Discount = "jarvelin"  # ``standard`` as in Fromm et al. 2021
    condensed: bool = False  # whether premises nobody judged are taken out of the list first

    def __call__(self, ranking: Ranking, judged: Judged) -> float:
        """Computes the measure for one query."""
        ids = ranked_ids(ranking, judged, self.condensed)
        gains = novel_gains(judged.clusters(ids[: self.k]), judged.levels)
        ideal = np.sort(judged.levels)[::-1][: self.k]
        return normalised(gains, ideal, self.discount)
