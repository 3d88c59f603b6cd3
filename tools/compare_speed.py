"""How fast two checkouts are, side by side: each runs its own code, in turns, on the same core.

    python -m tools.compare_speed OLD NEW [--work WORK] [--graphs MICROTEXTS] [--only PART]... [--rounds 3]

Parts: ``lexical`` (building an index in memory, and queries), ``search`` (each main method on the bundled index and on
a made-up one of 70,000 premises), ``graphs`` (all queries with all cases), ``start`` (the command line from the cold),
``memory`` (the most that a search and the making of an index hold). Prints medians over the rounds and their ratio
OLD/NEW, above 1 where NEW is better, with the lowest and highest ratio of a round: a ratio whose range holds 1 says
nothing. Times are of the processor, so that what else runs on the machine counts for little; ``wall`` ones are not.

The made-up index has vectors of a static encoder, for encoding 70,000 texts would take an hour; methods that need
what this one cannot give are left out there.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from tools.checkouts import Checkout, Job, one_core
from tools.speed_inputs import LEXICAL, argument_corpus, lexical_corpus, static_encoder

DRIVER = Path(__file__).with_name("speed_driver.py")
SIMILARITIES = ["BM25", "LMDirichlet", "DFR(Ine,B,Z(0.3))"]
MAIN = (
    "best",
    "bm25",
    "bm25f",
    "claims",
    "dense",
    "framework",
    "framework-dense",
    "framework-hybrid",
    "quixote",
)
CLUSTERS = "hybrid(exact=10000)"
CLAIM = "We should abandon fossil fuels"
STARTS = 10

Figures = dict[str, float]


@dataclass(frozen=True, slots=True)
class Side:
    """A checkout with what it is timed on."""

    checkout: Checkout
    inputs: Path
    graphs: Path | None
    methods: list[str] = field(default_factory=list)

    @property
    def made_up(self) -> Path:
        """The index of the made-up corpus."""
        return self.checkout.kept / "speed" / "made-up"

    def prepare(self, parts: Sequence[str]) -> None:
        """Makes the indexes that are asked later, and loads everything once."""
        call = ["search", CLAIM, "--format", "json"]
        jobs = [Job("bundled index", [call], self.checkout.kept / "speed" / "bundled.done", captured=True)]
        if {"search", "memory"} & set(parts):
            corpus, _ = argument_corpus(self.inputs)
            call = ["index", str(corpus), "--into", str(self.made_up), "--overwrite", "--clusters", CLUSTERS]
            call += ["--encoder", str(static_encoder(self.inputs))]
            jobs.append(Job("made-up index", [call], self.made_up.with_name("made-up.done"), captured=True))
        self.checkout.make(jobs)
        for job in jobs:
            if job.failure:
                raise SystemExit(f"{self.checkout.folder}: {job.label}: {job.failure}")

    def driven(self, what: str, **options: Any) -> Figures:
        """Times something from the inside."""
        document = {"what": what, "source": str(self.checkout.source), **options}
        figures: Figures = json.loads(self.checkout.run_python([str(DRIVER)], json.dumps(document)))
        return figures

    def process(self, arguments: Sequence[str]) -> tuple[Figures, bytes]:
        """Runs a command line in a process of its own; returns what it cost and what it printed."""
        module, _, function = self.checkout.entry.partition(":")
        code = f"from {module} import {function}; {function}()"
        command = [sys.executable, "-P", "-c", code, *arguments]
        printed = self.checkout.kept / "speed" / "printed"
        start = perf_counter()
        with printed.open("wb") as out:
            child = subprocess.Popen(
                command, env=self.checkout.environment, stdout=out, stderr=subprocess.DEVNULL
            )
            _, status, usage = os.wait4(child.pid, 0)
        wall, child.returncode = perf_counter() - start, os.waitstatus_to_exitcode(status)
        if child.returncode:
            raise SystemExit(f"{self.checkout.folder}: debatable {' '.join(arguments[:3])} failed")
        cpu = usage.ru_utime + usage.ru_stime
        return {"wall s": wall, "s": cpu, "MB": usage.ru_maxrss / 1024}, printed.read_bytes()


def lexical(side: Side) -> Figures:
    """Lexical indexes in memory."""
    spent: Figures = {}
    for name in LEXICAL:
        path = lexical_corpus(name, side.inputs)
        figures = side.driven("lexical", corpus=str(path), similarities=SIMILARITIES)
        spent |= {f"lexical {name}, {what}, ms": value for what, value in figures.items()}
    return spent


def search(side: Side) -> Figures:
    """Methods on the bundled index and on the made-up one."""
    content = gzip.decompress(next(side.checkout.bundled.glob("queries.jsonl.gz")).read_bytes()).decode()
    bundled = [json.loads(line)["text"] for line in content.splitlines()]
    spent: Figures = {}
    indexes = {"bundled": ("", bundled), "70,000": (str(side.made_up), argument_corpus(side.inputs)[1])}
    for name, (index, queries) in indexes.items():
        figures = side.driven("search", index=index, queries=queries, methods=side.methods)
        spent |= {f"search {name}, {what}, ms": value for what, value in figures.items()}
    return spent


def graphs(side: Side) -> Figures:
    """Every query graph with every case, exactly."""
    if side.graphs is None:
        return {}
    call = ["graphs", "evaluate", "--json", "--candidates", "0"]
    for option in ("cases", "queries"):
        call += [f"--{option}", str(side.graphs / f"{option}-annotated")]
    cost, printed = side.process([*call, "--reference", str(side.graphs / "reference-rankings")])
    each = float(json.loads(printed)["seconds_per_query"]) * 1000
    return {"graphs, a query, wall ms": each, "graphs, the whole command, s": cost["s"]}


def start(side: Side) -> Figures:
    """The command line from the cold."""
    calls = {"--help": ["--help"], "search": ["search", CLAIM, "--format", "json"]}
    spent: Figures = {}
    for name, call in calls.items():
        cost, _ = side.process(call)
        spent |= {f"start {name}, {unit}": cost[unit] for unit in ("s", "wall s")}
    return spent


def memory(side: Side) -> Figures:
    """The most memory that is held."""
    query = argument_corpus(side.inputs)[1][0]
    found, _ = side.process(["search", "--index", str(side.made_up), "--format", "json", "--", query])
    into = side.checkout.kept / "speed" / "fresh"
    shutil.rmtree(into, ignore_errors=True)
    corpus = next(side.checkout.bundled.glob("corpus.*"))
    built, _ = side.process(["index", str(corpus), "--into", str(into)])
    return {
        "memory of a search in 70,000, MB": found["MB"],
        "memory of indexing the bundled corpus, MB": built["MB"],
        "indexing the bundled corpus, s": built["s"],
    }


PARTS: dict[str, Callable[[Side], Figures]] = {
    "lexical": lexical,
    "search": search,
    "graphs": graphs,
    "start": start,
    "memory": memory,
}


def lines(part: str, old: Sequence[Figures], new: Sequence[Figures]) -> list[str]:
    """Returns the table of one part: medians, ratio, range of the ratio; of starts the smallest, too.

    >>> lines("graphs", [{"x, ms": 4.0}, {"x, ms": 6.0}], [{"x, ms": 2.0}, {"x, ms": 2.0}])[0].split()
    ['x,', 'ms', '5.000', '2.000', '2.50', '2.00–3.00']
    """
    told = []
    for name in old[0]:
        if any(name not in figures for figures in new):
            told.append(f"{name:<52} {'NEW does not serve it':>22}")
            continue
        before, after = ([figures[name] for figures in side] for side in (old, new))
        ratios = [a / b for a, b in zip(before, after, strict=True)]
        a, b = statistics.median(before), statistics.median(after)
        told.append(f"{name:<52} {a:10.3f} {b:10.3f} {a / b:7.2f}  {min(ratios):.2f}–{max(ratios):.2f}")
        if part == "start":
            least = min(before), min(after)
            told.append(
                f"{f'{name}, least':<52} {least[0]:10.3f} {least[1]:10.3f} {least[0] / least[1]:7.2f}"
            )
    return told


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line and prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument(
        "--graphs", type=Path, help="folder of cases-annotated, queries-annotated, reference-rankings"
    )
    parser.add_argument("--only", action="append", choices=PARTS, help="part; repeatable")
    parser.add_argument("--rounds", type=int, default=3, help=f"of each part; {STARTS} of start")
    parser.add_argument("--work", type=Path, default=Path("comparison"), help="where indexes are kept")
    given = parser.parse_args(arguments)
    one_core()
    given.work.mkdir(parents=True, exist_ok=True)
    parts = given.only or list(PARTS)
    old = Checkout(given.old, given.work)
    new = Checkout(given.new, given.work, again=Checkout(given.new, given.work).digest == old.digest)
    methods = [name for name in MAIN if name in old.methods()]
    sides = [Side(one, given.work.resolve() / "inputs", given.graphs, methods) for one in (old, new)]
    print(f"OLD {old.describe()}\nNEW {new.describe()}\n", flush=True)
    for side in sides:
        side.prepare(parts)
    print(f"{'':<52} {'OLD':>10} {'NEW':>10} {'ratio':>7}  range", flush=True)
    for part in parts:
        spent: tuple[list[Figures], list[Figures]] = ([], [])
        for turn in range(STARTS if part == "start" else given.rounds):
            sys.stderr.write(f"{part}, round {turn + 1}\n")
            for place in (0, 1) if turn % 2 == 0 else (1, 0):
                spent[place].append(PARTS[part](sides[place]))
        print("\n".join(lines(part, *spent)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
