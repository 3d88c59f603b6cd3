"""Times the measures: Task A without enumeration, and rank measures beside trec_eval.

python -m benchmarks.measures
"""

from __future__ import annotations

import itertools
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from debatable.evaluation import Judged, Judgment, measure

NAMES = ("taskA_mean@10", "taskA_min@10", "taskA_max@10")


def case(clusters: int, size: int, groups: int, seed: int = 0) -> tuple[list[list[str]], Judged]:
    """Returns result clusters of relevant premises alone, the hardest case for the minimum."""
    generator = random.Random(seed)
    premises = [f"p{number}" for number in range(clusters * size)]
    rows = [
        Judgment("q", premise, 1 + number % 2, f"g{number}")
        for premise in premises
        for number in [generator.randrange(groups)]
    ]
    return [premises[start : start + size] for start in range(0, len(premises), size)], Judged(rows)


def milliseconds(action: Callable[[], Any], repeat: int = 7) -> float:
    """Returns the median time of an action."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000.0


def all_three(clusters: list[list[str]], judged: Judged) -> list[float]:
    """Returns mean, minimum and maximum as the package computes them."""
    return [measure(name)(clusters, judged) for name in NAMES]


def enumerated(clusters: list[list[str]], judged: Judged) -> list[float]:
    """Returns mean, minimum and maximum by listing every result list."""
    one = measure("alpha_nDCG@10")
    values = [one(choice, judged) for choice in itertools.product(*clusters)]
    return [statistics.fmean(values), min(values), max(values)]


def task_a() -> None:
    """Prints the time of Task A, and how many times faster it is than listing where that is possible."""
    for clusters, size, groups in ((5, 5, 8), (10, 50, 30), (10, 50, 500)):
        found, judged = case(clusters, size, groups)
        ours = milliseconds(partial(all_three, found, judged))
        line = f"Task A, {clusters} clusters of {size}, {groups} groups: {ours:.2f} ms for mean, min and max"
        if size**clusters < 10_000:
            listing = milliseconds(partial(enumerated, found, judged), 3)
            line += f"; listing all {size**clusters:,} takes {listing / ours:.0f} times as long"
        print(line)


def beside_trec_eval(queries: int = 1000, depth: int = 100) -> None:
    """Prints the time of nDCG@10, AP and P@10 over many queries beside trec_eval's."""
    try:
        import pytrec_eval
    except ImportError:
        print("trec_eval is not installed here")
        return
    generator = random.Random(1)
    pool = [f"d{number}" for number in range(1000)]
    runs = {f"q{q}": {d: generator.random() for d in generator.sample(pool, depth)} for q in range(queries)}
    grades = {
        f"q{q}": {d: generator.randrange(3) for d in generator.sample(pool, depth)} for q in range(queries)
    }
    judged = {q: Judged(Judgment(q, d, g) for d, g in given.items()) for q, given in grades.items()}
    chosen = [measure(name) for name in ("nDCG@10", "AP", "P@10")]
    ours = milliseconds(
        lambda: [one(list(run.items()), judged[q]) for q, run in runs.items() for one in chosen], 3
    )
    evaluator = pytrec_eval.RelevanceEvaluator(grades, {"ndcg_cut.10", "map", "P.10"})
    theirs = milliseconds(lambda: evaluator.evaluate(runs), 3)
    print(
        f"{queries} queries of {depth}: {ours:.0f} ms, trec_eval {theirs:.0f} ms, ratio {ours / theirs:.1f}"
    )


if __name__ == "__main__":
    task_a()
    beside_trec_eval()
