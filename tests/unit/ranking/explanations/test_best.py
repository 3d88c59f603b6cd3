"""Which premises an explanation of ``best`` names."""

from __future__ import annotations

import math

import numpy as np

from debatable.arrays import Floats
from debatable.ranking.diversity.picked import Picked, PickRows, picked_premises
from debatable.ranking.explanations.best import ALL_SHOWN, MOST_SHOWN, NAMED, _earlier, _helping, _new


def picked_of(places: list[int], likeness: Floats, repeats: Floats) -> Picked:
    like, again = (PickRows(len(places), rows.__getitem__) for rows in (likeness, repeats))
    return picked_premises(np.array(places), like, again, again, np.ones(likeness.shape[1]), 1.0, 1.0)


def test_the_premises_that_bring_most_are_named_and_of_equal_ones_the_first() -> None:
    random = np.random.default_rng(5)
    for _ in range(50):
        likeness = random.integers(0, 3, (2, 20)) / 2.0
        probability = random.integers(0, 3, 20) / 2.0
        picked = picked_of([4, 11], likeness, np.zeros((2, 20)))
        for number, place in enumerate((4, 11)):
            mass = {at: likeness[number, at] * probability[at] for at in range(20) if at != place}
            expected = sorted((at for at in mass if mass[at] > 0), key=lambda at: (-mass[at], at))[:NAMED]
            found = _helping(picked, number, probability)
            assert found.places.tolist() == expected
            assert found.likeness.tolist() == [likeness[number, at] for at in expected]
            assert found.count == np.count_nonzero(likeness[number]) - 1


def test_of_many_picks_before_those_that_most_probably_say_the_same_are_named_and_the_rest_is_one_factor() -> (
    None
):
    # A node for each pick and each pick before took gigabytes for 10,000 hits.
    count = ALL_SHOWN + 7
    random = np.random.default_rng(3)
    repeats = np.tile(random.integers(0, 60, count) / 100, (count, 1))  # few different values: many are equal
    places = random.permutation(count).tolist()
    picked = picked_of(places, repeats, repeats)
    numbers_with_further = 0
    for number in range(count):
        before = [place for place in places[:number] if repeats[number, place] > 0]
        named = before
        if len(before) > ALL_SHOWN:
            most = sorted(range(len(before)), key=lambda at: (-repeats[number, before[at]], at))[:MOST_SHOWN]
            named = [before[at] for at in sorted(most)]
        found = _earlier(picked, number)
        assert found.places.tolist() == named
        assert found.new.tolist() == [1.0 - repeats[number, place] for place in named]
        assert found.further == len(before) - len(named)
        tree = _new(float(picked.novelty[number]), found, {place: f"shown: {place}" for place in places})
        assert tree.value == math.prod(1.0 - repeats[number, place] for place in before)
        assert math.isclose(tree.recompute(), tree.value)
        notes = [part.note for part in tree.parts]
        assert notes[: len(named)] == [f"shown: {place}" for place in named]
        if found.further:
            numbers_with_further += 1
            assert notes[len(named) :] == [f"{found.further} further ones shown before that may say the same"]
        else:
            assert len(notes) == len(named) and tree.recompute() == tree.value
    assert 0 < numbers_with_further < 8
