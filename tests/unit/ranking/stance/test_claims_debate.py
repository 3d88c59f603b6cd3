"""Evidence of one claim counts for the others of its debate; the expected log-odds are reckoned by hand.

A sum is divided by 1 and .4 for each whole claim that bears on another: claims of one debate are misread together.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.ranking import Question
from debatable.ranking.stance.claims import ClaimReading
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenEvidence

READING = ClaimReading()
READ, PAIRS = READING.claims_read, READING.pairs_read
FULL = 60.0
"""Log-odds so high that two claims are one side for certain."""


def backend(size: int, vectors: Sequence[Sequence[float]] | None = None) -> BruteBackend:
    claims = [f"claim {row}" for row in range(size)]
    return BruteBackend(
        claims,
        ["because"],
        [(0, 0, 1)],
        [0] * size,
        [0],
        claim_vectors=vectors,
        vectors=vectors is not None,
    )


def evidence(own: Sequence[float], opposed: Sequence[int] = ()) -> GivenEvidence:
    """All claims take one side, but those that are opposed to the others."""
    names = [f"claim {row}" for row in range(len(own))]
    pairs = {
        (names[one], names[other]): -FULL if (one in opposed) != (other in opposed) else FULL
        for one, other in permutations(range(len(own)), 2)
    }
    return GivenEvidence(dict(zip(names, own, strict=True)), pairs)


def log_odds(
    model: GivenEvidence, there: BruteBackend, mass: Sequence[float], rows: Sequence[int] | None = None
) -> list[float]:
    claims = np.arange(len(mass)) if rows is None else np.array(rows)
    agrees = ClaimReading(model).claim_probability(
        Question("The query", there), there, claims, np.array(mass, float)
    )
    return np.log(agrees / (1 - agrees)).tolist()  # type: ignore[no-any-return]


def test_a_shaky_claim_is_outvoted_by_the_others() -> None:
    found = log_odds(evidence([2, 2, -1]), backend(3), [1, 1, 1])
    assert found == pytest.approx([(2 + 2 - 1) / 1.8, (2 + 2 - 1) / 1.8, (-1 + 2 + 2) / 1.8])


def test_opposing_claims_count_with_their_sign() -> None:
    found = log_odds(evidence([2, 2, 1], opposed=[2]), backend(3), [1, 1, 1])
    assert found == pytest.approx([(2 + 2 - 1) / 1.8, (2 + 2 - 1) / 1.8, (1 - 2 - 2) / 1.8])


def test_what_matters_less_counts_less() -> None:
    found = log_odds(evidence([2, -1]), backend(2), [1, 4])
    assert found == pytest.approx([(2 - 1) / 1.4, (-1 + 2 / 4) / 1.1])


def test_claims_that_nobody_can_relate_stand_alone() -> None:
    alone = GivenEvidence({"claim 0": 2.0, "claim 1": -1.0})
    assert log_odds(alone, backend(2), [1, 1]) == pytest.approx([2, -1])


def test_only_claims_that_are_near_bear_on_each_other() -> None:
    # Cosines: .45 of 0 and 1 is half way from .3 to .6; .8 of 0 and 2 is beyond; 1 and 2 are at .36 - .536 < .3.
    vectors = [[1.0, 0.0], [0.45, -((1 - 0.45**2) ** 0.5)], [0.8, 0.6]]
    model = evidence([1, 4, 2])
    found = log_odds(model, backend(3, vectors), [1, 1, 1])
    assert found == pytest.approx([(1 + 4 / 2 + 2) / 1.6, (4 + 1 / 2) / 1.2, (2 + 1) / 1.4], rel=1e-5)
    assert {("claim 1", "claim 2"), ("claim 2", "claim 1")}.isdisjoint(model.read)


def test_claims_that_are_not_read_stay_in_the_middle() -> None:
    size = READ + 4
    model = evidence([3.0] * size)
    mass = [float(1 + row) for row in range(size)]  # the last matter most
    found = log_odds(model, backend(size), mass)
    assert found[:4] == [0.0] * 4 and all(value > 3 for value in found[4:])
    asked = [claim for claim, query in model.read if query == "The query"]
    assert sorted(asked) == sorted(f"claim {row}" for row in range(4, size))


def test_claims_without_mass_are_not_read() -> None:
    model = evidence([3, 3, 3])
    assert log_odds(model, backend(3), [0, 2, 0]) == pytest.approx([0, 3, 0])
    assert model.read == [("claim 1", "The query")]
    assert log_odds(model, backend(3), [0, 0, 0]) == [0, 0, 0] and len(model.read) == 1


def test_claims_are_given_by_row() -> None:
    model = evidence([5, 1, 9, -2], opposed=[3])
    assert log_odds(model, backend(4), [1, 1], rows=[1, 3]) == pytest.approx([(1 + 2) / 1.4, (-2 - 1) / 1.4])


def test_only_so_many_pairs_are_read_and_those_that_matter_most() -> None:
    model = evidence([1.0] * READ)
    mass = [
        float(2**row) for row in range(READ)
    ]  # of any two pairs the one with the later claims matters more
    log_odds(model, backend(READ), mass)
    pairs = {tuple(sorted(pair)) for pair in model.read if "query" not in pair[1]}
    ranked = sorted(
        ((one, other) for one in range(READ) for other in range(one + 1, READ)),
        key=lambda pair: (-mass[pair[0]] * mass[pair[1]], pair),
    )
    assert pairs == {(f"claim {one}", f"claim {other}") for one, other in ranked[:PAIRS]}


def test_claims_are_related_both_ways_and_half_of_each_counts() -> None:
    pairs = {("claim 0", "claim 1"): 3.0, ("claim 1", "claim 0"): 1.0}
    found = log_odds(GivenEvidence({"claim 0": 2.0, "claim 1": -1.0}, pairs), backend(2), [1, 1])
    bears = np.tanh(((3 + 1) / 2) / 2)
    divided = 1 + 0.4 * bears
    assert found == pytest.approx([(2 - bears) / divided, (-1 + 2 * bears) / divided])


def test_claims_are_related_once_and_the_query_is_read_each_time() -> None:
    model, there = evidence([2, 2, -1]), backend(3)
    first = log_odds(model, there, [1, 1, 1])
    related = [pair for pair in model.read if pair[1] != "The query"]
    assert sorted(related) == sorted(permutations(["claim 0", "claim 1", "claim 2"], 2))
    model.read.clear()
    assert log_odds(model, there, [1, 1, 1]) == first
    assert model.read == [(f"claim {row}", "The query") for row in range(3)]
    assert log_odds(model, there, [1, 1], rows=[0, 2]) == pytest.approx([(2 - 1) / 1.4, (-1 + 2) / 1.4])
    assert not [pair for pair in model.read if pair[1] != "The query"], "rows 0 and 2 are the same claims"


def test_everything_is_read_in_one_go() -> None:
    class Counting(GivenEvidence):
        def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
            sizes.append(len(claims))
            return super().between(claims, others)

    sizes: list[int] = []
    log_odds(Counting({"claim 0": 2.0, "claim 1": 3.0, "claim 2": 1.0}), backend(3), [1.0, 1.0, 0.2])
    assert sizes == [3 + 2 * 3], "three claims, three pairs both ways"


def test_claims_that_matter_next_to_nothing_are_not_read() -> None:
    model = GivenEvidence({"claim 0": 2.0, "claim 1": 3.0, "claim 2": -3.0})
    assert log_odds(model, backend(3), [100.0, 1.0, 1.1]) == pytest.approx([2.0, 0.0, -3.0])
    assert "claim 1" not in {text for pair in model.read for text in pair}
