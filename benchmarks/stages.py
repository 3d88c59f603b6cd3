"""How long a search takes, and which stage of it how long: over the bundled corpus or any index.

    python -m benchmarks.stages --processes 5
    python -m benchmarks.stages --index FOLDER --queries QUERIES.txt

Some processes are started first, one after the other, and each answers one query: how long it takes to import and open,
and how long its first search. Then one process answers every query once, the first ones to warm up, and p50 and p95 are
told by the clock and of the processor, with the mean of every stage. A stage is the time spent in it and in nothing
that is told by itself. A query is asked only once, so nothing that was read is remembered from an earlier turn; what
claims of the corpus say of each other is, as it is in a service.
"""

from __future__ import annotations

import argparse
import functools
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import debatable
from debatable.engines import Engine, LocalBackend
from debatable.evaluation import collection
from debatable.learning import LearnedStance
from debatable.learning.relevance import LearnedRelevance, SameQuestion

WARM = 3  # queries before the clock counts
STAGES: tuple[tuple[str, type, tuple[str, ...]], ...] = (
    ("query encoded", LocalBackend, ("encode",)),
    ("words searched", LocalBackend, ("search", "search_fields", "score", "score_fields")),
    ("vectors compared", LocalBackend, ("nearest", "cosines", "vectors", "similar_premises")),
    ("sides read", LearnedStance, ("between", "towards", "skimmed")),
    ("closeness read", LearnedRelevance, ("__call__", "logits")),
    ("closeness read", SameQuestion, ("__call__", "of_claims")),
    ("texts fetched", LocalBackend, ("texts", "claims", "premises", "arguments")),
)
REST = "ranking, the rest"
FIRST = """
import time
start = time.perf_counter()
import sys, debatable
engine = debatable.open(sys.argv[1]) if sys.argv[1] else debatable.demo()
opened = time.perf_counter()
engine.search(sys.argv[2])
print(opened - start, time.perf_counter() - opened)
"""


class Stopwatch:
    """Adds up the seconds of every stage, each without those that it waits for."""

    def __init__(self) -> None:
        """Nothing is under way yet."""
        self.spent: defaultdict[str, float] = defaultdict(float)
        self._inner = [0.0]

    def watch(self, stage: str, job: Callable[..., Any]) -> Callable[..., Any]:
        """Returns a job that is told as a stage; it is called by one thread only."""

        @functools.wraps(job)
        def watched(*given: Any, **named: Any) -> Any:
            self._inner.append(0.0)
            start = time.perf_counter()
            try:
                return job(*given, **named)
            finally:
                took = time.perf_counter() - start
                self.spent[stage] += took - self._inner.pop()
                self._inner[-1] += took

        return watched


def first_searches(index: str, query: str, processes: int) -> list[tuple[float, float]]:
    """Returns the seconds of opening and of the first search of processes, one after the other."""
    found = []
    for _ in range(processes):
        command = [sys.executable, "-c", FIRST, index, query]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        found.append((float(output[0]), float(output[1])))
    return found


def asked(
    engine: Engine, queries: Sequence[str], method: str, k: int
) -> tuple[list[tuple[float, float]], dict[str, float]]:
    """Asks every query once; returns seconds by the clock and of the processor, and those of the stages."""
    stopwatch = Stopwatch()
    for stage, owner, names in STAGES:
        for name in names:
            setattr(owner, name, stopwatch.watch(stage, getattr(owner, name)))
    search = stopwatch.watch(REST, engine.search)
    spent: list[tuple[float, float]] = []
    for number, query in enumerate(queries):
        if number == WARM:
            spent.clear()
            stopwatch.spent.clear()
        start = time.perf_counter(), time.process_time()
        search(query, method=method, k=k)
        spent.append((time.perf_counter() - start[0], time.process_time() - start[1]))
    return spent, stopwatch.spent


def main() -> None:
    """Reads the command line and prints the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--index", default="", help="a folder; the bundled corpus without it")
    parser.add_argument(
        "--queries", type=Path, help="a file with one a line; those of the bundled collection without it"
    )
    parser.add_argument("--method", default="best")
    parser.add_argument("-k", type=int, default=10)
    parser.add_argument("--processes", type=int, default=5)
    options = parser.parse_args()
    queries = [query.text for query in collection().queries]
    if options.queries:
        if not options.queries.is_file():
            parser.error(f"{options.queries} is no file; give one with a query a line")
        queries = list(filter(None, map(str.strip, options.queries.read_text(encoding="utf-8").splitlines())))
    if len(queries) <= WARM:
        parser.error(f"{len(queries)} queries are too few; give more than {WARM}, which warm up")
    for opening, searching in first_searches(options.index, queries[0], options.processes):
        print(f"a process: opened in {opening:.2f} s, first search {searching:.2f} s")
    with debatable.open(options.index) if options.index else debatable.demo() as engine:
        spent, stages = asked(engine, queries, options.method, options.k)
    for what, times in zip(("by the clock", "of the processor"), zip(*spent, strict=True), strict=True):
        p50, p95 = np.percentile(times, [50, 95]) * 1000
        print(f"{options.method}, {len(times)} queries: p50 {p50:.0f} ms, p95 {p95:.0f} ms {what}")
    for stage, seconds in sorted(stages.items(), key=lambda told: -told[1]):
        print(f"  {stage:<18} {1000 * seconds / len(spent):6.1f} ms   {seconds / sum(stages.values()):4.0%}")


if __name__ == "__main__":
    main()
