"""How fast argument graphs are compared, exactly and approximately, and beside cbrkit's A* where it is installed.

    python -m benchmarks.graphs --data DIR

DIR holds ``microtexts`` (cases-annotated, queries-annotated) and, if there, ``graphs/araucaria-aif``. Texts are
encoded before the clock starts. ``--peer-seconds`` bounds each comparison by cbrkit.
"""

from __future__ import annotations

import argparse
import signal
import statistics
import time
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

import numpy as np
from platformdirs import user_cache_path

from debatable.graphs import ArgumentGraph, CaseBase, Shares, configured, load_folder
from debatable.graphs.mapping import Assignment, Limits, Problem, Solution, mapper

CACHE = user_cache_path("debatable") / "graph-vectors"
EXACT = ("branch-and-bound", "astar", "astar-bergmann-gil", "integer-program")


@dataclass(frozen=True, slots=True)
class Timed:
    """Problems of one query and what a mapper made of them."""

    solutions: list[Solution]
    seconds: float
    processor: float


def solved(name: str, problems: list[Problem]) -> Timed:
    """Maps all problems one after the other."""
    search = mapper(name, Limits(steps=100_000, queue=1_000_000))
    start, used = time.perf_counter(), time.process_time()
    solutions = [search(problem) for problem in problems]
    return Timed(solutions, time.perf_counter() - start, time.process_time() - used)


def microtexts(folder: Path, similarity: str, peer_seconds: float) -> None:
    """All queries against all cases, no MAC phase, every mapping exact."""
    cases, queries = load_folder(folder / "cases-annotated"), load_folder(folder / "queries-annotated")
    base = CaseBase(cases, configured(similarity, cache=CACHE, candidates=None))
    tasks = []
    solved("branch-and-bound", base.problems(queries[0]))  # loads what is loaded at first use
    build = time.perf_counter()
    for query in queries:
        tasks.append(base.problems(query))
    build = (time.perf_counter() - build) / len(queries)
    print(f"microtexts: {len(queries)} queries x {len(cases)} cases, no MAC phase, texts encoded")
    print(f"  {'building the problems':<24}{build * 1e3:9.1f} ms a query")
    best_of: dict[int, list[float]] = {}
    for name in (*EXACT, "assignment"):
        chosen = range(0, len(tasks), 8 if name == "integer-program" else 1)  # the slow one on some alone
        runs = [solved(name, tasks[at]) for at in chosen]
        each = [run.seconds for run in runs]
        for at, run in zip(chosen, runs, strict=True):
            best_of.setdefault(at, [solution.value for solution in run.solutions])
        values = [solution.value for run in runs for solution in run.solutions]
        truth = [value for at in chosen for value in best_of[at]]
        proven = sum(solution.optimal for run in runs for solution in run.solutions)
        loss = [(best - value) / best for best, value in zip(truth, values, strict=True) if best > 0]
        print(
            f"  {name:<24}{statistics.mean(each) * 1e3:9.1f} ms a query, at most {max(each) * 1e3:.1f} "
            f"(processor {statistics.mean(run.processor for run in runs) * 1e3:.1f}); "
            f"proven {proven}/{len(values)}; mean loss {np.mean(loss):.5f}, largest {max(loss):.3f}"
        )
    peer(base, queries, peer_seconds)


def crossed(folder: Path, similarity: str) -> None:
    """Cases as queries: graphs of ten nodes and more on both sides."""
    cases = load_folder(folder / "cases-annotated")
    base = CaseBase(cases, configured(similarity, cache=CACHE, candidates=None))
    each, used, approximate, proven, loss = [], [], [], 0, []
    for query in cases[::11]:
        problems = base.problems(query)
        exact = solved("branch-and-bound", problems)
        start = time.perf_counter()
        fast = [Assignment()(problem) for problem in problems]
        approximate.append(time.perf_counter() - start)
        each.append(exact.seconds)
        used.append(exact.processor)
        proven += sum(solution.optimal for solution in exact.solutions)
        pairs = zip(exact.solutions, fast, strict=True)
        loss += [(best.value - quick.value) / best.value for best, quick in pairs if best.value > 0]
    print(f"microtexts as queries: {len(each)} x {len(cases)}")
    print(
        f"  branch-and-bound {statistics.mean(each):.3f} s a query (processor {statistics.mean(used):.3f}), "
        f"proven {proven}/{len(loss)}; assignment {statistics.mean(approximate):.3f} s, "
        f"mean loss {np.mean(loss):.4f}, largest {max(loss):.3f}"
    )


def araucaria(folder: Path, similarity: str) -> None:
    """Messy real graphs: answers of the default search and of one without a MAC phase."""
    cases = load_folder(folder)
    by_size = sorted(cases, key=lambda case: (-len(case.nodes), case.id))
    queries = [*by_size[:5], *by_size[5 :: len(by_size) // 25]]
    print(f"araucaria: {len(queries)} of {len(cases)} graphs as queries, the 5 largest among them")
    for label, candidates in (("MAC 10", 10), ("no MAC", None)):
        base = CaseBase(
            cases, configured(similarity, cache=CACHE, candidates=candidates, shares=Shares(1, 1, 1))
        )
        each, used, unproven, shown = [], [], 0, 0
        for query in queries:
            start, before = time.perf_counter(), time.process_time()
            hits = base.search(query, 10)
            each.append(time.perf_counter() - start)
            used.append(time.process_time() - before)
            unproven += sum(not hit.mapping.optimal for hit in hits)
            shown += len(hits)
        print(
            f"  {label}: median {statistics.median(each):.3f} s, at most {max(each):.3f} s (processor "
            f"{statistics.median(used):.3f} and {max(used):.3f}; query texts encoded within); "
            f"{unproven} of {shown} mappings not proven optimal"
        )


class _Late(Exception):
    """The peer took too long."""


def _alarm(number: int, frame: FrameType | None) -> None:
    raise _Late


@dataclass(frozen=True)
class _PeerNode:
    data: tuple[str, int]


@dataclass(frozen=True)
class _PeerEdge:
    source: str
    target: str
    data: tuple[str, int]


def peer(base: CaseBase, queries: list[ArgumentGraph], seconds: float) -> None:
    """Cbrkit's A* on the same node similarities, five cases of each of three queries."""
    try:
        from cbrkit.sim.graph import Graph, astar
    except ImportError:
        print("  cbrkit's A* is not installed here: pip install cbrkit")
        return

    def peer_graph(nodes: tuple[int, ...], edges: tuple[tuple[int, int], ...]) -> object:
        named = {str(number): _PeerNode(("node", number)) for number in range(len(nodes))}
        links = {
            f"edge {number}": _PeerEdge(str(left), str(right), ("edge", number))
            for number, (left, right) in enumerate(edges)
        }
        return Graph(named, links, None)

    done, late, right, spent, own = 0, 0, 0, 0.0, 0.0
    signal.signal(signal.SIGALRM, _alarm)
    for query in queries[1:12:4]:
        for problem in base.problems(query)[:5]:
            exact = solved("branch-and-bound", [problem])
            own += exact.seconds
            node = lambda x, y, p=problem: float(p.similarity[y[1], x[1]] if p.admissible[y[1], x[1]] else 0)  # noqa: E731
            edge = lambda x, y, p=problem: p.edge_similarity(p.query_edges[y[1]], p.case_edges[x[1]])  # noqa: E731
            case = peer_graph(problem.case_types, problem.case_edges)
            asked = peer_graph(problem.query_types, problem.query_edges)
            start = time.perf_counter()
            signal.setitimer(signal.ITIMER_REAL, seconds)
            try:
                found = float(astar({"case": case}, asked, node, edge, 0)["case"].value)
                done += 1
                right += abs(found - exact.solutions[0].value / problem.size) < 1e-6
            except (_Late, ValueError, KeyError, IndexError):
                late += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            spent += time.perf_counter() - start
    print(
        f"  cbrkit A*: {done} of {done + late} comparisons answered within {seconds:g} s each, {right} of them with "
        f"the optimum, {spent:.3f} s in all; ours the optimum in all, {own:.3f} s"
    )


def main() -> None:
    """Prints every comparison."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--similarity", default="auto", help="auto, cosine or lexical")
    parser.add_argument("--peer-seconds", type=float, default=2.0)
    options = parser.parse_args()
    microtexts(options.data / "microtexts", options.similarity, options.peer_seconds)
    crossed(options.data / "microtexts", options.similarity)
    real = options.data / "graphs" / "araucaria-aif"
    if real.is_dir():
        araucaria(real, options.similarity)


if __name__ == "__main__":
    main()
