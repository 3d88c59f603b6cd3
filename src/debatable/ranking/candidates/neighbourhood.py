"""The neighbourhood of the claims found: the claims of their clusters, with sides and uses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Uses, distinct_uses
from debatable.ranking.protocol import Backend

__all__ = ["Neighbourhood", "neighbourhood"]


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """All claims that share a cluster with a claim that was found.

    Attributes:
        claims: Their rows, rising.
        cluster: Cluster of each.
        uses: Of all of them.
    """

    claims: Ints
    cluster: Ints
    uses: Uses

    def place(self, claims: Ints) -> Ints:
        """Returns where given claims stand among those of the neighbourhood."""
        return np.searchsorted(self.claims, claims)

    def clusters(self, claims: Ints) -> Ints:
        """Returns the clusters of given claims of the neighbourhood."""
        return np.asarray(self.cluster[self.place(claims)])


def neighbourhood(found: Found, backend: Backend) -> Neighbourhood:
    """Returns the claims around those that were found, and their uses."""
    claims = backend.claims_of_clusters(np.unique(backend.clusters("claims", found.rows)))
    return Neighbourhood(claims, backend.clusters("claims", claims), distinct_uses(backend, claims))
