"""The stages of a build, done by the process that builds, one text after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from debatable import text
from debatable.engines.local.stages.protocol import Blocks
from debatable.progress import Step

if TYPE_CHECKING:
    from debatable.clustering import Clustering
    from debatable.embedding import Encoder

__all__ = ["InProcess"]


class InProcess:
    """Does everything here and when it is asked for; keeps nothing."""

    def tokens(
        self, analyzer: str, blocks: Blocks, total: int, folder: Path, told: Step | None
    ) -> Iterator[list[str]]:
        """Yields the tokens of each text, in order."""
        analyze = text.analyzer(analyzer)
        done = 0
        for block in blocks():
            yield from map(analyze, block)
            done += len(block)
            if told is not None:
                told(done, total)

    def encoded(
        self, encode: Encoder, blocks: Blocks, total: int, folder: Path, told: Step | None
    ) -> Path | None:
        """Encodes nothing ahead."""
        return None

    def clustering(self, cluster: Clustering, folder: Path, told: Step | None) -> Clustering:
        """Returns the way to cluster as it is."""
        return cluster
