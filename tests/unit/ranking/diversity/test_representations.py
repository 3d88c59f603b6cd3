"""CLAIM-SIM by hand: which claims a premise is compared with, and what stands in for them."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import Lexical
from debatable.ranking.diversity.representations import ClaimSim, EncoderVectors
from debatable.ranking.relevance.filters import LearnedFilter
from tests.support.brute_backend import BruteBackend
from tests.support.relevance import SharedWords

READS = LearnedFilter(SharedWords())
PREMISES = ["cars stink", "nobody needs cars", "trains are quiet"]


def test_the_claims_nearest_to_the_query_are_the_columns() -> None:
    index = BruteBackend(
        ["ban cars", "cars stink badly", "buy trains"], PREMISES, [(0, 0, 1), (2, 2, 1)], [0, 1, 2], [0, 1, 2]
    )
    found = ClaimSim(claims=Lexical(K=2))(Question("ban cars", index), index, READS, np.array([2, 0]))
    # Columns: "ban cars", "cars stink badly". Rows: "trains are quiet", "cars stink".
    assert found == pytest.approx(np.array([[0, 0], [1 / 3, 2 / 3]]))


@pytest.mark.parametrize("claims", [[], ["ban cars"]])
def test_premises_stand_in_where_there_are_no_claims_or_it_is_asked_for(claims: list[str]) -> None:
    uses = [(0, 0 if claims else -1, 1), (1, -1, 0), (2, -1, 0)]
    index = BruteBackend(claims, PREMISES, uses, list(range(len(claims))), [0, 1, 2])
    representation = ClaimSim(claims=Lexical(K=2), premises=bool(claims))
    found = representation(Question("cars", index), index, READS, np.array([0, 1, 2]))
    # Columns: "cars stink", "nobody needs cars", the two premises that speak of cars.
    assert found == pytest.approx(np.array([[1, 1 / 4], [1 / 4, 1], [0, 0]]))


def test_the_query_is_a_claim_where_nothing_is_near() -> None:
    """There used to be no column at all, which nothing can be compared by."""
    index = BruteBackend(["eat less"], PREMISES, [(0, 0, 1)], [0], [0, 1, 2])
    found = ClaimSim(claims=Lexical())(Question("ban planes", index), index, READS, np.array([0, 1]))
    assert found.tolist() == [[0], [0]]


def test_vectors_of_the_index() -> None:
    index = BruteBackend([], PREMISES, [(0, -1, 0)], [], [0, 1, 2], premise_vectors=[[1], [2], [3]])
    found = EncoderVectors()(Question("cars", index), index, READS, np.array([2, 0]))
    assert found.tolist() == [[3], [1]]
