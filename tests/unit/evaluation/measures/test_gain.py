"""Cumulated gain, by hand."""

from __future__ import annotations

import math

import pytest

from debatable.evaluation import Judged, measure
from tests.support.judgments import judged

STANDARD = [1 / math.log2(i + 1) for i in range(1, 11)]


def test_ndcg_by_hand() -> None:
    truth = judged(a=3, b=2, c=0, d=1)
    gained = 2 * STANDARD[0] + 0 + 3 * STANDARD[2]
    ideal = 3 * STANDARD[0] + 2 * STANDARD[1] + 1 * STANDARD[2]
    assert measure("nDCG@3")(["b", "x", "a", "d"], truth) == pytest.approx(gained / ideal)
    exponential = (3 * STANDARD[0] + 7 * STANDARD[2]) / (7 * STANDARD[0] + 3 * STANDARD[1] + 1 * STANDARD[2])
    assert measure("nDCG(gain=exponential)@3")(["b", "x", "a"], truth) == pytest.approx(exponential)


def test_exponential_gains_of_great_relevance_do_not_overflow() -> None:
    """Beyond 1,023 they were infinite, and the measure was undefined."""
    truth = judged(a=2000, b=1999, c=1)
    gained, ideal = STANDARD[0] + 2 * STANDARD[1], 2 * STANDARD[0] + STANDARD[1]  # in units of 2^1999
    ranking = ["b", "a", "c"]
    assert measure("nDCG(gain=exponential)@5")(ranking, truth) == pytest.approx(gained / ideal, abs=1e-15)
    assert measure("graph_nDCG@5")(ranking, truth) == pytest.approx(gained / ideal, abs=1e-15)
    assert measure("graph_nDCG@5")(["c", "x"], truth) == 1.0


def test_task_b_gives_the_papers_worked_example(figure_2: Judged) -> None:
    value = measure("alpha_nDCG@8")(["a", "d", "b", "e", "c", "x", "f", "g"], figure_2)
    assert value == pytest.approx((10 / 3) / (3 + 1 / math.log2(3)), abs=1e-15)
    assert round(value, 2) == 0.92


def test_task_b_with_the_other_papers_discount(figure_2: Judged) -> None:
    value = measure("alpha_nDCG(discount=standard)@8")(["a", "d", "b", "e", "c", "x", "f", "g"], figure_2)
    gained = 2 + 1 / math.log2(3) + 1 / math.log2(9)
    assert value == pytest.approx(gained / (2 + 1 / math.log2(3) + 1 / math.log2(4)), abs=1e-15)


def test_task_b_cuts_the_ideal_list_at_the_same_rank(figure_2: Judged) -> None:
    assert measure("alpha_nDCG@2")(["a", "d", "g"], figure_2) == 1.0
    assert measure("alpha_nDCG@2")(["d", "g", "a"], figure_2) == pytest.approx(2 / 3)


def test_a_premise_without_a_cluster_is_a_group_of_its_own() -> None:
    value = measure("alpha_nDCG@2")(["a", "b"], judged(a=1, b=1, c=0))
    assert value == 1.0


def test_a_condensed_list_is_cut_after_it_was_condensed(figure_2: Judged) -> None:
    """What nobody judged takes no rank, neither above the cut nor within the ideal list."""
    full = ["x", "a", "y", "z", "b", "d", "u", "g"]
    for k in range(1, 6):
        bare = measure(f"alpha_nDCG@{k}")(["a", "b", "d", "g"], figure_2)
        assert measure(f"alpha_nDCG(condensed)@{k}")(full, figure_2) == bare > 0
