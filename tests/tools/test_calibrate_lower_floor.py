from __future__ import annotations

import numpy as np
from tools.calibrate_lower_floor import Row, fitted, level, table

from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.relevance.weights import LowerFloor


def row(kind: str, best: float, cosine: float, *, close: bool = False, half: str = "build") -> Row:
    return Row("bundled", half, kind, close, best, cosine, cosine, 80)


def test_levels_are_those_of_a_search() -> None:
    closeness, floor = Closeness(), LowerFloor()
    assert level(row("on topic", 0.9, 0.1, close=True), closeness, floor) == "close"
    assert level(row("on topic", 0.5, 0.1, close=True), closeness, floor) == "none"
    assert level(row("on topic", 0.5, 0.5, close=True), closeness, floor) == "close"
    assert level(row("on topic", 0.2, 0.5), closeness, floor) == "nearest"
    assert level(row("on topic", 0.2, 0.2), closeness, floor) == "none"


def test_what_is_similar_is_told_from_what_is_not() -> None:
    rng = np.random.default_rng(5)
    rows = [
        row(kind, float(rng.uniform(low, low + 0.2)), float(rng.uniform(cosine, cosine + 0.2)))
        for kind, low, cosine in (("on topic", 0.15, 0.35), ("off topic", 0.02, 0.15))
        for _ in range(60)
    ]
    weights = fitted([*rows, row("off topic", 0.39, 0.9, half="report"), row("near", 0.39, 0.9)])
    assert weights["claim"] > 0 and weights["premise"] > 0 and weights == fitted(rows), (
        "the other half is not read"
    )
    lines = list(table(rows, LowerFloor(weights["bias"], weights["claim"], weights["premise"])))
    assert lines[0].startswith("bundled      build   on topic     60            0")
    assert int(lines[0].split()[-1]) <= 6 <= 54 <= int(lines[1].split()[-1])
