"""What every premise ranker must do: at most k, of equal ones the first, nothing twice, whatever it compares by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Ints, Vectors
from debatable.model import Explanation
from debatable.ranking import Backend, Question
from debatable.ranking.diversity.premise_ranker import (
    BiasedCoreset,
    OnePerCluster,
    PremiseRanker,
    TopK,
    alone,
)
from debatable.ranking.methods.diverse import explain
from debatable.ranking.relevance.filters import RelevanceFilter, Relevant
from tests.support.brute_backend import BruteBackend

VECTORS = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])


def given_vectors(
    question: Question, backend: Backend, relevance: RelevanceFilter, premises: Ints
) -> Vectors:
    """Stands for a representation: the same vectors whatever is asked."""
    assert len(premises) == len(VECTORS)
    return VECTORS


def no_vectors(question: Question, backend: Backend, relevance: RelevanceFilter, premises: Ints) -> Vectors:
    raise AssertionError("there is nothing to represent")


RANKERS: dict[str, Any] = {
    "top": TopK(),
    "coreset": BiasedCoreset(0.8, representation=given_vectors),
    "relevance alone": BiasedCoreset(1.0, representation=given_vectors),
    "plain coreset": BiasedCoreset(0.0, "l2", representation=given_vectors),
    "kmeans": OnePerCluster(representation=given_vectors),
}


def asked(ranker: PremiseRanker, relevance: list[float], k: int) -> Any:
    nobody: Any = None
    given_relevance = np.array(relevance, np.float64)
    rows = np.arange(len(relevance)) + 10
    return ranker(nobody, nobody, nobody, Relevant(rows, given_relevance), k)


@pytest.mark.parametrize("name", RANKERS)
@pytest.mark.parametrize("k", [1, 2, 3, 5, 6, 7, 20])
def test_at_most_k_are_picked_each_once_the_most_relevant_first(name: str, k: int) -> None:
    picks = asked(RANKERS[name], [0.9, 0.8, 0.7, 0.6, 0.5, 0.4], k)
    places = picks.places.tolist()
    assert len(places) == len(set(places)) <= min(k, 6)
    assert places[0] == 0
    if name in ("top", "relevance alone"):
        assert places == list(range(min(k, 6)))
    elif name != "kmeans":
        assert len(places) == min(k, 6)
    assert [members[0] for members in picks.members] == places
    assert len(picks.closest) == len(picks.likest) == len(places)
    assert picks.likest[0] == -1
    for number, like in enumerate(picks.likest.tolist()):
        assert like == -1 or like in places[:number]


@pytest.mark.parametrize("name", [name for name in RANKERS if name != "kmeans"])
def test_a_shorter_list_is_the_beginning_of_a_longer_one(name: str) -> None:
    relevance = [0.9, 0.9, 0.9, 0.5, 0.5, 0.5]
    whole = asked(RANKERS[name], relevance, 6).places.tolist()
    for k in range(1, 6):
        assert asked(RANKERS[name], relevance, k).places.tolist() == whole[:k]


@pytest.mark.parametrize("name", RANKERS)
def test_nothing_relevant_is_an_empty_list(name: str) -> None:
    ranker = RANKERS[name]
    picks = asked(ranker if name == "top" else replace(ranker, representation=no_vectors), [], 3)
    assert picks.places.tolist() == [] and picks.members == ()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([0.25, 0.5, 0.75]), min_size=1, max_size=30), st.integers(1, 9))
def test_the_most_relevant_are_picked_and_of_equal_ones_the_first(relevance: list[float], k: int) -> None:
    expected = sorted(range(len(relevance)), key=lambda place: (-relevance[place], place))
    values = np.array(relevance)
    assert TopK().pick(values, np.zeros((len(relevance), 0)), k).places.tolist() == expected[:k]
    few = OnePerCluster().pick(values, np.zeros((len(relevance), 1)), len(relevance))
    assert few.places.tolist() == expected


def test_those_that_stand_alone_are_like_nothing() -> None:
    picks = alone(np.array([4, 2]))
    assert (picks.alpha, picks.closest.tolist(), picks.likest.tolist()) == (1.0, [0.0, 0.0], [-1, -1])


def trees(alpha: float) -> list[Explanation]:
    index = BruteBackend(
        ["c"], [f"premise {row}" for row in range(4)], [(row, 0, 1) for row in range(4)], [0], [0, 1, 2, 3]
    )
    relevance = np.array([0.9, 0.8, 0.7, 0.2])
    picks = BiasedCoreset(alpha).pick(relevance, VECTORS[:4], 4)
    return explain(index, Relevant(np.arange(4), relevance), picks, "r(p|q)")


def test_the_score_of_a_pick_is_explained_by_relevance_and_what_it_is_like() -> None:
    # In the order 0, 2, 1, 3: psim is -1 for the first, then 0, 1 and 0.
    found = trees(0.8)
    expected = [0.8 * 0.9 + 0.2 * 2, 0.8 * 0.7 + 0.2, 0.8 * 0.8, 0.8 * 0.2 + 0.2]
    assert [tree.value for tree in found] == pytest.approx(expected)
    assert [tree.recompute() for tree in found] == pytest.approx(expected)
    notes = [[part.note for _, part in tree.walk() if part.label == "max psim(a,p)"] for tree in found]
    assert notes == [["nothing was picked before"], ["premise 0"], ["premise 0"], ["premise 2"]]


def test_where_relevance_alone_decides_it_is_the_whole_explanation() -> None:
    assert [(tree.label, tree.value, tree.rule) for tree in trees(1.0)] == [
        ("r(p|q)", value, "given") for value in (0.9, 0.8, 0.7, 0.2)
    ]
