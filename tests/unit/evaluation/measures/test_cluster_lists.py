from __future__ import annotations

import pytest

from debatable.errors import InputError
from debatable.evaluation import Judged, Judgment, measure


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


def test_a_minimum_over_too_many_clusters_is_refused() -> None:
    truth = Judged(Judgment("q", f"p{number}", 1) for number in range(30))
    clusters = [[f"p{number}"] for number in range(30)]
    assert measure("taskA_min@20")(clusters, truth) == pytest.approx(1.0)
    with pytest.raises(InputError, match="use a cut-off of 20 or less"):
        measure("taskA_min@21")(clusters, truth)
