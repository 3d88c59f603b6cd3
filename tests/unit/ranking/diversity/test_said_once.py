"""A list in which each thing is said once: members, repetitions, and what is exactly half the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Floats
from debatable.ranking.diversity.said_once import Picked, SaidOnce
from tests.support.repeated_premises import repeated_premises

halves = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@st.composite
def picked(draw: st.DrawFn) -> Picked:
    count = draw(st.integers(1, 6))
    places = draw(st.permutations(range(count)))[: draw(st.integers(1, count))]
    same = np.array([[draw(halves) for _ in range(count)] for _ in places])
    return Picked(np.array(places, np.int64), same, same, np.ones(len(places)), np.ones(len(places)))


@settings(deadline=None)
@given(picked())
def test_members_are_those_that_rather_say_the_same_than_not(made: Picked) -> None:
    places, found = made.places.tolist(), [rows.tolist() for rows in made.members()]
    expected: list[list[int]] = [[] for _ in places]
    for place in range(made.sameness.shape[1]):
        likeness = made.sameness[:, place].tolist()
        if place not in places and max(likeness) >= 0.5:
            expected[likeness.index(max(likeness))].append(place)
    assert found == expected


@settings(deadline=None)
@given(picked())
def test_a_pick_repeats_the_earlier_one_that_it_is_most_like(made: Picked) -> None:
    places = made.places.tolist()
    expected: list[int] = []
    for number, place in enumerate(places):
        first = [earlier for earlier in range(number) if expected[earlier] == -1]
        likeness = [made.sameness[earlier, place] for earlier in first]
        expected.append(first[likeness.index(max(likeness))] if first and max(likeness) >= 0.5 else -1)
    assert made.repeated() == expected


@pytest.mark.parametrize(("like", "repeats"), [(0.5, 0), (0.49, -1)])
def test_half_the_same_is_the_same(like: float, repeats: int) -> None:
    same = np.array([[1.0, like, like], [like, 1.0, 0.0]])
    made = Picked(np.array([0, 1]), same, same, np.ones(2), np.ones(2))
    assert made.repeated() == [-1, repeats]
    assert [rows.tolist() for rows in made.members()] == [[2] if repeats == 0 else [], []]


def test_what_says_the_same_counts_together_and_then_no_more() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = SaidOnce(0.5)(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.places.tolist() == [0, 2, 1]
    assert found.density.tolist() == pytest.approx([0.6, 0.4, 0.6], abs=1e-6)
    assert found.novelty.tolist() == pytest.approx([1.0, 1.0, 0.0], abs=1e-6)


def test_opposite_sides_never_say_the_same() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.array([1, -1, 1], np.int8)
    found = SaidOnce(0.5)(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.places.tolist() == [2, 0, 1]
    assert found.novelty.tolist() == pytest.approx([1.0, 1.0, 1.0], abs=1e-6)


def test_without_vectors_everybody_says_something_of_their_own() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = SaidOnce(0.5)(repeated_premises(False), np.arange(3), p, sides, 2)
    assert found.places.tolist() == [2, 0]
    assert found.density.tolist() == pytest.approx([0.4, 0.3])


class Opposite:
    """A model of points that takes unlike premises for the same, and like ones for different."""

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        return np.eye(2)[[0, 1, 0]]


def test_premises_that_are_alike_speak_for_each_other_and_those_that_make_one_point_are_said_once() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = SaidOnce(0.5, points=Opposite())(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.density.tolist() == pytest.approx([0.6, 0.6, 0.4], abs=1e-6)
    assert found.places.tolist() == [0, 1, 2]
    assert found.novelty.tolist() == [1.0, 1.0, 0.0]
    assert found.likeness.tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert found.sameness.tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
    assert found.repeated() == [-1, -1, 0]
