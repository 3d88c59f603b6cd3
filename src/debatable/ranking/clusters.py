"""Which premises say the same: clusters of the index, or clusters made at query time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Ints, distinct, union
from debatable.errors import InputError
from debatable.naming import Table, check_fields
from debatable.ranking.formulas.ecir2020 import claim_frequency
from debatable.ranking.protocol import Backend


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


@dataclass(frozen=True, slots=True)
class Expanded:
    """Clusters of M'.

    Attributes:
        rows: The premises, rising.
        labels: Cluster of each.
        support: cf(p+) of each cluster.
        attack: cf(p-) of each cluster.
    """

    rows: Ints
    labels: Ints
    support: Ints
    attack: Ints

    def of(self, premises: Ints) -> Ints:
        """Returns the cluster of given premises of M'."""
        return np.asarray(self.labels[np.searchsorted(self.rows, premises)])

    def premises_of(self, clusters: Ints) -> Ints:
        """Returns the premises of M' in given clusters, rising."""
        return np.asarray(self.rows[np.isin(self.labels, clusters)])

    def claim_frequencies(self, clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given clusters."""
        return np.asarray(self.support[clusters]), np.asarray(self.attack[clusters])

    def id(self, number: int) -> str:
        """Clusters that live as long as a query have no id."""
        return ""


@dataclass(frozen=True, slots=True)
class QueryTime:
    """Premises clustered anew for each query, together with the premises most similar to them.

    Attributes:
        clustering: How, such as ``hybrid(deep_split=2)``.
        N: How many similar premises each premise brings in.
        vectors: Long-text variant of the premise vectors; empty for those of the index.
    """

    clustering: str = "hybrid"
    N: int = 5
    vectors: str = ""

    def __post_init__(self) -> None:
        """Checks the number."""
        check_fields(self)

    def __call__(self, backend: Backend, premises: Ints) -> PremiseClusters:
        """Returns the clusters of M', the given premises M among it.

        Raises:
            InputError: The index has no such vectors.
        """
        if not backend.has_vectors:
            raise InputError(
                "premises cannot be clustered: the index has no vectors", todo="index with an encoder"
            )
        from debatable import clustering

        rows = distinct(premises)
        if self.N > 0:
            rows = union(rows, backend.similar_premises(rows, self.N))
        found = clustering.clustering(self.clustering)(backend.vectors("premises", rows, self.vectors))
        labels = np.asarray(clustering.with_singletons(found), np.int64)
        return Expanded(rows, labels, *_frequencies(backend, rows, labels))


@dataclass(frozen=True, slots=True)
class Unsigned:
    """Clusters whose claim frequency counts both signs together: support or attack of a claim cluster.

    Dumani, Neumann and Schenkel (2020, 6.2) "ignore the stance in this experiment".
    """

    clusters: PremiseClusters
    backend: Backend

    def of(self, premises: Ints) -> Ints:
        """Returns the cluster of given premises."""
        return self.clusters.of(premises)

    def premises_of(self, clusters: Ints) -> Ints:
        """Returns the premises of given clusters, rising."""
        return self.clusters.premises_of(clusters)

    def claim_frequencies(self, clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p) of given clusters, as that of either sign."""
        asked, place = np.unique(clusters, return_inverse=True)
        links = self.backend.links("premises", self.clusters.premises_of(asked))
        kept = np.flatnonzero(links.claim >= 0)
        number = np.searchsorted(asked, self.clusters.of(links.premise[kept]))
        claims = self.backend.clusters("claims", links.claim[kept])
        cf = claim_frequency(number, claims, np.ones(len(kept), np.int8), len(asked))[0][place]
        return cf, cf

    def id(self, number: int) -> str:
        """Returns the id of a cluster."""
        return self.clusters.id(number)


def _frequencies(backend: Backend, rows: Ints, labels: Ints) -> tuple[Ints, Ints]:
    links = backend.links("premises", rows)
    kept = np.flatnonzero(links.claim >= 0)
    return claim_frequency(
        labels[np.searchsorted(rows, links.premise[kept])],
        backend.clusters("claims", links.claim[kept]),
        np.where(links.sign[kept] < 0, -1, 1),
        int(labels.max(initial=-1)) + 1,
    )


CLUSTERS: Table[Clusters] = Table("clusters", {"offline": Offline(), "online": QueryTime()})
"""Ways to tell which premises say the same, by name."""
