"""The costly stages of a build (analysis, encoding, neighbours): their protocol, and this process doing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from debatable import text
from debatable.progress import Step

if TYPE_CHECKING:
    from debatable.clustering import Clustering
    from debatable.embedding import Encoder

Blocks: TypeAlias = Callable[[], Iterator[list[str]]]
"""Returns texts block by block, from the first one on each time it is called."""


class Stages(Protocol):
    """Does the costly stages of a build, always with the same results.

    Each stage gets a folder for results that outlive an interrupted build, and a callback for its progress.
    """

    def tokens(
        self, analyzer: str, blocks: Blocks, total: int, folder: Path, progress: Step | None
    ) -> Iterator[list[str]]:
        """Yields the tokens of each text, in order."""

    def encoded(
        self, encode: Encoder, blocks: Blocks, total: int, folder: Path, progress: Step | None
    ) -> Path | None:
        """Encodes texts ahead; returns where `KnownVectors` finds them, None where nothing was done."""

    def clustering(self, cluster: Clustering, folder: Path, on_neighbours: Step | None) -> Clustering:
        """Returns a clustering with the same results as the given one."""


class InProcess:
    """Does everything in this process when it is asked for; stores nothing."""

    def tokens(
        self, analyzer: str, blocks: Blocks, total: int, folder: Path, progress: Step | None
    ) -> Iterator[list[str]]:
        """Yields the tokens of each text, in order."""
        analyze = text.analyzer(analyzer)
        done = 0
        for block in blocks():
            yield from map(analyze, block)
            done += len(block)
            if progress is not None:
                progress(done, total)

    def encoded(
        self, encode: Encoder, blocks: Blocks, total: int, folder: Path, progress: Step | None
    ) -> Path | None:
        """Encodes nothing ahead."""
        return None

    def clustering(self, cluster: Clustering, folder: Path, on_neighbours: Step | None) -> Clustering:
        """Returns the clustering unchanged."""
        return cluster
