"""The clusters of the index: computed ahead, the same for every query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from debatable.arrays import Ints
from debatable.ranking.protocol import Backend

__all__ = ["Clusters", "Offline", "PremiseClusters"]


class PremiseClusters(Protocol):
    """Which premises say the same, and how often their clusters meet those of claims."""

    def of(self, premises: Ints) -> Ints:
        """Returns the cluster of given premises."""

    def premises_of(self, clusters: Ints) -> Ints:
        """Returns the premises of given clusters, rising."""

    def claim_frequencies(self, clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given clusters."""

    def id(self, number: int) -> str:
        """Returns the id of a cluster; empty where it has none that lasts."""


class Clusters(Protocol):
    """A stage that says which premises say the same."""

    def __call__(self, backend: Backend, premises: Ints) -> PremiseClusters:
        """Returns the clusters of given premises."""


@dataclass(frozen=True, slots=True)
class OfTheIndex:
    """The clusters that a backend keeps."""

    backend: Backend

    def of(self, premises: Ints) -> Ints:
        """Returns the cluster of given premises."""
        return self.backend.clusters("premises", premises)

    def premises_of(self, clusters: Ints) -> Ints:
        """Returns the premises of given clusters, rising."""
        return self.backend.premises_of_clusters(clusters)

    def claim_frequencies(self, clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given clusters."""
        return self.backend.claim_frequencies(clusters)

    def id(self, number: int) -> str:
        """Returns the id of a cluster; empty without vectors, where every text stands alone."""
        return self.backend.cluster_id("premises", number) if self.backend.has_vectors else ""


@dataclass(frozen=True, slots=True)
class Offline:
    """The clusters that were computed with the index."""

    def __call__(self, backend: Backend, premises: Ints) -> PremiseClusters:
        """Returns the clusters of the index, whatever premises are asked for."""
        return OfTheIndex(backend)
