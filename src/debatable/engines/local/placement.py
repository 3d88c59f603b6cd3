"""Places the vectors of a table in cells, or takes over the cells of the previous generation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable.arrays import Ints, Signs, Singles, VectorRows
from debatable.clustering.kmeans import nearest_centres, sampled_centres
from debatable.embedding.cache import write_rows
from debatable.embedding.rounded import RoundedVectors
from debatable.engines.local.generations import Generation
from debatable.engines.local.vectors import PARTS, Cells, cells_name
from debatable.files import link_or_copy
from debatable.progress import Step

BLOCK = 8_192


@dataclass(frozen=True, slots=True)
class Placement:
    """How the cells of a table are found.

    Attributes:
        root: So many times the root of the rows are cells.
        sample: Vectors a cell by which the centres are found.
        rounds: Of k-means.
        seed: Of the sample.
        late: Share of the rows, at most, that were added after the cells were made; a search compares all of them.
    """

    root: float = 2.0
    sample: int = 32
    rounds: int = 6
    seed: int = 0
    late: float = 0.05

    def centres(self, vectors: VectorRows) -> Singles:
        """Finds the centres of cells on a sample of the vectors that are not 0."""
        random = np.random.default_rng(self.seed)
        count = max(1, round(self.root * len(vectors) ** 0.5))
        size = min(len(vectors), self.sample * count)
        drawn = vectors[np.sort(random.choice(len(vectors), size, replace=False))]
        sample = np.asarray(drawn[drawn.any(axis=1)], np.float32)
        return sampled_centres(sample, min(count, len(sample)), self.rounds, random)


def place_cells(folder: Path, table: str, vectors: VectorRows, progress: Step | None = None) -> None:
    """Writes the cells of vectors into a folder; vectors that are 0 are in none."""
    centres = Placement().centres(vectors)
    cells = np.full(len(vectors), len(centres), np.int32)
    for start in range(0, len(vectors), BLOCK):
        block = np.asarray(vectors[start : start + BLOCK], np.float32)
        full = np.flatnonzero(block.any(axis=1))
        cells[start + full] = nearest_centres(block[full], centres)
        if progress:
            progress(min(start + BLOCK, len(vectors)), len(vectors))
    starts = np.zeros(len(centres) + 1, np.int64)
    np.cumsum(np.bincount(cells, minlength=len(centres))[: len(centres)], out=starts[1:])
    rows = np.argsort(cells, kind="stable")[: starts[-1]].astype(np.int32)
    units = np.empty(len(rows), np.float32)

    def codes() -> Iterator[Signs]:
        for start in range(0, len(rows), BLOCK):
            rounded = RoundedVectors.of(vectors[rows[start : start + BLOCK]])
            units[start : start + BLOCK] = rounded.units
            yield rounded.codes

    write_rows(folder / cells_name(table, "codes"), (len(rows), vectors.shape[1]), np.int8, codes())
    for part, array in (("centres", centres), ("starts", starts), ("rows", rows), ("units", units)):
        np.save(folder / cells_name(table, part), array, allow_pickle=False)


def keep_cells(folder: Path, table: str, total: int, dead: Ints, previous: Generation) -> bool:
    """Links the cells of the previous generation into a folder; returns whether they still serve."""
    before = Cells.load(previous, table)
    if before is None or total - before.end > Placement().late * total:
        return False
    (folder / cells_name(table, "rows")).parent.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        name = cells_name(table, part)
        if part == "units" and len(dead):
            units = np.where(np.isin(before.rows, dead), np.float32(0), before.units)
            np.save(folder / name, units, allow_pickle=False)
        else:
            link_or_copy(previous.folder / name, folder / name)
    return True
