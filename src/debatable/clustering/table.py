"""The table of ways to cluster: `clustering("hybrid(deep_split=3)")(vectors)` returns labels."""

from __future__ import annotations

from typing import Protocol

from debatable.arrays import Labels, Vectors
from debatable.naming import Table
from debatable.progress import Step


class Clustering(Protocol):
    """Vectors to labels; -1 is an outlier."""

    def __call__(self, vectors: Vectors, progress: Step | None = None) -> Labels:
        """Labels the vectors."""


def _entries() -> dict[str, Clustering]:
    from debatable.clustering.kmeans import KMeans
    from debatable.clustering.trees import Constant, Hybrid, Levels, Tree

    return {
        "constant": Constant(),
        "hybrid": Hybrid(),
        "hybrid-height": Hybrid(cut_height=0.0),
        "hybrid-pam": Hybrid(cut_height=0.0, absorb="pam"),
        "hybrid-r": Hybrid(minimum_size=20, deep_split=1, cut_height=0.0, absorb="pam"),
        "kmeans": KMeans(),
        "levels": Levels(),
        "lowest-core": Hybrid(core="lowest"),
        "tree": Tree(),
    }


CLUSTERINGS = Table[Clustering]("clustering", _entries)
"""Every way to cluster by name; ``hybrid`` and ``tree`` are R's, ``lowest-core`` and ``levels`` are ours.

``hybrid`` has a height and sizes that suit short texts; ``hybrid-height`` has R's default height, ``hybrid-pam`` its
PAM stage as well, and ``hybrid-r`` all of R's defaults.
"""


def clustering(name: str | Clustering) -> Clustering:
    """Returns a way to cluster by its name, with parameters or without.

    >>> clustering("tree(minimum_size=5)")
    Tree(minimum_size=5, deep_split=1, cut_height=0.9, exact=65536)
    """
    return CLUSTERINGS.parse(name)
