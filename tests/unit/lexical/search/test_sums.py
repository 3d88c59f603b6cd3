"""Rounded sums: how far they may be from the true ones, and that no document is passed over."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.lexical.search.clause import Clause
from debatable.lexical.search.limits import Cache, Limits
from debatable.lexical.search.scratch import Scratch
from debatable.lexical.search.sums import RoundedSums, grouped, kth

LIMITS = Limits(group=8, group_share=1, frequent_share=2)


def summed(weights: Floats, k: int = 1) -> tuple[RoundedSums, Floats]:
    """Sums terms, one a row, over documents, one a column; returns the true sums, too."""
    terms, size = weights.shape
    scratch = Scratch(LIMITS)
    scratch.grow(size + LIMITS.group)
    most = float(max(weights.clip(0).max(axis=1).sum(), -weights.clip(None, 0).min(axis=1).sum()))
    sums = RoundedSums(scratch, size, most, terms, k)
    for row in weights:
        there = np.flatnonzero(row).astype(np.int32)
        sums.add([Clause.weighted(size, there, None, row[there], row[there], Cache(1 << 20), LIMITS)])
    return sums, weights.sum(axis=0)


@pytest.mark.parametrize("seed", range(20))
def test_no_sum_is_further_from_the_true_one_than_stated(seed: int) -> None:
    chance = np.random.default_rng(seed)
    terms, size = int(chance.integers(1, 40)), int(chance.integers(8, 60))
    weights = chance.exponential(size=(terms, size)) * 10.0 ** chance.integers(-3, 3, (terms, 1))
    weights *= (chance.random((terms, size)) < 0.6) * np.where(chance.random((terms, 1)) < 0.2, -1, 1)
    weights[0, 0] = 1.0
    sums, true = summed(weights)
    assert np.abs(sums.at(np.arange(size)) - true).max() <= sums.error


def test_sums_can_be_nearly_as_far_off_as_stated() -> None:
    """A bound that is much too wide would hold, too, but choose far too many; one too narrow loses documents."""
    terms, size = 30, 8
    weights = np.zeros((terms, size))
    weights[0, 0] = 1.5  # gives the unit
    unit = summed(weights)[0].unit
    weights[1:, 1] = 0.49 * unit  # each is less than half a unit, and lost
    weights[0, 0] -= weights[1:, 1].sum()
    sums, true = summed(weights)
    off = abs(float(sums.at(np.array([1]))[0]) - true[1])
    assert sums.unit == unit and 0.6 * sums.error < off <= sums.error


@pytest.mark.parametrize("size", [16, 17, 23, 31, 40])
@pytest.mark.parametrize("known", [True, False])
def test_every_document_that_is_high_enough_is_found(size: int, known: bool) -> None:
    """The last documents make no whole group; they were dropped."""
    for high in range(size):
        weights = np.full((1, size), 1.0)
        weights[0, high] = 4.0
        sums, _ = summed(weights)
        found = sums.reaching(3.0, sums.highest() if known else None, size)
        assert found is not None and found.tolist() == [high]


@pytest.mark.parametrize("seed", range(10))
def test_just_those_are_found_whose_sums_are_high_enough(seed: int) -> None:
    chance = np.random.default_rng(seed)
    size = int(chance.integers(8, 60))
    sums, _ = summed(chance.exponential(size=(3, size)))
    had = sums.at(np.arange(size))
    for least in (*had.tolist(), *(had - sums.unit / 2).tolist(), *(had + sums.unit / 2).tolist()):
        for highest in (None, sums.highest()):
            found = sums.reaching(least, highest, size)
            assert found is not None and sorted(found.tolist()) == np.flatnonzero(had >= least).tolist()


def test_too_many_are_none() -> None:
    sums, _ = summed(np.full((1, 20), 2.0))
    assert sums.reaching(1.0, None, 19) is None and sums.reaching(1.0, sums.highest(), 19) is None
    found = sums.reaching(1.0, sums.highest(), 20)
    assert found is not None and sorted(found.tolist()) == list(range(20))


def test_blocked_documents_lose_whatever_is_added() -> None:
    sums, _ = summed(np.full((3, 16), 2.0))
    blocked = np.arange(16) == 5
    sums.block(blocked)
    found = sums.reaching(0.5, None, 16)
    assert found is not None and 5 not in found.tolist() and len(found) == 15


def test_groups_and_the_kth_highest_by_hand() -> None:
    assert grouped(np.arange(14), 11, 1, 3).tolist() == [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]
    assert kth(np.array([5.0, 9.0, 7.0]), 1) == 9 and kth(np.array([5.0, 9.0, 7.0]), 3) == 5
    assert kth(np.array([5.0, 9.0, 7.0]), 4) == -np.inf


def test_places_without_a_document_have_nothing() -> None:
    """The last groups have such places; where all documents are below 0 they look promising, and are read."""
    sums, _ = summed(np.full((2, 23), -3.0))
    places = sums.promising(sums.highest(), 25)
    assert places.max() >= 23, "none of them was asked for"
    assert sums.at(places[places >= 23]).tolist() == [0.0] * int((places >= 23).sum())
    found = sums.reaching(0.5, sums.highest(), 25)
    assert found is not None and len(found) == 0
