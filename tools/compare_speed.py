"""How fast two checkouts are, side by side: each runs its own code, in turns, on the same core.

    python -m tools.compare_speed OLD NEW [--work WORK] [--graphs MICROTEXTS] [--only PART]... [--rounds 3]

Parts: ``lexical`` (building an index in memory, and queries), ``search`` (each main method on the bundled index and on
a made-up one of 70,000 premises), ``graphs`` (all queries with all cases), ``start`` (the command line from the cold),
``memory`` (the most that a search and the making of an index hold). Prints medians over the rounds and their ratio
OLD/NEW, above 1 where NEW is better, with the lowest and highest ratio of a round: a ratio whose range holds 1 says
nothing. Times are of the processor, so that what else runs on the machine counts for less; ``wall`` ones are not.

The made-up index has vectors of a static encoder, for encoding 70,000 texts would take an hour; methods that need
what this one cannot give are left out there.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import statistics
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tools.checkouts import Checkout, checkout_folder, one_core
from tools.speed_inputs import LEXICAL, argument_corpus, lexical_corpus
from tools.speed_sides import CLAIM, Figures, Side, Timer, quantiles, turns

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
STARTS = 10

Sides = tuple[Side, Side]
Rounds = tuple[list[Figures], list[Figures]]


def timed(sides: Sides, rounds: int, label: str, what: str, options: Sequence[dict[str, Any]]) -> Rounds:
    """Times two running processes, task by task."""
    timers = (Timer(sides[0], what, **options[0]), Timer(sides[1], what, **options[1]))
    told: Rounds = ([], [])
    for spent in turns(timers, rounds):
        for side, each in zip(told, spent, strict=True):
            side.append(quantiles(label, each))
    for timer in timers:
        timer.close()
    return told


def alternately(sides: Sides, rounds: int, measured: Callable[[Side], Figures]) -> Rounds:
    """Measures processes from the outside, one side after the other; who begins changes."""
    told: Rounds = ([], [])
    for number in range(rounds):
        for place in (0, 1) if number % 2 == 0 else (1, 0):
            told[place].append(measured(sides[place]))
    return told


def joined(parts: Sequence[Rounds]) -> Rounds:
    """Joins what was measured in the same rounds."""
    old, new = (
        [
            {name: value for figures in same for name, value in figures.items()}
            for same in zip(*side, strict=True)
        ]
        for side in zip(*parts, strict=True)
    )
    return old, new


def lexical(sides: Sides, rounds: int) -> Rounds:
    """Lexical indexes in memory."""
    parts = []
    for name in LEXICAL:
        options = {"corpus": str(lexical_corpus(name, sides[0].inputs)), "similarities": SIMILARITIES}
        parts.append(timed(sides, rounds, f"lexical {name}", "lexical", [options, options]))
    return joined(parts)


def search(sides: Sides, rounds: int) -> Rounds:
    """Methods on the bundled index and on the made-up one; both sides are asked the queries of the old one."""
    content = gzip.decompress((sides[0].checkout.bundled / "queries.jsonl.gz").read_bytes()).decode()
    shared = {
        "queries": [json.loads(line)["text"] for line in content.splitlines()],
        "methods": sides[0].methods,
    }
    small = {"index": "", **shared}
    bundled = timed(sides, rounds, "search bundled", "search", [small, small])
    shared["queries"] = argument_corpus(sides[0].inputs)[1]
    large = [{"index": str(side.made_up), **shared} for side in sides]
    made_up = timed(sides, rounds, "search 70,000", "search", large)
    return joined([bundled, made_up])


def graphs(sides: Sides, rounds: int) -> Rounds:
    """Every query graph with every case, exactly."""

    def evaluated(side: Side) -> Figures:
        folder = side.graphs or Path()
        call = ["graphs", "evaluate", "--json", "--candidates", "0"]
        for option in ("cases", "queries"):
            call += [f"--{option}", str(folder / f"{option}-annotated")]
        cost, printed = side.process([*call, "--reference", str(folder / "reference-rankings")])
        each = float(json.loads(printed)["seconds_per_query"]) * 1000
        return {"graphs, a query, wall ms": each, "graphs, the whole command, s": cost["s"]}

    for side in sides:
        evaluated(side)  # keeps the vectors of the texts
    return alternately(sides, rounds, evaluated)


def start(sides: Sides, rounds: int) -> Rounds:
    """The command line from the cold; code is compiled before."""
    calls = {"--help": ["--help"], "search": ["search", CLAIM, "--format", "json"]}

    def started(side: Side) -> Figures:
        costs = {name: side.process(call)[0] for name, call in calls.items()}
        return {
            f"start {name}, {unit}": cost[unit] for name, cost in costs.items() for unit in ("s", "wall s")
        }

    for side in sides:
        started(side)
    return alternately(sides, max(rounds, STARTS), started)


def memory(sides: Sides, rounds: int) -> Rounds:
    """The most memory that is held."""
    query = argument_corpus(sides[0].inputs)[1][0]

    def held(side: Side) -> Figures:
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

    return alternately(sides, rounds, held)


PARTS = {"lexical": lexical, "search": search, "graphs": graphs, "start": start, "memory": memory}


def lines(part: str, old: Sequence[Figures], new: Sequence[Figures]) -> list[str]:
    """Returns the table of one part: medians, ratio, range of the ratio; of starts the least, too.

    >>> lines("graphs", [{"x, ms": 4.0}, {"x, ms": 6.0}], [{"x, ms": 2.0}, {"x, ms": 2.0}])[0].split()
    ['x,', 'ms', '5.000', '2.000', '2.50', '2.00–3.00']
    """
    told = []
    for name in dict.fromkeys([*old[0], *new[0]]):
        missing = [label for label, side in (("OLD", old), ("NEW", new)) if name not in side[0]]
        if missing:
            told.append(f"{name:<52} {missing[0]} does not serve it")
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
    parser.add_argument("old", type=checkout_folder)
    parser.add_argument("new", type=checkout_folder)
    parser.add_argument(
        "--graphs", type=Path, help="folder of cases-annotated, queries-annotated, reference-rankings"
    )
    parser.add_argument("--only", action="append", choices=PARTS, help="part; repeatable")
    parser.add_argument("--rounds", type=int, default=3, help=f"of each part; at least {STARTS} of start")
    parser.add_argument("--work", type=Path, default=Path("comparison"), help="where indexes are kept")
    given = parser.parse_args(arguments)
    one_core()
    given.work.mkdir(parents=True, exist_ok=True)
    parts = [part for part in given.only or PARTS if part != "graphs" or given.graphs is not None]
    old = Checkout(given.old, given.work)
    new = Checkout(given.new, given.work, again=Checkout(given.new, given.work).digest == old.digest)
    methods = [name for name in MAIN if name in old.methods()]
    inputs = given.work.resolve() / "inputs"
    sides = (Side(old, inputs, given.graphs, methods), Side(new, inputs, given.graphs, methods))
    print(f"OLD {old.describe()}\nNEW {new.describe()}\n", flush=True)
    for side in sides:
        side.prepare(made_up=bool({"search", "memory"} & set(parts)))
    print(f"{'':<52} {'OLD':>10} {'NEW':>10} {'ratio':>7}  range", flush=True)
    for part in parts:
        sys.stderr.write(f"{part}\n")
        print("\n".join(lines(part, *PARTS[part](sides, given.rounds))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
