"""Task A of Dumani et al. 2020: a list of clusters, over all lists that take one premise from each.

The paper lists all of them; here mean, maximum and minimum are exact without doing so. A result cluster i
is the distribution p_i(g) of its premises over the ground-truth clusters g.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

import numpy as np

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.base import Kind, Measure
from debatable.evaluation.measures.gain import DISCOUNTS, Choices, Discount, discounts

_WIDEST = 20


def shares(clusters: Sequence[Sequence[str] | str], judged: Judged) -> Floats:
    """Returns p_i(g), result clusters by ground-truth clusters; the rest of a row is what gains nothing.

    A premise that stands alone is a cluster of one, as the paper reads the baseline's list.
    """
    members = [[cluster] if isinstance(cluster, str) else cluster for cluster in clusters]
    sizes = np.array([*map(len, members)], np.int64)
    if not sizes.all():
        row = int(np.argmin(sizes))
        raise InputError(f"result cluster {row + 1} is empty", todo="give each cluster a premise or more")
    groups, rows = judged.clusters([*chain.from_iterable(members)]), np.repeat(np.arange(len(sizes)), sizes)
    gains, width = groups >= 0, len(judged.levels)
    places = rows[gains] * width + groups[gains]
    counted = np.bincount(places, 1.0 / sizes[rows[gains]], len(sizes) * width)
    return np.asarray(counted, np.float64).reshape(len(sizes), width)


def mean_gain(p: Floats, rel: Floats, d: Floats) -> float:
    """Returns the expected DCG: picks are independent, so g is new at i with p_i(g) Π_{j<i} (1 - p_j(g))."""
    unseen = np.vstack([np.ones(p.shape[1]), np.cumprod(1.0 - p, axis=0)[:-1]])
    return float(d @ ((p * unseen) @ rel))


def maximum_gain(p: Floats, rel: Floats, d: Floats) -> float:
    """Returns the greatest DCG: an assignment of ground-truth clusters to ranks.

    A rank left over may have to take a group assigned to a later one; the gain then moves up to it, so
    the assignment is never better than a real list.
    """
    from scipy.optimize import linear_sum_assignment

    value = np.where(p > 0, np.outer(d, rel), 0.0)
    ranks, groups = linear_sum_assignment(value, maximize=True)
    return float(value[ranks, groups].sum())


def minimum_gain(p: Floats, rel: Floats, d: Floats) -> float:
    """Returns the least DCG, by a dynamic program over the ranks that are served already.

    A rank that holds a premise without gain takes it. Of the others, the first one not served must take
    some g, pays d_i rel(g), and serves every later rank that holds g too, for these repeat it at no gain.
    """
    forced = np.flatnonzero((p > 0).any(axis=1) & (p.sum(axis=1) > 1.0 - 1e-9))
    if len(forced) > _WIDEST:
        raise InputError(f"a minimum over {len(forced)} clusters", todo=f"use a cut-off of {_WIDEST} or less")
    holds = p[forced] > 0
    served_by = (holds * (1 << np.arange(len(forced)))[:, None]).sum(axis=0)
    everything = (1 << len(forced)) - 1
    cost = {0: 0.0}
    for rank in range(len(forced)):
        cheapest: dict[int, float] = {}
        for group in np.flatnonzero(holds[rank]):
            pattern = int(served_by[group]) >> rank << rank
            cheapest[pattern] = min(cheapest.get(pattern, np.inf), float(rel[group]))
        after = {state: paid for state, paid in cost.items() if state >> rank & 1}
        for state, paid in cost.items():
            if state >> rank & 1:
                continue
            for pattern, level in cheapest.items():
                total = paid + float(d[forced[rank]]) * level
                after[state | pattern] = min(after.get(state | pattern, np.inf), total)
        cost = after
    return cost[everything]


@dataclass(frozen=True, slots=True, repr=False)
class _TaskA(Measure):
    """Measures over all result lists of a list of clusters."""

    KIND: ClassVar[Kind] = "clusters"
    CHOICES: ClassVar[Choices] = DISCOUNTS
    gain = staticmethod(mean_gain)

    discount: Discount = "jarvelin"  # ``jarvelin`` as in the paper, or ``standard``

    def __call__(self, clusters: Sequence[Sequence[str] | str], judged: Judged) -> float:
        """Computes the measure for one query; `clusters` hold premise ids, best cluster first."""
        ideal = np.sort(judged.levels)[::-1][: self.k]
        best = float(ideal @ discounts(len(ideal), self.discount))
        shown = clusters[: self.k]
        if best == 0.0 or not shown:
            return 0.0
        p = shares(shown, judged)
        return self.gain(p, judged.levels, discounts(len(shown), self.discount)) / best


@dataclass(frozen=True, slots=True, repr=False)
class TaskAMean(_TaskA):
    """Mean nDCG over all result lists."""

    NAME: ClassVar[str] = "taskA_mean"


@dataclass(frozen=True, slots=True, repr=False)
class TaskAMin(_TaskA):
    """Least nDCG over all result lists: the worst choice of representatives."""

    NAME: ClassVar[str] = "taskA_min"
    gain = staticmethod(minimum_gain)


@dataclass(frozen=True, slots=True, repr=False)
class TaskAMax(_TaskA):
    """Greatest nDCG over all result lists: the best choice of representatives."""

    NAME: ClassVar[str] = "taskA_max"
    gain = staticmethod(maximum_gain)
