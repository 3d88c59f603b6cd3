"""The relevance filter: what passes tau, in which order, and relevances to claims."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.ranking import Question
from debatable.ranking.methods.diverse import RELEVANCE_FILTERS
from debatable.ranking.relevance.filters import LearnedFilter
from tests.support.brute_backend import BruteBackend
from tests.support.relevance import SharedWords


def backend() -> BruteBackend:
    texts = ["Ban cars", "Cars stink", "Trains are quiet", "Cars are loud", "Ban loud cars"]
    return BruteBackend(["Ban cars"], texts, [(0, 0, 1)], [0], [0, 1, 2, 3, 4])


def test_only_what_is_above_tau_is_kept_most_relevant_first() -> None:
    index = backend()
    question = Question("Ban cars", index)
    # Shares of words with the query: 1, 1/3, 0, 1/4, 2/3.
    found = LearnedFilter(SharedWords(), tau=1 / 4)(question, index, np.array([3, 4, 2, 1, 0]))
    assert found.rows.tolist() == [0, 4, 1]
    assert found.relevance.tolist() == pytest.approx([1, 2 / 3, 1 / 3])
    assert LearnedFilter(SharedWords())(question, index, np.zeros(0, np.int64)).rows.tolist() == []


def test_relevances_to_claims_have_a_column_a_claim() -> None:
    index = backend()
    found = LearnedFilter(SharedWords()).to_claims(
        Question("x", index), index, ["ban cars", "trains"], np.array([2, 0])
    )
    assert found == pytest.approx(np.array([[0, 1 / 3], [1, 0]]))


@pytest.mark.parametrize(
    "name", ["learned(tau=1)", "learned(tau=-0.1)", "similarity(tau=1)", "similarity(tau=-2)"]
)
def test_senseless_thresholds_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="tau is"):
        RELEVANCE_FILTERS.parse(name)


def test_a_model_that_is_nowhere_is_one_sentence() -> None:
    with pytest.raises(InputError, match="no such folder"):
        RELEVANCE_FILTERS.parse("learned(model=/nowhere/at/all)")
