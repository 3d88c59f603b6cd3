"""How many of the nearest vectors are found in cells, by how many are looked at.

    python -m benchmarks.nearest my-index other-index vectors.npy

Takes the premises of indexes and the rows of ``.npy`` files together, keeps each vector once, takes 200 out to ask for,
places the rest in cells as `debatable index` does it, and prints the share of the ten and of the hundred nearest that
are found, and the processor's milliseconds a query beside those of an exact search in bytes.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from debatable.arrays import Halves, Ints, Singles
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.placement import place_cells
from debatable.engines.local.vectors import PARTS, Cells, Probing, Rounding, VectorTable, cells_name

QUERIES = 200
SHARES = (0.01, 0.02, 0.04, 0.08, 0.16)


def pooled(sources: Iterable[Path]) -> Halves:
    """Returns the different vectors of some indexes and files, in no order."""
    parts = []
    for source in sources:
        if source.suffix == ".npy":
            parts.append(np.load(source).astype(np.float16))
        else:
            index = OpenIndex(source)
            rows = np.flatnonzero(index.tables.premises >= 0)
            parts.append(index.vectors("premises").of(rows).astype(np.float16))
            index.close()
    vectors = np.unique(np.concatenate(parts), axis=0)
    np.random.default_rng(0).shuffle(vectors)
    return vectors


def asked(table: VectorTable, queries: Singles) -> tuple[list[Ints], float]:
    """Returns the hundred nearest of each query, and the median milliseconds."""
    found, spent = [], []
    for query in queries:
        start = time.process_time()
        found.append(table.nearest(query, 100).rows)
        spent.append((time.process_time() - start) * 1000)
    return found, float(np.median(spent))


def main() -> None:
    """Prints a line a share."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("sources", type=Path, nargs="+", metavar="INDEX|VECTORS")
    vectors = pooled(parser.parse_args().sources)
    queries, vectors = vectors[:QUERIES].astype(np.float32), vectors[QUERIES:]
    everything, took = asked(VectorTable(vectors, Rounding(least=0)), queries)
    with tempfile.TemporaryDirectory() as folder:
        start = time.process_time()
        place_cells(Path(folder), "premises", vectors)
        placed = time.process_time() - start
        cells = Cells(*(np.load(Path(folder) / cells_name("premises", part)) for part in PARTS))
    print(f"{len(vectors):,} vectors in {len(cells):,} cells, placed in {placed:.1f} s; exact {took:.1f} ms")
    for share in SHARES:
        probing = Probing(least=int(share * len(vectors)), root=0, deep=0, wide=0)
        found, took = asked(VectorTable(vectors, cells=cells, probing=probing), queries)
        recall = [
            np.mean(
                [
                    len(np.intersect1d(some[:k], all_[:k])) / k
                    for some, all_ in zip(found, everything, strict=True)
                ]
            )
            for k in (10, 100)
        ]
        print(f"{share:6.0%} looked at: recall@10 {recall[0]:.3f}, recall@100 {recall[1]:.3f}, {took:.1f} ms")


if __name__ == "__main__":
    main()
