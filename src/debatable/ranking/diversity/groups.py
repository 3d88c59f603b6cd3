"""From premises to hits: formulas (3) and (4) over premise clusters, split by stance where wanted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, Signs
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Uses, grouped
from debatable.ranking.clusters.offline import PremiseClusters
from debatable.ranking.formulas.ecir2020 import of_clusters, premise_of_either_side

__all__ = ["Groups", "group"]


@dataclass(frozen=True, slots=True)
class Groups:
    """Premises that are shown as one hit.

    Attributes:
        premise: Rows of all premises that were reached, rising.
        group: Group of each of these premises.
        cluster: Premise cluster of each group.
        score: P(pi|q) of each group.
        stance: +1, -1, or 0 where no stance is known, of each group.
        supporting: P(p+|q) of each premise.
        attacking: P(p-|q) of each premise.
    """

    premise: Ints
    group: Ints
    cluster: Ints
    score: Floats
    stance: Signs
    supporting: Floats
    attacking: Floats

    def members(self, groups: Iterable[int]) -> list[Ints]:
        """Returns the premises of some groups, by rising row."""
        starts, order = grouped(self.group, len(self.score))
        return [self.premise[order[starts[number] : starts[number + 1]]] for number in groups]

    def order(self) -> Ints:
        """Returns the groups by falling score; ties by the smallest row of a member."""
        first = np.full(len(self.score), np.iinfo(np.int64).max)
        np.minimum.at(first, self.group, self.premise)
        return np.lexsort((first, -self.score))


def group(
    uses: Uses,
    supporting: Floats,
    attacking: Floats,
    own: Found,
    clusters: PremiseClusters,
    *,
    split: bool = True,
    coin: bool = True,
) -> Groups:
    """Sums up premises over their clusters.

    Args:
        uses: Of premises.
        supporting: What each use adds to P(p+|q).
        attacking: What each use adds to P(p-|q).
        own: Premises that were found by themselves, with their probability; they have no stance.
        clusters: Which premises say the same.
        split: Whether the members of a cluster that speak for the query and those that speak against it are
            two groups, so that a hit has one stance; else (3) and (4) run over whole clusters.
        coin: Whether each side is picked by a coin, as in (4); else both sides share one probability.
    """
    rows, place = np.unique(np.concatenate([uses.premise, own.rows]), return_inverse=True)
    nothing = np.zeros(len(own))
    supporting = of_clusters(place, np.concatenate([supporting, own.probability]), len(rows))
    attacking = of_clusters(place, np.concatenate([attacking, nothing]), len(rows))
    stances = np.concatenate([uses.known, nothing > 0]).astype(np.float64)
    known = of_clusters(place, stances, len(rows)) > 0
    side = attacking > supporting
    cluster = clusters.of(rows)
    key = cluster * 2 + (side if split else 0)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    count = len(first)
    sides = of_clusters(number, supporting, count), of_clusters(number, attacking, count)
    scores = premise_of_either_side(*sides) if coin else sides[0] + sides[1]
    margin = of_clusters(number, np.where(known, supporting - attacking, 0.0), count)
    stance = np.sign(margin).astype(np.int8)
    return Groups(rows, number, cluster[first], scores, stance, supporting, attacking)
