"""What picks stand for and what they repeat, however many of them are compared at once."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Floats
from debatable.ranking.diversity import picked
from debatable.ranking.diversity.novelty import Novelty
from debatable.ranking.diversity.picked import Picked, PickRows, picked_premises

SAME = Novelty().same_from
thirds = st.sampled_from([0.0, 1 / 3, SAME, 0.8, 1.0])


def picked_of(places: list[int], same: Floats, block: int = 1_024) -> Picked:
    """Returns picks that are alike, and repeat each other, as far as they say the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picked, "PICKS", block)
        rows = PickRows(len(places), lambda picks: same[picks])
    return picked_premises(np.array(places, np.int64), rows, rows, rows, np.ones(same.shape[1]), 1.0, SAME)


@st.composite
def sameness_of_picks(draw: st.DrawFn) -> tuple[list[int], Floats]:
    count = draw(st.integers(1, 6))
    places = draw(st.permutations(range(count)))[: draw(st.integers(1, count))]
    return list(places), np.array([[draw(thirds) for _ in range(count)] for _ in places])


@settings(deadline=None)
@given(sameness_of_picks(), st.integers(1, 6))
def test_members_are_those_that_say_the_same(made: tuple[list[int], Floats], block: int) -> None:
    places, same = made
    expected: list[list[int]] = [[] for _ in places]
    for place in range(same.shape[1]):
        likeness = same[:, place].tolist()
        if place not in places and max(likeness) >= SAME:
            expected[likeness.index(max(likeness))].append(place)
    assert [members.tolist() for members in picked_of(places, same, block).members] == expected


@settings(deadline=None)
@given(sameness_of_picks(), st.integers(1, 6))
def test_a_pick_repeats_the_earlier_one_that_it_is_most_like(
    made: tuple[list[int], Floats], block: int
) -> None:
    places, same = made
    expected: list[int] = []
    for number, place in enumerate(places):
        first = [earlier for earlier in range(number) if expected[earlier] == -1]
        likeness = [same[earlier, place] for earlier in first]
        expected.append(first[likeness.index(max(likeness))] if first and max(likeness) >= SAME else -1)
    assert picked_of(places, same, block).repeated == expected


@settings(deadline=None)
@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 99))
def test_novelty_is_the_product_over_the_picks_before_in_their_order(
    count: int, block: int, seed: int
) -> None:
    random = np.random.default_rng(seed)
    places, same = random.permutation(50)[:count].tolist(), random.random((count, 50)).round(2)
    new = [[1.0 - same[number, place] for place in places[:number]] for number in range(count)]
    assert picked_of(places, same, block).novelty.tolist() == [math.prod(each) for each in new]


@pytest.mark.parametrize(("like", "repeats"), [(SAME, 0), (SAME - 0.01, -1)])
def test_two_thirds_the_same_is_the_same(like: float, repeats: int) -> None:
    same = np.array([[1.0, like, like], [like, 1.0, 0.0]])
    made = picked_of([0, 1], same)
    assert made.repeated == [-1, repeats]
    assert [rows.tolist() for rows in made.members] == [[2] if repeats == 0 else [], []]


def test_likeness_does_not_drift_from_pick_to_pick() -> None:
    same = np.array([[1.0, 0.75, 0.2, 0.5], [0.75, 1.0, 0.9, 0.0], [0.2, 0.9, 1.0, 0.75]])
    assert picked_of([0, 1, 2], same).repeated == [-1, 0, -1]
    nothing = picked_of([], np.zeros((0, 3)))
    assert nothing.repeated == nothing.members == nothing.novelty.tolist() == []


def test_rows_are_computed_in_equal_blocks_of_which_one_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picked, "PICKS", 4)
    whole, asked = np.arange(18.0).reshape(9, 2), list[tuple[int, int]]()

    def computed(picks: slice) -> Floats:
        asked.append((picks.start, picks.stop))
        return whole[picks]

    rows = PickRows(9, computed)
    assert [(block.start, block.stop) for block in rows.blocks()] == [(0, 3), (3, 6), (6, 9)] and not asked
    assert [rows[number].tolist() for number in range(9)] == whole.tolist()
    assert asked == [(0, 3), (3, 6), (6, 9)]
    assert rows[7].tolist() == [14, 15] and len(asked) == 3
    assert rows[0].tolist() == [0, 1] and asked[3:] == [(0, 3)]
    assert PickRows(0, computed).blocks() == []
