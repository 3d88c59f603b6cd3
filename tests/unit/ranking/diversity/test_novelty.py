"""A list in which each thing is said once: opposite sides, long premises, and specific queries."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.learning.sameness import AsEncoded
from debatable.ranking.diversity.novelty import Novelty, worth
from debatable.ranking.diversity.picked import PickRows
from debatable.ranking.probabilities.specificity import GENERAL, PointMatch
from tests.support.brute_backend import BruteBackend
from tests.support.repeated_premises import repeated_premises


def rows(of_picks: PickRows) -> Floats:
    """Returns all rows at once."""
    return np.concatenate([of_picks.block(picks) for picks in of_picks.blocks()])


def test_what_says_the_same_counts_together_and_then_no_more() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = Novelty(0.5, 0.5)(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.places.tolist() == [0, 2, 1]
    assert found.density.tolist() == pytest.approx([0.6, 0.4, 0.6], abs=1e-6)
    assert found.novelty.tolist() == pytest.approx([1.0, 1.0, 0.0], abs=1e-6)


def test_opposite_sides_never_say_the_same() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.array([1, -1, 1], np.int8)
    found = Novelty(0.5, 0.5)(repeated_premises(True), np.arange(3), p, sides, 3)
    assert found.places.tolist() == [2, 0, 1]
    assert found.novelty.tolist() == pytest.approx([1.0, 1.0, 1.0], abs=1e-6)


def test_without_vectors_everybody_says_something_of_their_own() -> None:
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = Novelty(0.5, 0.5)(repeated_premises(False), np.arange(3), p, sides, 2)
    assert found.places.tolist() == [2, 0]
    assert found.density.tolist() == [0.4, 0.3]
    assert rows(found.likeness).tolist() == rows(found.repeats).tolist() == [[0, 0, 1], [1, 0, 0]]
    assert found.repeated == [-1, -1]


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
    assert found.novelty.tolist() == [1.0, 1.0, 0.0]
    assert rows(found.likeness).tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert rows(found.repeats).tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
    assert found.repeated == [-1, -1, 0]


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
    assert rows(short.repeats) == pytest.approx(np.ones((3, 3)))
    found = Novelty(0.5, 0.5, long=10)(index, np.arange(3), P, SIDES, 3)
    same = rows(found.repeats)[np.argsort(found.places)]
    assert same == pytest.approx(np.array([[1, 1 / 4, 1], [1 / 4, 1, 1 / 4], [1, 1 / 4, 1]]))
    assert rows(found.likeness) == pytest.approx(np.ones((3, 3)))


def test_a_single_sentence_makes_one_point_however_long_it_is() -> None:
    index = premises(["Too. Loud.", "x" * 40, "So be"], [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]])
    found = Novelty(0.5, 0.5, long=5)(index, np.arange(3), P, SIDES, 3)
    same = rows(found.repeats)[np.argsort(found.places)]
    assert same == pytest.approx(np.array([[1, 1 / 2, 1 / 2], [1 / 2, 1, 1], [1 / 2, 1, 1]]))


def test_a_specific_query_weighs_its_own_point_and_lets_it_be_made_again() -> None:
    own = np.array([1.0, 0.9, 0.1])
    assert worth(P, 0.4, GENERAL).tolist() == P.tolist()
    assert worth(P, 0.4, PointMatch(0.5, own)) == pytest.approx([0.875, 0.825, 0.55])
    index = premises(["a", "b", "c"], [[1.0, 0.0], [0.8, 0.6], [0.0, 1.0]])
    stage = Novelty(0.5, 0.5, points=AsEncoded())
    general = stage(index, np.arange(3), P, SIDES, 3)
    assert rows(general.repeats)[2] == pytest.approx([1.0, 0.6, 0.0], abs=1e-6)
    assert general.places.tolist() == [1, 2, 0]  # of .56, .48 and .46 the first leaves 2/5 and 4/5
    specific = stage(index, np.arange(3), P, SIDES, 3, PointMatch(1.0, own))
    assert specific.places.tolist() == [0, 1, 2]
    # a cosine of .8 is 3/5 of the way to the same for a general query, and none for a specific one
    assert rows(specific.repeats)[0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)
    half = stage(index, np.arange(3), P, SIDES, 3, PointMatch(0.5, own))
    of_first = rows(half.repeats)[half.places.tolist().index(0)]
    assert of_first == pytest.approx([1.0, 0.3, 0.0], abs=1e-6)
    assert specific.novelty.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize("same_from", [0.0, -1.0])
def test_what_is_never_the_same_has_no_members(same_from: float) -> None:
    # Each pick was a member of the first one, which was twice in its own cluster.
    with pytest.raises(InputError, match=f"^same_from is {same_from}; give a probability above 0$"):
        Novelty(same_from=same_from)
    p, sides = np.array([0.3, 0.3, 0.4]), np.ones(3, np.int8)
    found = Novelty(0.5, 0.5, same_from=1e-9)(repeated_premises(True), np.arange(3), p, sides, 3)
    assert [members.tolist() for members in found.members] == [[], [], []]
