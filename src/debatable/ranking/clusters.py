"""What the whole corpus says about clusters: members, |Gamma| and claim frequencies."""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace

import numpy as np

from debatable.corpus.links import Ints, Links, expand
from debatable.ranking.formulas import claim_frequency
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.uses import grouped

__all__ = ["Clusters", "clusters_of"]


@dataclass(frozen=True)
class Clusters:
    """The clusters of claims and premises, with how often they meet.

    Attributes:
        claim: Cluster of each claim, -1 for an empty row.
        premise: Cluster of each premise, -1 for a row that is empty or was not clustered.
        count: |Gamma|, the number of claim clusters in the corpus.
        support: cf(p+) of each premise cluster.
        attack: cf(p-) of each premise cluster.
        claimless: Premises that no link ties to a claim, and how many premises there are at all.
    """

    claim: Ints
    premise: Ints
    count: int
    support: Ints
    attack: Ints
    claimless: tuple[Ints, int]
    _starts: Ints
    _order: Ints

    @classmethod
    def of(cls, links: Links, claim: Ints, premise: Ints) -> Clusters:
        """Counts the claim clusters in which each premise cluster supports and attacks."""
        starts, order = grouped(claim, int(claim.max(initial=-1)) + 1)
        claimless = (
            np.setdiff1d(links.premise, links.premise[links.claim >= 0]),
            len(np.unique(links.premise)),
        )
        count = len(np.unique(claim[claim >= 0]))
        return cls(claim, premise, count, *_frequencies(links, claim, premise), claimless, starts, order)

    def claims_of(self, claims: Ints) -> Ints:
        """Returns all claims that share a cluster with one of the given claims."""
        return expand(self._starts, self._order, np.unique(self.claim[claims]))

    def regrouped(self, links: Links, premise: Ints) -> Clusters:
        """Returns the same claim clusters with other premise clusters."""
        support, attack = _frequencies(links, self.claim, premise)
        return replace(self, premise=premise, support=support, attack=attack)


def _frequencies(links: Links, claim: Ints, premise: Ints) -> tuple[Ints, Ints]:
    kept = np.flatnonzero((links.claim >= 0) & (premise[links.premise] >= 0))
    return claim_frequency(
        premise[links.premise[kept]],
        claim[links.claim[kept]],
        np.where(links.sign[kept] < 0, -1, 1),
        int(premise.max(initial=-1)) + 1,
    )


_KNOWN: weakref.WeakKeyDictionary[ArgumentIndex, Clusters] = weakref.WeakKeyDictionary()


def clusters_of(index: ArgumentIndex) -> Clusters:
    """Returns the offline clusters of an index, counted once; without vectors each text stands alone."""
    found = _KNOWN.get(index)
    if found is None:
        if index.has_vectors:
            claim, premise = (
                np.asarray(index.claim_clusters, np.int64),
                np.asarray(index.premise_clusters, np.int64),
            )
        else:
            claim, premise = np.arange(index.links.claims), np.arange(index.links.premises)
        found = _KNOWN[index] = Clusters.of(index.links, claim, premise)
    return found
