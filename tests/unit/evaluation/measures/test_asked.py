from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.evaluation import Judged
from debatable.evaluation.measures import NDCG, TaskAMin, asked_measure


@dataclass(frozen=True)
class Length:
    """How many clusters were shown."""

    KIND = "clusters"

    k: int = 3

    def __call__(self, clusters: Sequence[Sequence[str]], judged: Judged) -> float:
        return float(len(clusters[: self.k]))


def total(ranking: Sequence[str], judged: Judged) -> float:
    return float(judged.gains(ranking).sum())


def test_names_and_objects_are_reported_alike() -> None:
    assert asked_measure("ndcg@5") == asked_measure(NDCG(5))
    assert asked_measure(NDCG(5)).name == "nDCG@5"
    assert asked_measure(NDCG(5)).cut == 5


def test_quality_is_part_of_the_name() -> None:
    asked = asked_measure("quality_ndcg@5")
    assert (asked.name, asked.quality, asked.compute) == ("quality_nDCG@5", True, NDCG(5))


def test_measures_of_ones_own_say_what_they_are_called_with_or_take_a_ranking() -> None:
    assert (asked_measure(Length(2)).kind, asked_measure(Length(2)).cut) == ("clusters", 2)
    assert asked_measure(Length(2)).name == "Length(k=2)"
    asked = asked_measure(total)
    assert (asked.name, asked.kind, asked.cut, asked.quality) == ("total", "ranking", None, False)


def test_measures_that_can_be_condensed_are_and_keep_their_name() -> None:
    asked = asked_measure("nDCG@5", condensed=True)
    assert (asked.name, asked.compute) == ("nDCG@5", NDCG(5, condensed=True))
    assert asked_measure("taskA_min@5", condensed=True).compute == TaskAMin(5)
    assert asked_measure(total, condensed=True).compute is total
