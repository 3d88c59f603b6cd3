"""What is asked of a stance model, and what its answers are taken for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.learning import AlwaysSame
from debatable.ranking import Question
from debatable.ranking.stance.claims import ClaimReading, ClaimStances, claim_mass
from debatable.ranking.stance.table import ReadStance, stance_stage
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenEvidence

READ = ClaimReading().claims_read


def backend(size: int) -> BruteBackend:
    claims = [f"claim number {row}" for row in range(size)]
    return BruteBackend(claims, ["because"], [(0, 0, 1)], list(range(size)), [0], vectors=False)


def test_a_claim_of_which_nobody_knows_is_not_turned() -> None:
    agreed = ClaimStances(np.array([2, 5, 9]), np.array([0.49, 0.5, 0.51]))
    assert agreed.orientation(np.array([9, 2, 5, 2])).tolist() == [1, -1, 1, -1]
    assert agreed.of(np.array([9, 2])).tolist() == [0.51, 0.49]
    assert agreed.knows(np.array([2, 3, 9, -1])).tolist() == [True, False, True, False]


def test_a_model_of_claims_is_asked_for_their_texts_in_order() -> None:
    def model(query: str, claims: Sequence[str]) -> Floats:
        assert query == "The query"
        return np.array([float(text[-1]) / 10 for text in claims])

    index = backend(6)
    found = stance_stage(model).of_claims(Question("The query", index), index, np.array([1, 4]))
    assert found.claims.tolist() == [1, 4] and found.probability.tolist() == [0.1, 0.4]


def test_what_matters_most_is_read() -> None:
    index, claims = backend(READ + 2), np.arange(READ + 2)
    mass = np.arange(READ + 2, dtype=np.float64)
    model = GivenEvidence({f"claim number {row}": 2.0 for row in range(READ + 2)})
    question = Question("The query is this", index)
    assert stance_stage(model).of_claims(question, index, claims, mass).probability.tolist()[:2] == [0.5, 0.5]
    # All alike, the first ones are read.
    assert stance_stage(model).of_claims(question, index, claims).probability.tolist()[-2:] == [0.5, 0.5]


def test_claims_that_do_not_matter_are_not_read() -> None:
    index, claims = backend(3), np.arange(3)
    model = GivenEvidence({f"claim number {row}": 2.0 for row in range(3)})
    stage, question = ReadStance(model, least_mass=0.25), Question("The query is this", index)
    assert stage.of_claims(question, index, claims, np.array([0.5, 0.125, 0.13])).probability[1] == 0.5
    assert {claim for claim, _ in model.read} == {"claim number 0", "claim number 2"}
    assert stage.of_claims(question, index, claims, np.zeros(3)).probability.tolist() == [0.5] * 3


@pytest.mark.parametrize("count", [0, 3])
def test_without_a_model_all_are_of_one_side(count: int) -> None:
    index = backend(3)
    found = stance_stage(AlwaysSame()).of_claims(Question("The query", index), index, np.arange(count))
    assert found.probability.tolist() == [1.0] * count


def test_of_a_language_that_nobody_was_taught_only_equal_words_are_known() -> None:
    index = BruteBackend(
        ["Надо запретить машины", "машины надо запретить", "машины шумят"],
        ["because"],
        [(0, 0, 1)],
        [0, 1, 2],
        [0],
        vectors=False,
    )
    model = GivenEvidence({})
    question = Question("надо запретить машины", index)
    assert not model.reads(question.text)
    assert stance_stage(model).of_claims(question, index, np.arange(3)).probability.tolist() == [
        1.0,
        1.0,
        0.5,
    ]


def test_a_claim_that_brought_nothing_has_no_mass() -> None:
    claims, rows = np.array([3, 5, 8]), np.array([5, 5])
    assert claim_mass(claims, rows, np.array([0.25, 0.5])).tolist() == [0.0, 0.75, 0.0]
    assert claim_mass(claims, rows[:0], np.zeros(0)).tolist() == [0.0, 0.0, 0.0]
