from __future__ import annotations

import math

import numpy as np
import pytest

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.evaluation import Judged, Judgment, condensed, measure, measures, ordered
from debatable.model import Stance

STANDARD = [1 / math.log2(i + 1) for i in range(1, 11)]


def judged(**levels: float) -> Judged:
    return Judged(Judgment("q", premise, level) for premise, level in levels.items())


@pytest.fixture
def figure_2() -> Judged:
    """Ground truth of Dumani et al. 2020, Fig. 2: G1 very relevant, G2 and G3 relevant."""
    groups = {"G1": (2, "abc"), "G2": (1, "def"), "G3": (1, "gh")}
    return Judged(Judgment("q", p, rel, g) for g, (rel, members) in groups.items() for p in members)


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


def test_a_premise_judged_twice_keeps_greatest_relevance_and_first_cluster() -> None:
    twice = Judged([Judgment("q", "a", 1, "g"), Judgment("q", "a", 2, "h", Stance.CON)])
    assert twice.relevance.tolist() == [2.0]
    assert twice.levels.tolist() == [2.0]
    assert twice.stance == (Stance.CON,)


def test_task_a_on_the_papers_two_clusters() -> None:
    truth = Judged([Judgment("q", "p1", 2, "x"), Judgment("q", "p2", 1, "y"), Judgment("q", "p3", 2, "x")])
    clusters = [["p1", "p2"], ["p3", "p4"]]
    # Lists: (p1,p3) gains 2,0; (p1,p4) 2,0; (p2,p3) 1,2; (p2,p4) 1,0; ideal 2+1.
    assert measure("taskA_mean@5")(clusters, truth) == pytest.approx((2 + 2 + 3 + 1) / 4 / 3)
    assert measure("taskA_min@5")(clusters, truth) == pytest.approx(1 / 3)
    assert measure("taskA_max@5")(clusters, truth) == pytest.approx(1.0)


def test_task_a_of_single_premises_is_task_b(figure_2: Judged) -> None:
    ranking = ["a", "x", "d", "b", "g"]
    expected = measure("alpha_nDCG@5")(ranking, figure_2)
    for name in ("taskA_mean@5", "taskA_min@5", "taskA_max@5"):
        assert measure(name)(ranking, figure_2) == pytest.approx(expected)


def test_task_a_refuses_an_empty_cluster(figure_2: Judged) -> None:
    with pytest.raises(InputError, match="result cluster 2 is empty"):
        measure("taskA_mean@5")([["a"], []], figure_2)


def test_ndcg_by_hand() -> None:
    truth = judged(a=3, b=2, c=0, d=1)
    gained = 2 * STANDARD[0] + 0 + 3 * STANDARD[2]
    ideal = 3 * STANDARD[0] + 2 * STANDARD[1] + 1 * STANDARD[2]
    assert measure("nDCG@3")(["b", "x", "a", "d"], truth) == pytest.approx(gained / ideal)
    exponential = (3 * STANDARD[0] + 7 * STANDARD[2]) / (7 * STANDARD[0] + 3 * STANDARD[1] + 1 * STANDARD[2])
    assert measure("nDCG(gain=exponential)@3")(["b", "x", "a"], truth) == pytest.approx(exponential)


def test_condensed_lists_leave_out_what_nobody_judged() -> None:
    truth = judged(a=1, b=0)
    assert condensed(["x", "b", "y", "a"], truth) == ["b", "a"]
    assert measure("nDCG@2")(["x", "y", "a"], truth) == 0.0
    assert measure("nDCG(condensed)@2")(["x", "y", "a"], truth) == 1.0
    assert measure("alpha_nDCG(condensed)@1")(["x", "a"], truth) == 1.0
    assert measure("P(condensed)@1")(["x", "a"], truth) == 1.0


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


def test_graph_measures_by_hand() -> None:
    """Gain 2^rel - 1, ideal over what was retrieved; pairs of different grades."""
    truth = judged(a=3, b=2, c=2, d=1)
    ranking = ["b", "x", "a"]
    gained = 3 * STANDARD[0] + 7 * STANDARD[2]
    assert measure("graph_nDCG@10")(ranking, truth) == pytest.approx(
        gained / (7 * STANDARD[0] + 3 * STANDARD[1])
    )
    # Pairs: a>b, a>c, a>d, b>d, c>d; retrieved a and b, in the wrong order.
    assert measure("CR@10")(ranking, truth) == -1.0
    assert measure("CP@10")(ranking, truth) == pytest.approx(1 / 5)
    assert measure("CR@10")(["a", "b", "c", "d"], truth) == 1.0
    assert measure("CP@10")(["a", "b", "c", "d"], truth) == 1.0
    assert measure("CR@10")([], truth) == 1.0
    assert measure("pairwise_accuracy")(["a", "d", "b", "c"], truth) == pytest.approx(3 / 5)


def test_stances_by_hand() -> None:
    truth = Judged(
        [
            Judgment("q", "a", 1, stance=Stance.PRO),
            Judgment("q", "b", 1, stance=Stance.CON),
            Judgment("q", "c", 1, stance=Stance.CON),
            Judgment("q", "d", 1),
        ]
    )
    hits = [("a", Stance.PRO), ("b", Stance.PRO), ("x", Stance.PRO), ("c", Stance.NONE), ("d", Stance.CON)]
    assert measure("stance_accuracy@10")(hits, truth) == pytest.approx(1 / 3)
    assert measure("stance_accuracy@1")(hits, truth) == 1.0
    # pro: precision 1/2, recall 1, F1 2/3; con: nothing right, F1 0.
    assert measure("stance_macro_F1@10")(hits, truth) == pytest.approx(1 / 3)


def test_bcubed_by_hand() -> None:
    """Found {1,2,3},{4}; true {1,2},{3,4}."""
    found, truth = [0, 0, 0, 1], ["x", "x", "y", "y"]
    precision = (2 / 3 + 2 / 3 + 1 / 3 + 1) / 4
    recall = (1 + 1 + 1 / 2 + 1 / 2) / 4
    assert measure("BCubed(part=precision)")(found, truth) == pytest.approx(precision)
    assert measure("BCubed(part=recall)")(found, truth) == pytest.approx(recall)
    assert measure("BCubed")(found, truth) == pytest.approx(2 * precision * recall / (precision + recall))


def test_nothing_relevant_is_zero_and_nothing_returned_is_zero() -> None:
    for name in (
        "alpha_nDCG@5",
        "taskA_mean@5",
        "taskA_min@5",
        "taskA_max@5",
        "nDCG@5",
        "P@5",
        "R@5",
        "AP",
        "RR",
    ):
        assert measure(name)(["a"], judged(a=0)) == 0.0
        assert measure(name)([], judged(a=1)) == 0.0
        assert measure(name)(["a"], Judged([])) == 0.0
    assert measure("bpref")(["a"], judged(a=0)) == 0.0


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        ([("a", 1.0), ("b", 1.0), ("c", 2.0)], ["c", "b", "a"]),
        ([("p10", 1.0), ("p9", 1.0)], ["p9", "p10"]),
        ([("a", 0.1), ("b", 0.1 + 1e-10)], ["b", "a"]),
        ([("z", 0.1 + 1e-10), ("a", 0.1)], ["z", "a"]),
        ([("a", 0.1 + 1e-10), ("z", 0.1)], ["z", "a"]),
        ([("a", -1.0), ("b", 0.0)], ["b", "a"]),
        (["b", "a"], ["b", "a"]),
    ],
)
def test_ties_fall_by_id_and_scores_have_single_precision(
    ranking: list[tuple[str, float]], expected: list[str]
) -> None:
    assert ordered(ranking) == expected


def test_a_scored_ranking_with_a_premise_twice_is_refused() -> None:
    with pytest.raises(InputError, match="a: a premise is ranked twice"):
        ordered([("a", 3.0), ("b", 2.0), ("a", 1.0)])
    assert ordered(["a", "b", "a"]) == ["a", "b", "a"]
    with pytest.raises(InputError, match="cannot be ranked"):
        ordered([("a", math.nan)])


@pytest.mark.parametrize("name", measures())
def test_every_name_parses_back(name: str) -> None:
    assert repr(measure(name)) == name
    assert repr(measure(name.lower())) == name


@pytest.mark.parametrize(
    "name",
    [
        "alpha_nDCG(discount=standard,condensed)@10",
        "nDCG(gain=exponential)",
        "taskA_min(discount=standard)@5",
    ],
)
def test_parameters_parse_back(name: str) -> None:
    assert repr(measure(name)) == name
    assert measure(repr(measure(name))) == measure(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("alpha_nDGC@5", "did you mean 'alpha_nDCG'"),
        ("nDCG@0", "cut-off 0"),
        ("bpref@5", "has no cut-off"),
        ("nDCG(gain=cubic)@5", "unknown gain 'cubic'"),
        ("nDCG(gian=linear)@5", "did you mean 'gain'"),
        ("nDCG(condensed=yes)@5", "write it as 'condensed'"),
        ("nDCG(gain)@5", "write it as 'gain=linear'"),
        ("ARI(x=1)", "has no parameter 'x'"),
        ("nDCG@", "unknown measure"),
        ("", "unknown measure"),
    ],
)
def test_wrong_names_say_what_to_do(name: str, message: str) -> None:
    with pytest.raises(DebatableError, match=message.replace("(", r"\(")):
        measure(name)


def test_unknown_names_are_unknown_name_errors() -> None:
    with pytest.raises(UnknownNameError):
        measure("nonsense@3")


def test_gains_of_nothing_judged_are_zero() -> None:
    assert np.array_equal(Judged([]).gains(["a", "b"]), [0.0, 0.0])
    assert np.array_equal(Judged([]).clusters(["a"]), [-1])


def test_a_minimum_over_too_many_clusters_is_refused() -> None:
    truth = Judged(Judgment("q", f"p{number}", 1) for number in range(30))
    clusters = [[f"p{number}"] for number in range(30)]
    assert measure("taskA_min@20")(clusters, truth) == pytest.approx(1.0)
    with pytest.raises(InputError, match="use a cut-off of 20 or less"):
        measure("taskA_min@21")(clusters, truth)
