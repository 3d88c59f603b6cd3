"""Scores of answers, stances among them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from debatable.evaluation import Collection, Judgment, Judgments, Query, evaluate, paired_t
from debatable.evaluation.evaluation import Difference, Evaluation, compare
from debatable.evaluation.judgments import Judged
from debatable.evaluation.measures.table import asked_measure
from debatable.evaluation.scores import SHOWN, Scores, StanceScores, _labels, list_scores, stance_scores
from debatable.model import Stance
from tests.support.shelf import Shelf

QUERIES = [Query("q1", "?"), Query("q2", "?"), Query("q3", "?")]
JUDGMENTS = Judgments(
    [
        Judgment("q1", "a", 2, "g", quality=1.0),
        Judgment("q1", "b", 1, "h", quality=3.0),
        Judgment("q2", "a", 0, quality=0.0),
        Judgment("q2", "c", 1, quality=2.0),
    ]
)


def test_lists_are_scored_in_the_order_of_the_queries_whatever_is_missing() -> None:
    measures = [asked_measure(name) for name in ("P@1", "RR", "stance_accuracy@5", "quality_P@1")]
    found = list_scores("given", {"q2": ["x", "c"], "q1": ["a"]}, QUERIES, JUDGMENTS, measures)
    assert found.values["P@1"].tolist() == [1, 0, 0]
    assert found.values["RR"].tolist() == [1, 0.5, 0]
    assert np.isnan(found.values["stance_accuracy@5"]).all(), "nobody judged a stance"
    sides = Judgments([Judgment("q1", "a", 1, stance=Stance.PRO)])
    of_run = list_scores("given", {"q1": ["a"]}, QUERIES, sides, [asked_measure("stance_accuracy@5")])
    assert np.isnan(of_run.values["stance_accuracy@5"]).all(), "a run has no stances, and so no wrong ones"
    assert found.values["quality_P@1"].tolist() == [1, 0, 0]
    assert (found.seconds, found.stances) == ((), None)


def test_only_relevant_premises_of_the_first_clusters_are_labelled_each_once() -> None:
    judged = Judged([Judgment("q", name, 1, name[0]) for name in ("a1", "a2", "b1", "c1")])
    clusters: list[list[str] | str] = [["a1", "x"], "b1", ["a2", "a1"]]
    assert _labels(clusters, judged) == ([0, 1, 2], [0, 1, 0])
    measures = [asked_measure(name) for name in ("BCubed", "ARI", "V")]
    found = list_scores("run", {"q1": ["a", "b"], "q2": ["x"]}, QUERIES, JUDGMENTS, measures)
    for name, values in found.values.items():
        assert values[0] == 1.0 and np.isnan(values[1:]).all(), f"{name} of no premise at all was 1"
    far: list[list[str] | str] = [["x"]] * SHOWN
    assert _labels([*far, ["a1"]], judged) == ([], [])
    assert _labels([*far[1:], ["a1"]], judged) == ([SHOWN - 1], [0])


@pytest.mark.parametrize(("percent", "expected"), [(0, 100.0), (50, 200.0), (100, 900.0)])
def test_times_are_told_in_milliseconds(percent: float, expected: float) -> None:
    assert Scores("m", {}, (0.2, 0.9, 0.1)).milliseconds(percent) == pytest.approx(expected)
    assert math.isnan(Scores("m", {}).milliseconds(percent)), "nothing was timed"


@pytest.mark.parametrize(
    ("mean", "p", "mark"), [(0.1, 0.049, "▲"), (-0.1, 0.049, "▼"), (0.1, 0.05, ""), (-0.1, 0.2, "")]
)
def test_only_what_is_significant_is_marked(mean: float, p: float, mark: str) -> None:
    assert Difference(mean, p, 1.0).mark == mark


def test_every_method_is_compared_with_the_baseline_on_every_measure() -> None:
    values = {
        "base": [0.1, 0.2, 0.3, 0.4],
        "better": [0.3, 0.3, 0.5, 0.6],
        "worse": [0.0, 0.1, 0.1, 0.3],
    }
    methods = {name: Scores(name, {"P": np.array(scores)}) for name, scores in values.items()}
    evaluation = Evaluation("c", tuple(QUERIES), ("P",), methods)
    asked: list[tuple[list[float], list[float]]] = []

    def p_value(a: object, b: object) -> float:
        asked.append((list(a), list(b)))  # type: ignore[call-overload]
        return 0.02 * len(asked)

    found = compare(evaluation, "base", test=p_value, correct=lambda p: np.asarray(p) * 2)
    assert asked == [(values["better"], values["base"]), (values["worse"], values["base"])]
    assert list(found.differences) == ["better", "worse"] and found.baseline == "base"
    better, worse = (found.differences[name]["P"] for name in ("better", "worse"))
    assert [better.mean, worse.mean] == pytest.approx([0.175, -0.125])
    assert [better.p, worse.p] == pytest.approx([0.04, 0.08])
    assert better.effect > 0 > worse.effect
    assert (better.mark, worse.mark) == ("▲", "")


def test_stances_are_pooled_beside_the_majority(small: Collection) -> None:
    stances = evaluate(small, ["good"], searcher=Shelf()).methods["good"].stances
    assert stances is not None
    # Given pro, con, none; true pro, pro, con.
    assert stances.accuracy.value == pytest.approx(1 / 3)
    assert stances.baseline == pytest.approx(2 / 3)
    assert stances.given == pytest.approx(2 / 3)


PRO, CON, NONE = Stance.PRO, Stance.CON, Stance.NONE


def scores(shown: list[list[tuple[str, Stance]]], k: int = 9) -> StanceScores | None:
    judgments = Judgments(
        [
            Judgment("q1", "a", 1, stance=PRO),
            Judgment("q1", "b", 1, stance=CON),
            Judgment("q1", "c", 1),
            Judgment("q2", "a", 1, stance=CON),
            Judgment("q2", "d", 1, stance=PRO),
        ]
    )
    return stance_scores(shown, [Query("q1", "?"), Query("q2", "?"), Query("q3", "?")], judgments, k)


def test_only_hits_with_a_judged_side_count_and_only_the_first_k() -> None:
    shown = [[("x", PRO), ("a", PRO), ("c", CON), ("b", PRO)], [("a", NONE), ("d", PRO)], [("a", PRO)]]
    whole, two = scores(shown), scores(shown, 2)
    assert whole is not None and two is not None
    assert whole.pairs == (((PRO, PRO), (PRO, CON)), ((NONE, CON), (PRO, PRO)), ())
    assert two.pairs == (((PRO, PRO),), ((NONE, CON), (PRO, PRO)), ())
    assert whole.accuracy.value == pytest.approx(2 / 4)
    assert whole.given == pytest.approx(3 / 4)
    assert whole.baseline == pytest.approx(2 / 4)
    # Pro: 2 right of 3 given and 2 true; con: none right of 2 true.
    assert whole.macro_f1 == pytest.approx((2 * 2 / 5 + 0) / 2)
    assert whole.majority is PRO  # as often as con


def test_the_more_frequent_side_is_the_baseline() -> None:
    for sides, expected in (("ppc", PRO), ("pcc", CON), ("cnnn", CON), ("pc", PRO)):
        kinds = {"p": PRO, "c": CON, "n": NONE}
        rows = [Judgment("q", str(n), 1, stance=kinds[side]) for n, side in enumerate(sides)]
        found = stance_scores([[]], [Query("q", "?")], Judgments(rows), 5)
        assert found is not None and found.majority is expected


def test_nothing_judged_has_no_scores_and_nothing_found_scores_nothing() -> None:
    assert stance_scores([[]], [Query("q", "?")], Judgments([Judgment("q", "a", 1)]), 5) is None
    nothing = scores([[], [], []])
    assert nothing is not None
    figures = (nothing.accuracy.value, nothing.given, nothing.macro_f1, nothing.baseline)
    assert all(map(math.isnan, figures)), "no hit has a judged side: there is nothing to be right about"
    assert repr(nothing) == "<StanceScores: accuracy – of 0 hits>"


def test_samples_of_queries_without_judged_sides_do_not_count_as_wrong() -> None:
    """Where every side was right, the interval began at 0."""
    right = scores([[("a", PRO)], [("a", CON)], []])
    assert right is not None
    assert (right.accuracy.value, right.accuracy.bounds) == (1.0, (1.0, 1.0))
    one = scores([[("a", PRO), ("b", PRO)], [], []])
    assert one is not None
    assert (one.accuracy.value, one.accuracy.bounds) == (0.5, None), "one query has no spread"


def test_methods_are_compared_over_the_queries_that_both_have_a_value_for() -> None:
    values = {"base": [0.1, 0.2, np.nan, 0.4], "other": [0.3, np.nan, 0.5, 0.5], "none": [np.nan] * 4}
    methods = {name: Scores(name, {"P": np.array(scores)}) for name, scores in values.items()}
    assert methods["base"].mean("P") == methods["base"].interval("P").value == pytest.approx(0.7 / 3)
    assert math.isnan(methods["none"].mean("P"))
    assert repr(methods["none"]) == "<Scores of none: P –>"
    found = compare(Evaluation("c", (*QUERIES, Query("q4", "?")), ("P",), methods), "base").differences
    other, none = found["other"]["P"], found["none"]["P"]
    assert other.mean == pytest.approx((0.2 + 0.1) / 2)
    assert other.p == pytest.approx(paired_t([0.3, 0.5], [0.1, 0.4])), "the undefined p is not counted"
    assert all(map(math.isnan, (none.mean, none.p, none.effect))) and not none.significant
