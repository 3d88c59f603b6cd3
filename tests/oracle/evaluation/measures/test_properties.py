"""What must hold for any ranking and any judgments."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.evaluation import Judged, Judgment, krippendorff_alpha, measure
from debatable.evaluation.runs import falling_scores

PREMISES = [f"p{number}" for number in range(12)]

judgments = st.lists(
    st.tuples(st.sampled_from(PREMISES), st.integers(0, 3), st.sampled_from("abcd")), max_size=12
).map(lambda rows: Judged(Judgment("q", premise, level, group) for premise, level, group in rows))
rankings = st.permutations(PREMISES).flatmap(lambda ids: st.integers(0, len(ids)).map(lambda n: ids[:n]))
clusters = st.lists(st.lists(st.sampled_from(PREMISES), min_size=1, max_size=4, unique=True), max_size=6)


@given(judgments, rankings, st.integers(1, 15))
def test_rank_measures_lie_between_0_and_1(judged: Judged, ranking: list[str], k: int) -> None:
    for name in (
        "alpha_nDCG",
        "nDCG",
        "nDCG(gain=exponential)",
        "graph_nDCG",
        "P",
        "R",
        "AP",
        "RR",
        "success",
        "MRR",
        "CP",
    ):
        assert 0.0 <= measure(f"{name}@{k}")(ranking, judged) <= 1.0 + 1e-12
    share = measure(f"judged@{k}")(ranking, judged)
    assert 0.0 <= share <= 1.0 if ranking else math.isnan(share), "a share of nothing is undefined"
    assert -1.0 <= measure(f"CR@{k}")(ranking, judged) <= 1.0


@given(judgments, st.integers(1, 15), st.sampled_from(["jarvelin", "standard"]))
def test_the_ideal_list_has_the_value_1(judged: Judged, k: int, discount: str) -> None:
    best = sorted(judged.rows, key=lambda premise: -judged.relevance[judged.rows[premise]])
    if judged.relevance.sum() == 0:
        return
    assert measure(f"nDCG(discount={discount})@{k}")(best, judged) == pytest.approx(1.0)


@given(judgments, clusters, st.integers(1, 10))
def test_success_is_what_the_reciprocal_rank_says(judged: Judged, found: list[list[str]], k: int) -> None:
    rank = measure("MRR")(found, judged)
    assert measure(f"success@{k}")(found, judged) == float(rank >= 1 / k)
    assert rank >= measure("MRR")([members[0] for members in found], judged), "members never make it worse"


@given(judgments, rankings)
def test_with_one_grade_the_best_is_the_first_relevant(judged: Judged, ranking: list[str]) -> None:
    if len(set(judged.relevance[judged.relevance > 0])) == 1:
        assert measure("MRR")(ranking, judged) == measure("RR")(ranking, judged)


@given(judgments, clusters, st.integers(1, 10))
def test_task_a_is_ordered(judged: Judged, found: list[list[str]], k: int) -> None:
    low, mid, high = (measure(f"taskA_{name}@{k}")(found, judged) for name in ("min", "mean", "max"))
    assert low <= mid + 1e-9
    assert mid <= high + 1e-9


@given(st.lists(st.floats(-1e6, 1e6, allow_nan=False), max_size=30))
def test_scores_of_a_run_always_fall(scores: list[float]) -> None:
    falling = np.array(falling_scores(scores), dtype=np.float32)
    assert (np.diff(falling) < 0).all()


@given(st.lists(st.lists(st.integers(0, 4), min_size=2, max_size=4), min_size=2, max_size=12))
def test_interval_alpha_ignores_the_zero_and_the_unit_of_the_scale(units: list[list[float]]) -> None:
    moved = [[10.0 + 3.0 * value for value in unit] for unit in units]
    assert krippendorff_alpha(moved, "interval") == pytest.approx(
        krippendorff_alpha(units, "interval"), abs=1e-9, nan_ok=True
    )
