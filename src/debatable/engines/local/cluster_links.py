"""What the links say about clusters: members, |Gamma| and claim frequencies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints
from debatable.corpus import Links
from debatable.corpus.links import expand
from debatable.ranking.candidates.uses import grouped
from debatable.ranking.formulas.ecir2020 import claim_frequency

__all__ = ["ClusterLinks"]


@dataclass(frozen=True)
class ClusterLinks:
    """The clusters of claims and premises, with how often they meet.

    Attributes:
        count: |Gamma|, the number of claim clusters in the corpus.
        support: cf(p+) of each premise cluster.
        attack: cf(p-) of each premise cluster.
    """

    count: int
    support: Ints
    attack: Ints
    _starts: Ints
    _order: Ints

    @classmethod
    def of(cls, links: Links, claim: Ints, premise: Ints) -> ClusterLinks:
        """Counts the claim clusters in which each premise cluster supports and attacks.

        Args:
            links: Which premise speaks to which claim.
            claim: Cluster of each claim, -1 for an empty row.
            premise: Cluster of each premise, -1 for an empty row.
        """
        starts, order = grouped(claim, int(claim.max(initial=-1)) + 1)
        kept = np.flatnonzero((links.claim >= 0) & (premise[links.premise] >= 0))
        support, attack = claim_frequency(
            premise[links.premise[kept]],
            claim[links.claim[kept]],
            np.where(links.sign[kept] < 0, -1, 1),
            int(premise.max(initial=-1)) + 1,
        )
        return cls(len(np.unique(claim[claim >= 0])), support, attack, starts, order)

    def claims_of(self, clusters: Ints) -> Ints:
        """Returns the claims of given clusters, rising."""
        return np.sort(expand(self._starts, self._order, clusters))
