"""Compares the rankings of the local engine with those from a Qdrant server, exact and approximate.

python -m tools.compare_engines HOST:PORT[,HOST:PORT…] [COLLECTION…] [--method NAME]… [--queries N] [--options shards=3]
                                [--index DIR] [--keep] [--graph] [--read-once]

Each collection (the bundled one without any) is indexed in a folder (or was, in DIR) and put on the server (or was,
with --keep), and every query is ranked by every method on both. Premises must be the same, in the same order; where
they are not, the scores of what changed places must be within 1e-4 of each other, as shares of the best score. Printed
a method: rankings that are the same, near-ties, differences, the overlap of approximate search, and milliseconds a
query. A server has no graph of neighbours for few vectors, and compares all of them; with --graph it has one. It says
then what that finds of the nearest premises, too, also where it is told to look at fewer (hnsw_ef). With --read-once,
what a model has read for one engine is not read again for another: the same rankings in less time, but times say
nothing. Ends with 1 where exact rankings differ.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from qdrant_client import models

from debatable.arrays import Floats
from debatable.corpus.readers import read
from debatable.engines import LocalBackend, ServingBackend, make_index
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.engines.qdrant.writing.changes import publish_index
from debatable.evaluation.collections.base import Collection
from debatable.evaluation.collections.sources import collection
from debatable.learning import PairReader
from debatable.ranking import Question, method

METHODS = ("bm25f", "framework", "framework-hybrid", "quixote", "diverse", "best")
NEAR = 1e-4
K = 10
EFFORTS = (None, 64, 16, 4)
LEAST_KB = 10
"""The least that the server takes for the size of vectors from which on it has a graph, and searches it."""

Pair = tuple[PairReader, str, str | None, int | None]
Ranking = list[tuple[str, float]]


def read_once() -> None:
    """Has every model remember what it read; the logits of a pair do not depend on the pairs it is read with."""
    read, known = PairReader.__call__, dict[Pair, Floats]()

    def remembered(
        self: PairReader,
        firsts: Sequence[str],
        seconds: Sequence[str] | None = None,
        *,
        first_limit: int | None = None,
    ) -> Floats:
        others = [None] * len(firsts) if seconds is None else seconds
        pairs: list[Pair] = [
            (self, one, other, first_limit) for one, other in zip(firsts, others, strict=True)
        ]
        new = [pair for pair in dict.fromkeys(pairs) if pair not in known]
        if new or not pairs:
            ours = None if seconds is None else [str(pair[2]) for pair in new]
            logits = read(self, [pair[1] for pair in new], ours, first_limit=first_limit)
            if not pairs:
                return logits
            known.update(zip(new, logits, strict=True))
        return np.array([known[pair] for pair in pairs])

    PairReader.__call__ = remembered  # type: ignore[method-assign]


def ranked(backend: ServingBackend, name: str, query: str) -> tuple[Ranking, float]:
    """Returns ids and scores of the best premises, and the seconds it took."""
    start = time.perf_counter()
    hits = method(name)(Question(query, backend), backend, K)
    took = time.perf_counter() - start
    ids = backend.ids("premises", np.array([hit.premise for hit in hits], np.int64))
    return [(id_, hit.score) for id_, hit in zip(ids, hits, strict=True)], took


def verdict(one: Ranking, other: Ranking) -> str:
    """Returns whether two rankings are the same, but for near-ties, or differ.

    >>> verdict([("a", 2.0), ("b", 1.0)], [("a", 2.0), ("b", 1.0)])
    'same'
    >>> verdict([("a", 1.0), ("b", 1.0)], [("b", 1.00001), ("a", 1.0)])
    'near'
    >>> verdict([("a", 1.0), ("b", 0.9)], [("b", 1.0), ("a", 0.9)])
    'differ'
    """
    if [id_ for id_, _ in one] == [id_ for id_, _ in other]:
        return "same"
    if len(one) != len(other):
        return "differ"
    unit = max((abs(score) for _, score in one), default=1.0) or 1.0
    moved = zip(one, other, strict=True)
    tied = all(mine == yours or abs(a - b) <= NEAR * unit for (mine, a), (yours, b) in moved)
    within = {id_: score for id_, score in other}
    known = all(abs(score - within.get(id_, one[-1][1])) <= NEAR * unit for id_, score in one)
    return "near" if tied and known else "differ"


def published(folder: Path, address: Address) -> float:
    """Puts an index on the server; returns the seconds that took."""
    start = time.perf_counter()
    publish_index(folder, address, overwrite=True)
    return time.perf_counter() - start


def graphed(backend: QdrantBackend) -> int:
    """Has the server build a graph of neighbours, however few there are; returns how many vectors are in it."""
    server, name = backend.index.server, backend.index.name
    server.ask(
        lambda client: client.update_collection(
            name,
            optimizers_config=models.OptimizersConfigDiff(indexing_threshold=LEAST_KB),
            hnsw_config=models.HnswConfigDiff(full_scan_threshold=LEAST_KB),
        )
    )
    quiet = 0
    while quiet < 3:  # it is green for a moment before it begins
        time.sleep(1)
        quiet = quiet + 1 if backend.info()["status"] == "green" else 0
    return int(server.ask(lambda client: client.get_collection(name)).indexed_vectors_count or 0)


def found_by_graph(backend: QdrantBackend, queries: Sequence[str], effort: int | None) -> float:
    """Returns what share of the premises nearest to each query the server's graph finds.

    Args:
        backend: Where.
        queries: Texts.
        effort: Premises that a walk over the graph keeps in view; None for what the server takes by itself.
    """
    server, collection = backend.index.server, backend.index.name
    name = backend.index.vectors_name("premises")

    def nearest(vector: list[float], how: models.SearchParams) -> set[int]:
        answer = server.ask(
            lambda client: client.query_points(
                collection, query=vector, using=name, limit=K, with_payload=False, search_params=how
            )
        )
        return {int(point.id) for point in answer.points}

    shares = []
    for query in queries:
        vector = [float(value) for value in backend.encode(query)]
        right = nearest(vector, models.SearchParams(exact=True))
        shares.append(len(right & nearest(vector, models.SearchParams(hnsw_ef=effort))) / max(1, len(right)))
    return float(np.mean(shares))


def compare(
    found: Collection,
    server: str,
    options: str,
    methods: Sequence[str],
    queries: int,
    index: Path | None,
    keep: bool,
    graph: bool,
) -> bool:
    """Prints a line a method; returns whether all exact rankings are the same."""
    name = f"compare-{found.name}"
    exact, near = (
        Address.of(f"qdrant://{server}/{name}?search={kind}&{options}".rstrip("&"))
        for kind in ("exact", "approximate")
    )
    well = True
    with tempfile.TemporaryDirectory() as home:
        folder = index or Path(home) / "index"
        if index is None:
            make_index(read(found.corpus, on_error="skip"), folder, on_duplicate="skip")
        took = 0.0 if keep else published(folder, exact)
        local = LocalBackend.open(folder)
        print(
            f"{found.name}: {local.counts.premises:,} premises, {local.counts.claims:,} claims,"
            f" on the server in {took:.0f} s"
        )
        sides = {"exact": QdrantBackend.open(exact), "approximate": QdrantBackend.open(near)}
        if graph:
            print(f"  {graphed(sides['approximate']):,} vectors in the server's graph and lists of words")
            texts = [query.text for query in found.queries[:queries]]
            shares = [
                f"{found_by_graph(sides['exact'], texts, effort):.4f} ({effort or 'as it comes'})"
                for effort in EFFORTS
            ]
            print(
                f"  of the {K} premises nearest to each query the graph finds {', '.join(shares)}", flush=True
            )
        for chosen in methods:
            lines = [_line(local, sides, chosen, query.text) for query in found.queries[:queries]]
            verdicts = [line[0] for line in lines]
            well &= "differ" not in verdicts
            times = np.array([line[2:] for line in lines]) * 1e3
            print(
                f"  {chosen:17} {len(lines):4} queries: same {verdicts.count('same'):4}, near-ties"
                f" {verdicts.count('near')}, differ {verdicts.count('differ')};"
                f" approximate overlap {np.mean([line[1] for line in lines]):.3f};"
                + "".join(
                    f" {side} p50 {np.percentile(of, 50):.0f} p95 {np.percentile(of, 95):.0f} ms"
                    for side, of in zip(("local", "exact", "approximate"), times.T, strict=True)
                ),
                flush=True,
            )
        local.close()
        for backend in sides.values():
            backend.close()
    return well


def _line(
    local: ServingBackend, sides: dict[str, QdrantBackend], name: str, query: str
) -> tuple[str, float, float, float, float]:
    here, local_took = ranked(local, name, query)
    there, exact_took = ranked(sides["exact"], name, query)
    roughly, near_took = ranked(sides["approximate"], name, query)
    both = {id_ for id_, _ in here} & {id_ for id_, _ in roughly}
    return verdict(here, there), len(both) / max(1, len(here)), local_took, exact_took, near_took


def main(arguments: Sequence[str] | None = None) -> int:
    """Compares, and returns 0 where exact rankings are the same."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("collections", nargs="*", default=[""])
    parser.add_argument("--method", action="append")
    parser.add_argument("--queries", type=int, default=1_000)
    parser.add_argument("--options", default="")
    parser.add_argument("--index", type=Path)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("--graph", action="store_true")
    parser.add_argument("--read-once", action="store_true")
    given = parser.parse_args(arguments)
    methods = given.method or METHODS
    if given.read_once:
        read_once()
    results = [
        compare(
            collection(name),
            given.server,
            given.options,
            methods,
            given.queries,
            given.index,
            given.keep,
            given.graph,
        )
        for name in given.collections
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
