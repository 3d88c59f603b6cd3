"""The method ``best`` on corpora small enough to compute by hand."""

from __future__ import annotations

import numpy as np
import pytest
from debatable.ranking.best import Best
from debatable.ranking.sameness import listed, said

from debatable.errors import InputError
from debatable.model import Stance
from debatable.ranking import method
from tests.unit.ranking.toy import ToyIndex, energy


def test_soft_clusters_and_what_is_left_to_say() -> None:
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 1]], np.float32)
    probability, sides = np.array([0.5, 0.3, 0.2]), np.zeros(3, np.int8)
    # Above a cosine of 1/2: k(0,1) = 0.6, k(1,2) = 0.2, k(0,2) = 0.
    density = said(probability, vectors, sides, 0.5)
    assert density == pytest.approx([0.5 + 0.18, 0.3 + 0.3 + 0.04, 0.2 + 0.06], abs=1e-6)
    places, novelty = listed(density, vectors, sides, 0.5, 3)
    # The first leaves 0.4 of the second, 0.256 in all: less than the third, of which nothing was said.
    assert places.tolist() == [0, 2, 1]
    assert novelty == pytest.approx([1, 1, 0.4 * 0.8], abs=1e-6)


def test_opposite_sides_never_say_the_same() -> None:
    vectors = np.array([[1, 0], [1, 0], [1, 0]], np.float32)
    sides = np.array([1, -1, 0], np.int8)
    assert said(np.array([0.5, 0.25, 0.25]), vectors, sides, 0.5) == pytest.approx([0.75, 0.5, 1.0])


def three() -> ToyIndex:
    """Two claims; the first two premises say nearly the same, the third hangs on no claim."""
    return ToyIndex(
        ["ban cars", "ban planes"],
        ["x" * 10, "x" * 30, "x" * 20],
        [(0, 0, 1), (1, 0, 1), (1, 1, -1), (2, -1, 0)],
        [0, 1],
        [0, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[0.75, 0], [0.25, 0]],
        premise_vectors=[[0.6, 0.8], [0.6, 0.8], [0.8, -0.6]],
    )


def test_every_probability_by_hand() -> None:
    ranked = Best(claims="dense", temperature=1.0, direct=0.1, length=1.0, alike=0.5, stance="none")(
        "q", three(), 5
    )
    # P(c|q) is 3/4 and 1/4. Each premise is a cluster of its own; both claim clusters are two clusters, so icf of
    # a premise is log 2 on either side, P(p0|c0) = P(p1|c0) = 1/2 and P(p1|c1) = 1.
    through = np.array([3 / 8 * 10, (3 / 8 + 1 / 4) * 30, 0.0])
    # Divided by the best, the premises match with 3/4, 3/4 and 1, the better claim of both linked ones with 1.
    own = np.array([7 / 8 * 10, 7 / 8 * 30, 1 * 20])
    weight = 0.1 + 0.9 / 3  # a third of the premises has no claim
    p = (1 - weight) * through / through.sum() + weight * own / own.sum()
    assert p.sum() == pytest.approx(1)
    # Equal vectors say the same; the third is orthogonal. The second supports and attacks: 3/8 against 1/4.
    first, second, third = ranked
    assert {first.premise, third.premise} == {0, 1}
    assert first.score == pytest.approx(p[0] + p[1], abs=1e-6)
    assert second.premise == 2
    assert second.score == pytest.approx(p[2], abs=1e-6)
    assert third.score == pytest.approx(0, abs=1e-6)
    assert first.members == (first.premise,)
    assert [hit.stance for hit in ranked] == [Stance.PRO, Stance.NONE, Stance.PRO]
    assert [hit.explanation.recompute() for hit in ranked] == pytest.approx([hit.score for hit in ranked])


def test_those_who_say_the_same_are_named_with_the_hit() -> None:
    (hit,) = Best(claims="dense", temperature=1.0, alike=0.5, stance="none")("q", three(), 1)
    assert sorted(hit.members) == [0, 1]
    assert sorted(hit.claims) == ([0, 1] if hit.premise == 1 else [0])


def test_the_longer_of_two_is_preferred_as_far_as_asked() -> None:
    index = ToyIndex(
        ["c"],
        ["short one", "a much longer one"],
        [(0, 0, 1), (1, 0, 1)],
        [0],
        [0, 1],
        query=[1.0, 0.0],
        claim_vectors=[[1, 0]],
        premise_vectors=[[1, 0], [0, 1]],
    )
    method = Best(claims="dense", direct=0.0, length=1.0, stance="none")
    assert [hit.score for hit in method("q", index, 2)] == pytest.approx([17 / 26, 9 / 26], abs=1e-6)
    even = Best(claims="dense", direct=0.0, length=0.0, stance="none")("q", index, 2)
    assert [hit.premise for hit in even] == [0, 1]
    assert [hit.score for hit in even] == pytest.approx([0.5, 0.5])


def test_an_index_without_vectors_is_searched_by_words() -> None:
    index = energy()
    index.has_vectors = False
    hits = Best(stance="none")("nuclear power", index, 10)
    assert hits
    assert all(hit.members == (hit.premise,) for hit in hits)
    assert hits[0].score == pytest.approx(hits[0].explanation.recompute())
    assert not Best()("zebra", index, 10)


@pytest.mark.parametrize("wrong", ["alike=1", "alike=-0.1", "direct=1.5", "depth=0", "K=0", "temperature=0"])
def test_senseless_parameters_are_told(wrong: str) -> None:
    with pytest.raises(InputError):
        method(f"best({wrong})")("nuclear power", energy(), 3)
