"""Task A without listing anything equals listing everything."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from debatable.evaluation import Judged, Judgment, measure


def random_case(generator: random.Random) -> tuple[list[list[str]], Judged]:
    premises = [f"p{i}" for i in range(generator.randint(3, 14))]
    groups = generator.randint(1, 6)
    level = [generator.choice([1, 1, 2, 3]) for _ in range(groups)]
    share = generator.choice([0.3, 0.7, 0.95, 1.0])
    rows = []
    for premise in premises:
        group = generator.randrange(groups)
        relevant = generator.random() < share
        rows.append(Judgment("q", premise, level[group] if relevant else 0, f"g{group}"))
    clusters = [generator.sample(premises, generator.randint(1, 3)) for _ in range(generator.randint(1, 6))]
    return clusters, Judged(rows)


@pytest.mark.parametrize("cases", [200, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("discount", ["jarvelin", "standard"])
def test_task_a_equals_enumeration(discount: str, cases: int) -> None:
    generator = random.Random(7)
    k_values = (1, 3, 5, 10)
    between = 0
    for case in range(cases):
        clusters, judged = random_case(generator)
        k = k_values[case % 4]
        one = measure(f"alpha_nDCG(discount={discount})@{k}")
        # A premise in two result clusters repeats itself: it is renamed so that the list may hold it twice.
        values = []
        for choice in itertools.product(*clusters):
            seen: set[str] = set()
            ranking = []
            for place, premise in enumerate(choice):
                ranking.append(premise if premise not in seen else f"again-{place}")
                seen.add(premise)
            values.append(one(ranking, judged))
        found = [
            measure(f"taskA_{name}(discount={discount})@{k}")(clusters, judged)
            for name in ("mean", "min", "max")
        ]
        assert found == pytest.approx([float(np.mean(values)), min(values), max(values)], abs=1e-12)
        between += found[1] < found[0] < found[2]
    assert between > 0.3 * cases
