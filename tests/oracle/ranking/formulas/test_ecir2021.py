"""Algorithm 1 and its relatives against loops over sets, written as in the paper."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from debatable.arrays import Floats
from debatable.ranking.formulas.ecir2021 import (
    Distance,
    biased_coreset,
    claim_sim,
    psim,
)

DISTANCES: tuple[Distance, ...] = ("cos", "l1", "l2")


def cases(count: int) -> list[tuple[Floats, Floats, Distance]]:
    draw = np.random.default_rng(7)
    found: list[tuple[Floats, Floats, Distance]] = []
    for number in range(count):
        n, d = int(draw.integers(1, 24)), int(draw.integers(1, 9))
        found.append((draw.random(n), draw.normal(size=(n, d)), DISTANCES[number % 3]))
    return found


def greedy(R: Floats, similarity: Floats, k: int, alpha: float) -> list[int]:  # noqa: N803
    """Algorithm 1, line by line, over sets."""
    T, A = set(range(len(R))), list[int]()  # noqa: N806
    for _ in range(min(k, len(R))):
        if not A:
            a = max(sorted(T), key=lambda p: alpha * R[p])
        else:
            a = max(sorted(T), key=lambda p: alpha * R[p] - (1 - alpha) * float(similarity[A, p].max()))
        A.append(a)
        T.remove(a)
    return A


@pytest.mark.parametrize("alpha", [0.1, 0.5, 0.8, 1.0])
def test_algorithm_1_is_the_greedy_of_the_paper(alpha: float) -> None:
    for R, x, distance in cases(60):  # noqa: N806
        similarity = np.array([psim(x, p, distance) for p in range(len(x))])
        found = biased_coreset(R, lambda p, s=similarity: s[p], 10, alpha)  # type: ignore[misc]
        assert found.places.tolist() == greedy(R, similarity, 10, alpha)
        assert found.value[0] == alpha * R[found.places[0]]
        assert found.value[1:].tolist() == sorted(found.value[1:].tolist(), reverse=True)
        for place in range(1, len(found.places)):
            before, a = found.places[:place], found.places[place]
            assert found.closest[place] == max(similarity[b, a] for b in before)
            assert similarity[found.likest[place], a] == found.closest[place]
            assert found.likest[place] in before


def test_of_equal_ones_the_first_counts() -> None:
    """Premises that are said twice tie: in what they are worth, and in which earlier one they are most like."""
    draw = np.random.default_rng(11)
    tied = 0
    for _ in range(60):
        R, x = draw.integers(0, 3, 12) / 2, draw.integers(0, 2, (12, 2)).astype(np.float64)  # noqa: N806
        similarity = np.array([psim(x, p, "l1") for p in range(len(x))])
        found = biased_coreset(R, lambda p, s=similarity: s[p], 8, 0.5)  # type: ignore[misc]
        picked = found.places.tolist()
        assert picked == greedy(R, similarity, 8, 0.5)
        assert found.likest[0] == -1
        for place, a in enumerate(picked[1:], 1):
            assert found.likest[place] == max(picked[:place], key=lambda b: similarity[b, a])  # noqa: B023
            tied += (similarity[picked[:place], a] == found.closest[place]).sum() > 1
    assert tied > 10


def test_alpha_1_uses_only_the_relevance() -> None:
    for R, x, distance in cases(30):  # noqa: N806
        found = biased_coreset(R, lambda p, x=x, d=distance: psim(x, p, d), 10, 1.0)  # type: ignore[misc]
        assert found.places.tolist() == np.argsort(-R, kind="stable")[:10].tolist()


def test_alpha_0_scores_only_by_the_coreset_criterion() -> None:
    for R, x, distance in cases(60):  # noqa: N806
        similarity = np.array([psim(x, p, distance) for p in range(len(x))])
        found = biased_coreset(R, lambda p, s=similarity: s[p], 10, 0.0)  # type: ignore[misc]
        A = [int(np.argmax(R))]  # noqa: N806
        while len(A) < min(10, len(R)):
            rest = [p for p in range(len(R)) if p not in A]
            A.append(min(rest, key=lambda p: float(similarity[A, p].max())))
        assert found.places.tolist() == A
        other = R.copy()
        other[np.arange(len(R)) != np.argmax(R)] *= 0.5  # relevances behind the first do not matter
        assert biased_coreset(other, lambda p, s=similarity: s[p], 10, 0.0).places.tolist() == A  # type: ignore[misc]


def test_the_plain_coreset_is_at_most_twice_as_far_as_the_best_one() -> None:
    """What Gonzalez proved of the greedy k-center, by trying all lists of k."""
    draw = np.random.default_rng(3)
    for _ in range(25):
        x = draw.normal(size=(9, 2))
        far = cdist(x, x)
        found = biased_coreset(draw.random(9), lambda p, x=x: psim(x, p, "l2"), 3, 0.0).places  # type: ignore[misc]
        best = min(far[list(A)].min(axis=0).max() for A in combinations(range(9), 3))
        radius = far[found].min(axis=0).max()
        assert radius <= 2 * best + 1e-12


def test_similarities_are_those_of_scipy() -> None:
    x = np.random.default_rng(1).normal(size=(7, 5))
    for p in range(7):
        assert psim(x, p, "cos") == pytest.approx(1 - cdist(x, x, "cosine")[p])
        assert psim(x, p, "l1") == pytest.approx(1 / (1 + cdist(x, x, "cityblock")[p]))
        assert psim(x, p, "l2") == pytest.approx(1 / (1 + cdist(x, x)[p]))


def test_nothing_to_pick_from() -> None:
    assert len(biased_coreset(np.zeros(0), lambda p: np.zeros(0), 5, 0.5).places) == 0


def test_claim_sim_by_hand() -> None:
    """Two premises about prices, one about waste: alike is who has a like relation to the claims."""
    relevances = {
        "Power is too expensive": np.array([0.9, 0.8, 0.1]),
        "Waste is a burden": np.array([0.1, 0.1, 0.9]),
        "We should abandon nuclear energy": np.array([0.7, 0.7, 0.7]),
    }
    x = claim_sim(relevances.__getitem__, list(relevances))
    assert x.tolist() == [[0.9, 0.1, 0.7], [0.8, 0.1, 0.7], [0.1, 0.9, 0.7]]
    assert psim(x, 0, "l1") == pytest.approx([1, 1 / 1.1, 1 / 2.6])
    assert psim(x, 0, "l2") == pytest.approx([1, 1 / 1.1, 1 / (1 + math.sqrt(1.28))])
    assert psim(x, 0, "cos")[2] == pytest.approx((0.09 + 0.09 + 0.49) / 1.31)
    found = biased_coreset(np.array([0.9, 0.8, 0.6]), lambda p: psim(x, p, "l1"), 3, 0.5)
    assert found.places.tolist() == [0, 2, 1]
