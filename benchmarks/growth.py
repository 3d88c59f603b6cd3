"""How an index grows: build time, disk, memory, and the time of a search, from size to size.

    python -m benchmarks.growth --premises 70000 --premises 700000 --folder /tmp/growth
    python -m benchmarks.growth --premises 7000000 --folder /tmp/growth

Makes up a corpus of each size as search.py does (invented words by Zipf's law, about twelve premises a claim) and
indexes it lexically; vectors, clusters and qualities are generated, because encoding seven million texts takes a day:
vectors of a claim's premises lie around it, claims around their cluster, clusters around a topic, in numbers that vary
less and less from the first to the last, as those of an encoder do. They are written to files and placed in cells as
`debatable index` does it. Queries are claims with words left out; the bundled encoder runs for each, and the models of
a method read what they read anywhere. Each part runs in a process of its own, whose peak of memory is told; what was
built before is not built again; --part builds one part and searches no texts, so that both can be built at a time.
Times are told by the clock and of the processor (all threads), the latter for a machine that has other things to do.
Recall is that of the hundred nearest premises, beside an exact search.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import orjson

from benchmarks.search import MadeUpIndex, arguments, timed
from debatable.arrays import Halves, Singles
from debatable.embedding.cache import write_rows
from debatable.engines import Configuration, Engine, LocalBackend, make_index
from debatable.engines.local.placement import place_cells
from debatable.engines.local.vectors import PARTS, Cells, VectorTable, cells_name
from debatable.ranking.protocol import Kind

METHODS = ("bm25f", "framework", "dense", "framework-hybrid", "best")
DIMENSIONS, TOPIC, BLOCK = 384, 200, 9_216
PREMISES_A_CLAIM = 35 / 3
SCALES = (1 / np.sqrt(np.arange(1, DIMENSIONS + 1) + 10)).astype(np.float32)
LEAST = Configuration().cells


class GrownIndex(MadeUpIndex):
    """A lexical index whose made-up vectors, clusters and cells lie in files beside it."""

    def vectors(self, kind: Kind, variant: str = "") -> VectorTable:
        """Maps the vectors, and their cells where there are any."""
        return self._tables[kind]

    @cached_property
    def _tables(self) -> dict[Kind, VectorTable]:
        return {kind: table(self.folder, kind, self.exact) for kind in ("claims", "premises")}


def table(folder: Path, kind: Kind, exact: bool = False) -> VectorTable:
    """Maps the made-up vectors of an index, and their cells where there are any and a search need not be exact."""
    home = made_up(folder)
    names = [home / cells_name(kind, part) for part in PARTS]
    cells = None
    if not exact and names[0].exists():
        cells = Cells(*(np.load(name, mmap_mode="r").view(np.ndarray) for name in names))
    return VectorTable(np.load(home / f"{kind}.npy", mmap_mode="r").view(np.ndarray), cells=cells)


def recall(folder: Path, queries: int = 50, k: int = 100) -> dict[str, Any]:
    """Compares a search by cells with an exact one, for noisy claims.

    Returns the share of the k nearest premises that is found, and the median milliseconds of the processor that a
    query takes by cells and exactly.
    """
    random = np.random.default_rng(13)
    tables = (table(folder, "premises"), table(folder, "premises", exact=True))
    claims = np.load(made_up(folder) / "claims.npy", mmap_mode="r")
    found, spent = 0, []
    for vector in table(folder, "claims").of(random.integers(0, len(claims), queries)):
        noisy = vector + 0.02 * random.standard_normal(DIMENSIONS)
        query = (noisy / np.linalg.norm(noisy)).astype(np.float32)
        clock = [time.process_time()]
        rows = []
        for of in tables:
            rows.append(of.nearest(query, k).rows)
            clock.append(time.process_time())
        spent.append(np.diff(clock) * 1000)
        found += len(np.intersect1d(rows[0], rows[1]))
    return {"recall": [found / (queries * k), *np.median(spent, axis=0).tolist()]}


def made_up(folder: Path) -> Path:
    """Returns where the vectors of an index lie."""
    return folder.with_name(f"{folder.name}-vectors")


def claim_vectors(claims: int, random: np.random.Generator) -> Iterator[Halves]:
    """Yields vectors: six claims around the middle of their cluster, clusters around their topic."""
    for start in range(0, claims, 6 * TOPIC):
        count = min(6 * TOPIC, claims - start)
        topics = np.repeat(_noise(6, random), TOPIC, axis=0)[:count]
        clusters = np.repeat(_noise(TOPIC, random), 6, axis=0)[:count]
        yield _unit(topics + 0.7 * clusters + 0.4 * _noise(count, random))


def premise_vectors(claims: Halves, premises: int, random: np.random.Generator) -> Iterator[Halves]:
    """Yields vectors: premises around their claim, some three of them around the same point."""
    length = np.float32(np.sqrt((SCALES**2).sum()))
    for start in range(0, premises, BLOCK):
        rows = np.arange(start, min(start + BLOCK, premises))
        group = _noise(len(rows) // 3 + 12, random)[
            rows // 36 * 12 - start // 36 * 12 + random.integers(0, 12, len(rows))
        ]
        around = np.asarray(claims[rows * len(claims) // premises], np.float32) * length
        yield _unit(around + 0.6 * group + 0.4 * _noise(len(rows), random))


def _noise(count: int, random: np.random.Generator) -> Singles:
    return random.standard_normal((count, DIMENSIONS), np.float32) * SCALES


def _unit(vectors: Singles) -> Halves:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), np.float16)


class Steps:
    """Takes the time of the steps of a build, each from its first word to that of the next."""

    def __init__(self) -> None:
        """Starts the clock."""
        self._marks = [("", time.perf_counter(), time.process_time())]

    def __call__(self, name: str, done: int, total: int | None) -> None:
        """Hears of a step."""
        if name != self._marks[-1][0]:
            self._marks.append((name, time.perf_counter(), time.process_time()))

    def taken(self) -> dict[str, list[float]]:
        """Ends the last step; returns the seconds of each, by the clock and of the processor."""
        self("", 0, None)
        first, *marks = self._marks
        marks[0] = (marks[0][0], *first[1:])
        return {
            one[0]: [other[1] - one[1], other[2] - one[2]]
            for one, other in zip(marks, marks[1:], strict=False)
        }


def build_index(folder: Path, claims: int, premises: int) -> dict[str, Any]:
    """Builds a lexical index; returns the seconds of each step."""
    shutil.rmtree(folder, ignore_errors=True)
    start, steps = time.perf_counter(), Steps()
    make_index(
        arguments(claims, premises, seed=3),
        folder,
        configuration=Configuration(encoder=""),
        progress=steps,
    )
    return {"index": time.perf_counter() - start, "steps": steps.taken()}


def build_vectors(folder: Path, claims: int, premises: int) -> dict[str, Any]:
    """Makes up the vectors of an index and places them in cells; returns the seconds of each step."""
    home, random, steps = made_up(folder), np.random.default_rng(7), Steps()
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    steps("vectors", 0, None)
    write_rows(home / "claims.npy", (claims, DIMENSIONS), np.float16, claim_vectors(claims, random))
    near = np.load(home / "claims.npy", mmap_mode="r")
    write_rows(
        home / "premises.npy", (premises, DIMENSIONS), np.float16, premise_vectors(near, premises, random)
    )
    for kind, count in (("claims", claims), ("premises", premises)):
        if count >= LEAST:
            steps(f"{kind}: cells", 0, None)
            place_cells(home, kind, np.load(home / f"{kind}.npy", mmap_mode="r"))
    return {"steps": steps.taken()}


BUILDERS: dict[str, Callable[[Path, int, int], dict[str, Any]]] = {
    "index": build_index,
    "vectors": build_vectors,
}


def search(folder: Path, queries: int, methods: list[str]) -> dict[str, Any]:
    """Opens an index and asks it; returns p50 and p95 of each method in ms, recall, and memory in MB."""
    index = GrownIndex(folder)
    engine = Engine(LocalBackend(index))
    found: dict[str, Any] = {"clock": {}, "processor": {}}
    start = time.perf_counter()
    timed(engine, index, methods[-1], 0)
    found["first"] = time.perf_counter() - start
    for name in methods:
        spent = timed(engine, index, name, queries)
        for which, column in zip(("clock", "processor"), spent.T, strict=True):
            found[which][name] = np.percentile(column, [50, 95]).tolist()
    status = dict(
        line.split(":") for line in Path("/proc/self/status").read_text().splitlines() if "kB" in line
    )
    found["own"], found["mapped"] = (int(status[name].split()[0]) / 1000 for name in ("RssAnon", "RssFile"))
    return found


def apart(step: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
    """Runs a step in a process of its own; adds its peak of memory in MB."""
    context = multiprocessing.get_context("spawn")
    receiving, sending = context.Pipe(duplex=False)
    process = context.Process(target=_told, args=(sending, step, given))
    process.start()
    sending.close()
    result: dict[str, Any] = receiving.recv()
    process.join()
    return result


def _told(result: Connection, step: Callable[..., dict[str, Any]], given: tuple[Any, ...]) -> None:
    found = step(*given)
    result.send({**found, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000})


def size_of(folder: Path) -> float:
    """Returns the megabytes of all files of a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) / 1e6


def built(
    home: Path, premises: int, parts: Iterable[str] = tuple(BUILDERS)
) -> tuple[Path, dict[str, dict[str, Any]]]:
    """Builds the parts of an index that are not there; returns its folder, and what building each took."""
    folder, claims = home / f"{premises}", round(premises / PREMISES_A_CLAIM)
    home.mkdir(parents=True, exist_ok=True)
    took = {}
    for part in parts:
        notes = home / f"{premises}-{part}.json"
        if not notes.exists():
            notes.write_bytes(orjson.dumps(apart(BUILDERS[part], folder, claims, premises)))
        took[part] = orjson.loads(notes.read_bytes())
    return folder, took


def measured(home: Path, premises: int, queries: int, methods: list[str]) -> dict[str, Any]:
    """Builds an index where there is none, and searches it."""
    folder, took = built(home, premises)
    disk = {"corpus": size_of(folder), "vectors": size_of(made_up(folder))}
    return {"built": took, "disk": disk, **apart(recall, folder), **apart(search, folder, queries, methods)}


def main() -> None:
    """Measures every size and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--premises", type=int, action="append", required=True, help="repeatable, rising")
    parser.add_argument("--queries", type=int, default=100)
    parser.add_argument("--folder", type=Path, default=Path("growth-benchmark"))
    parser.add_argument("--method", action="append", help="repeatable; five by default")
    parser.add_argument("--part", choices=BUILDERS)
    options = parser.parse_args()
    methods = options.method or list(METHODS)
    sizes: list[int] = options.premises
    rows = []
    if options.part:
        for premises in sizes:
            folder, took = built(options.folder, premises, [options.part])
            _print_building(premises, took)
            if options.part == "vectors":
                print(_recall(apart(recall, folder, options.queries)["recall"]))
        return
    for premises in sizes:
        rows.append(measured(options.folder, premises, options.queries, methods))
        _print(premises, rows[-1], methods)
    for size, before, row, other in zip(sizes[1:], sizes, rows[1:], rows, strict=False):
        print(f"exponent of p95 from {before:,} to {size:,}, by the clock and of the processor:")
        for name in methods:
            grown = [
                np.log(row[which][name][1] / other[which][name][1]) / np.log(size / before)
                for which in ("clock", "processor")
            ]
            print(f"  {name:<18} {grown[0]:5.2f} {grown[1]:5.2f}")


def _print_building(premises: int, took: dict[str, dict[str, Any]]) -> None:
    for part, of in took.items():
        print(f"{premises:,} premises, building, {part}: peak {of['peak']:,.0f} MB")
        for name, (clock, processor) in of["steps"].items():
            print(
                f"  {name:<18} {clock:8.1f} s by the clock, {processor:8.1f} s of the processor", flush=True
            )


def _recall(measured: Sequence[float]) -> str:
    share, by_cells, exactly = measured
    return (
        f"of the hundred nearest premises {share:.4f} are found in {by_cells:.1f} ms, all in {exactly:.1f} ms"
    )


def _print(premises: int, row: dict[str, Any], methods: list[str]) -> None:
    disk = row["disk"]
    _print_building(premises, row["built"])
    print(
        f"{premises:,} premises: on disk {disk['corpus']:,.0f} MB + vectors and cells {disk['vectors']:,.0f} MB;"
        f" searching: {row['own']:,.0f} MB own, {row['mapped']:,.0f} MB mapped; first search {row['first']:.1f} s;"
        f" {_recall(row['recall'])}"
    )
    for name in methods:
        (w50, w95), (p50, p95) = row["clock"][name], row["processor"][name]
        print(
            f"  {name:<18} p50 {w50:8.1f} ms, p95 {w95:8.1f} ms by the clock;"
            f" {p50:8.1f}, {p95:8.1f} ms of the processor",
            flush=True,
        )


if __name__ == "__main__":
    main()
