"""A list in which each thing is said once: members, repetitions, long premises, and specific queries."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Floats
from debatable.learning.sameness import AsEncoded
from debatable.ranking.diversity.novelty import Novelty, Picked, worth
from debatable.ranking.probabilities.specificity import GENERAL, PointMatch
from tests.support.brute_backend import BruteBackend
from tests.support.repeated_premises import repeated_premises

SAME = Novelty().same_from
thirds = st.sampled_from([0.0, 1 / 3, SAME, 0.8, 1.0])


def picked_of(places: list[int], same: Floats) -> Picked:
    ones = np.ones(len(places))
    return Picked(np.array(places, np.int64), same, same, same, ones, 1.0)


def novelty(found: Picked) -> list[float]:
    """Returns for each pick the probability that none of those before says the same."""
    picks = enumerate(found.places.tolist())
    return [float(np.prod(1 - found.repeats[:number, place])) for number, place in picks]


@st.composite
def picked(draw: st.DrawFn) -> Picked:
    count = draw(st.integers(1, 6))
    places = draw(st.permutations(range(count)))[: draw(st.integers(1, count))]
    same = np.array([[draw(thirds) for _ in range(count)] for _ in places])
    return picked_of(list(places), same)


@settings(deadline=None)
@given(picked())
def test_members_are_those_that_say_the_same(made: Picked) -> None:
    places, found = made.places.tolist(), [rows.tolist() for rows in made.members()]
    expected: list[list[int]] = [[] for _ in places]
    for place in range(made.sameness.shape[1]):
        likeness = made.sameness[:, place].tolist()
        if place not in places and max(likeness) >= SAME:
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
        expected.append(first[likeness.index(max(likeness))] if first and max(likeness) >= SAME else -1)
    assert made.repeated() == expected


@pytest.mark.parametrize(("like", "repeats"), [(SAME, 0), (SAME - 0.01, -1)])
def test_two_thirds_the_same_is_the_same(like: float, repeats: int) -> None:
    same = np.array([[1.0, like, like], [like, 1.0, 0.0]])
    made = picked_of([0, 1], same)
    assert made.repeated() == [-1, repeats]
    assert [rows.tolist() for rows in made.members()] == [[2] if repeats == 0 else [], []]


def test_what_says_the_same_counts_together_and_then_no_more() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = Novelty(0.5, 0.5)(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.places.tolist() == [0, 2, 1]
    assert found.density.tolist() == pytest.approx([0.6, 0.4, 0.6], abs=1e-6)
    assert novelty(found) == pytest.approx([1.0, 1.0, 0.0], abs=1e-6)


def test_opposite_sides_never_say_the_same() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.array([1, -1, 1], np.int8)
    found = Novelty(0.5, 0.5)(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.places.tolist() == [2, 0, 1]
    assert novelty(found) == pytest.approx([1.0, 1.0, 1.0], abs=1e-6)


def test_without_vectors_everybody_says_something_of_their_own() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = Novelty(0.5, 0.5)(repeated_premises(False), np.arange(3), p, sides, 2)
    assert found.places.tolist() == [2, 0]
    assert found.density.tolist() == [0.4, 0.3]
    assert found.likeness.tolist() == found.sameness.tolist() == [[0, 0, 1], [1, 0, 0]]
    assert found.repeated() == [-1, -1]


def test_without_vectors_there_is_nothing_to_compare_however_many_premises_there_are() -> None:
    # A number of its own for each premise took the cube of the hits: half an hour for 10,000 of them.
    vectors, points = Novelty().compared(repeated_premises(False), np.arange(3))
    assert vectors.shape == points.shape == (3, 0)


class Opposite:
    """A model of points that takes unlike premises for the same, and like ones for different."""

    def __call__(self, vectors: Floats, encoder: str) -> Floats:
        return np.eye(2)[[0, 1, 0]]


def test_premises_that_are_alike_speak_for_each_other_and_those_that_make_one_point_are_said_once() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = Novelty(0.5, 0.5, points=Opposite())(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.density.tolist() == pytest.approx([0.6, 0.6, 0.4], abs=1e-6)
    assert found.places.tolist() == [0, 1, 2]
    assert novelty(found) == [1.0, 1.0, 0.0]
    assert found.likeness.tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert found.sameness.tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
    assert found.repeated() == [-1, -1, 0]


def premises(texts: list[str], vectors: list[list[float]]) -> BruteBackend:
    """A backend of one claim and some premises with given vectors."""
    count = len(texts)
    uses = [(row, 0, 1) for row in range(count)]
    return BruteBackend(
        ["c"],
        texts,
        uses,
        [0],
        list(range(count)),
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0]],
        premise_vectors=vectors,
    )


SIDES, P = np.ones(3, np.int8), np.array([0.3, 0.3, 0.4])


def test_long_premises_say_the_same_the_less_the_longer_they_are() -> None:
    texts = ["Too. Loud.", "Too loud. And big. And slow. And pricey.", "So be"]
    assert [len(text) for text in texts] == [10, 40, 5]
    index = premises(texts, [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    short = Novelty(0.5, 0.5, long=100)(index, np.arange(3), P, SIDES, 3)
    assert short.sameness == pytest.approx(np.ones((3, 3)))
    found = Novelty(0.5, 0.5, long=10)(index, np.arange(3), P, SIDES, 3)
    same = found.sameness[np.argsort(found.places)]
    assert same == pytest.approx(np.array([[1, 1 / 4, 1], [1 / 4, 1, 1 / 4], [1, 1 / 4, 1]]))
    assert found.likeness == pytest.approx(np.ones((3, 3)))


def test_a_single_sentence_makes_one_point_however_long_it_is() -> None:
    index = premises(["Too. Loud.", "x" * 40, "So be"], [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    found = Novelty(0.5, 0.5, long=5)(index, np.arange(3), P, SIDES, 3)
    same = found.sameness[np.argsort(found.places)]
    assert same == pytest.approx(np.array([[1, 1 / 2, 1 / 2], [1 / 2, 1, 1], [1 / 2, 1, 1]]))


def test_a_specific_query_weighs_its_own_point_and_lets_it_be_made_again() -> None:
    own = np.array([1.0, 0.9, 0.1])
    assert worth(P, 0.4, GENERAL).tolist() == P.tolist()
    assert worth(P, 0.4, PointMatch(0.5, own)) == pytest.approx([0.875, 0.825, 0.55])
    index = premises(["a", "b", "c"], [[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]])
    stage = Novelty(0.5, 0.5, points=AsEncoded())
    general = stage(index, np.arange(3), P, SIDES, 3)
    assert general.repeats.tolist() == general.sameness.tolist()
    assert general.places.tolist() == [1, 2, 0]  # of .56, .48 and .46 the first leaves 2/5 and 4/5
    specific = stage(index, np.arange(3), P, SIDES, 3, PointMatch(1.0, own))
    assert specific.places.tolist() == [0, 1, 2]
    # a cosine of .8 is 3/5 of the way to the same for a general query, and none for a specific one
    assert specific.sameness[0] == pytest.approx([1.0, 0.6, 0.0], abs=1e-6)
    assert specific.repeats[0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)
    assert novelty(specific) == [1.0, 1.0, 1.0]
