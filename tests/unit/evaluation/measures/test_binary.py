"""Measures over relevant or not, by hand."""

from __future__ import annotations

import itertools
from itertools import permutations

import pytest

from debatable.evaluation import measure
from tests.support.judgments import judged


def test_binary_measures_by_hand() -> None:
    truth = judged(a=1, b=2, c=0, d=1)
    ranking = ["c", "a", "x", "b"]
    assert measure("P@3")(ranking, truth) == pytest.approx(1 / 3)
    assert measure("P@10")(ranking, truth) == pytest.approx(2 / 10)
    assert measure("R@3")(ranking, truth) == pytest.approx(1 / 3)
    assert measure("AP")(ranking, truth) == pytest.approx((1 / 2 + 2 / 4) / 3)
    assert measure("AP@2")(ranking, truth) == pytest.approx((1 / 2) / 3)
    assert measure("RR")(ranking, truth) == 0.5
    assert measure("RR@1")(ranking, truth) == 0.0
    assert measure("bpref")(ranking, truth) == pytest.approx(((1 - 1 / 1) + (1 - 1 / 1)) / 3)
    assert measure("judged@4")(ranking, truth) == 0.75


def test_a_judgment_below_0_is_none_for_bpref() -> None:
    """Of R = 2 and N = 1 each relevant premise below c loses 1 / min(R, N), however many were not to be judged."""
    truth = {"a": 1, "b": 2, "c": 0}
    spam = {"y": -1, "z": -2}
    for ranking in itertools.permutations([*truth, *spam]):
        told = list(ranking)
        hand = sum(told.index(premise) < told.index("c") for premise in "ab") / 2
        assert measure("bpref")(told, judged(**truth)) == hand
        assert measure("bpref")(told, judged(**truth, **spam)) == hand


TRUTH = judged(a=2, b=1, c=0, d=2)


def test_success_and_reciprocal_rank_by_hand() -> None:
    ranking = ["b", "x", "a", "d"]
    assert [measure(f"success@{k}")(ranking, TRUTH) for k in (1, 2, 3, 4, 5)] == [0.0, 0.0, 1.0, 1.0, 1.0]
    assert measure("success")(ranking, TRUTH) == 1.0
    assert measure("MRR")(ranking, TRUTH) == 1 / 3
    assert (measure("MRR@2")(ranking, TRUTH), measure("MRR@3")(ranking, TRUTH)) == (0.0, 1 / 3)


def test_relevant_is_not_enough_where_something_has_a_greater_grade() -> None:
    assert measure("RR")(["b"], TRUTH) == 1.0
    assert measure("MRR")(["b"], TRUTH) == measure("success@1")(["b"], TRUTH) == 0.0
    assert measure("MRR")(["b"], judged(b=1, c=0)) == 1.0, "the greatest grade is that of the query"


def test_a_hit_counts_for_its_members() -> None:
    hits = [("b", "c"), ("x", "a"), ("d",)]
    assert measure("MRR")(hits, TRUTH) == 1 / 2
    assert (measure("success@1")(hits, TRUTH), measure("success@2")(hits, TRUTH)) == (0.0, 1.0)
    alone = [members[0] for members in hits]
    assert measure("MRR")(alone, TRUTH) == 1 / 3, "a run has no members"


@pytest.mark.parametrize("name", ["success@1", "success@5", "MRR"])
def test_nothing_relevant_and_nothing_found_is_no_success(name: str) -> None:
    assert measure(name)(["a", "b"], judged(a=0, b=0)) == 0.0
    assert measure(name)(["a"], judged(a=-1)) == 0.0
    assert measure(name)(["a"], judged()) == 0.0
    assert measure(name)([], TRUTH) == 0.0


def test_condensed_lists_leave_out_hits_without_a_judged_member() -> None:
    hits = [("x", "y"), ("z", "b"), ("a",)]
    assert measure("MRR(condensed)")(hits, TRUTH) == 1 / 2
    assert measure("success(condensed)@2")(hits, TRUTH) == 1.0
    assert measure("success@2")(hits, TRUTH) == 0.0


def test_scores_order_ids_as_trec_eval_does() -> None:
    assert measure("MRR")([("c", 1.0), ("a", 2.0), ("b", 3.0)], TRUTH) == 1 / 2
    assert measure("success@1")([("a", 1.0), ("d", 1.0), ("b", 1.0)], TRUTH) == 1.0, "ties by falling id"


def test_over_all_orders_the_means_have_closed_forms() -> None:
    """Of n premises with one best, success at k is k/n on average and MRR the n-th harmonic number over n."""
    truth = judged(a=3, b=2, c=1, d=0)
    orders = [list(order) for order in permutations("abcd")]
    for k in (1, 2, 3, 4):
        success = measure(f"success@{k}")
        assert sum(success(order, truth) for order in orders) / len(orders) == pytest.approx(k / 4)
    mrr = sum(measure("MRR")(order, truth) for order in orders) / len(orders)
    assert mrr == pytest.approx((1 + 1 / 2 + 1 / 3 + 1 / 4) / 4)
