"""The lower floor falls with the cosines of what is nearest, and grows with the number of claims."""

from __future__ import annotations

import math

import numpy as np
import pytest

from debatable.ranking import Question
from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.relevance.weights import LowerFloor
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenRelevance


def backend(*, vectors: bool = True, claims: bool = True) -> BruteBackend:
    """A claim with a cosine of .6 to the query and two premises, the nearer one with .8."""
    return BruteBackend(
        ["claim"] if claims else [],
        ["near", "far"],
        [(0, 0 if claims else -1, 1), (1, 0 if claims else -1, 1)],
        [0] if claims else [],
        [0, 1],
        query=[1.0, 0.0],
        claim_vectors=[[0.6, 0.8]] if claims else [],
        premise_vectors=[[0.8, 0.6], [0.0, 1.0]],
        vectors=vectors,
    )


def odds(probability: float) -> float:
    return math.log(probability / (1 - probability))


def test_it_is_reckoned_from_the_nearest_claim_and_premise() -> None:
    there = backend()
    floor = LowerFloor(bias=10.0, claim=5.0, premise=7.0)(Question("q", there), there)
    assert odds(floor) == pytest.approx(10 - 5 * 0.6 - 7 * 0.8, rel=1e-5)


def test_without_claims_the_nearest_premise_speaks_for_both() -> None:
    there = backend(claims=False)
    floor = LowerFloor(bias=10.0, claim=5.0, premise=7.0)(Question("q", there), there)
    assert odds(floor) == pytest.approx(10 - (5 + 7) * 0.8, rel=1e-5)


def test_without_vectors_nothing_is_near() -> None:
    there = backend(vectors=False)
    assert LowerFloor()(Question("q", there), there) == 1.0


def test_the_nearer_the_lower_and_the_more_claims_the_higher() -> None:
    floor = LowerFloor()
    assert floor.at(0.5, 0.4, 80) < floor.at(0.4, 0.4, 80) < floor.at(0.4, 0.3, 80)
    sizes = [floor.at(0.4, 0.4, claims) for claims in (0, 100, 1_350, 10_000, 10**9)]
    assert sizes == sorted(sizes) and sizes[0] == sizes[1] and sizes[3] == sizes[4]
    assert odds(sizes[2]) - odds(sizes[1]) == pytest.approx(floor.size * math.log(13.5))


LOWER = 0.2
"""What the lower floor is made to be."""


def closeness(lower: float = LOWER) -> Closeness:
    floor = LowerFloor(bias=odds(lower), claim=0.0, premise=0.0)
    return Closeness(GivenRelevance(), 0.4, GivenRelevance(), lower=floor)


@pytest.mark.parametrize(
    ("relevance", "by_chance", "level", "least"),
    [
        ([0.5, 0.3, 0.1], False, "close", 0.4),
        ([0.5, 0.3, 0.1], True, "nearest", LOWER),
        ([0.3, 0.25, 0.1], False, "nearest", LOWER),
        ([0.1, 0.05], False, "none", 1.0),
        ([], False, "none", 1.0),
    ],
    ids=["close", "one claim alone", "between the floors", "below both", "nothing ranked"],
)
def test_the_level_follows_from_two_floors(
    relevance: list[float], by_chance: bool, level: str, least: float
) -> None:
    there = backend()
    judged = closeness().level(Question("q", there), there, np.array(relevance), by_chance=by_chance)
    assert judged[0] == level and judged[1] == pytest.approx(least)


def test_what_resembles_nothing_must_be_surer() -> None:
    there, high = backend(), closeness(lower=0.9)
    question = Question("q", there)
    assert high.level(question, there, np.array([0.6])) == ("none", 1.0)
    assert high.level(question, there, np.array([0.8])) == ("close", 0.4)


@pytest.mark.parametrize("by_chance", [False, True])
def test_without_vectors_or_a_lower_floor_there_is_one_floor(by_chance: bool) -> None:
    single = Closeness(GivenRelevance(), 0.4, GivenRelevance(), lower=None)
    for there, judge in ((backend(vectors=False), closeness()), (backend(), single)):
        question = Question("q", there)
        assert judge.level(question, there, np.array([0.3])) == ("none", 1.0)
        found = judge.level(question, there, np.array([0.5]), by_chance=by_chance)
        assert found == (("none", 1.0) if by_chance else ("close", 0.4))
