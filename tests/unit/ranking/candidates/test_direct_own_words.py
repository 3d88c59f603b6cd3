"""Premises that hang on no claim."""

from __future__ import annotations

import pytest

from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.candidates.direct import with_own_words
from tests.unit.ranking.candidates.test_claim_steps import corpus


def test_premises_without_claims_get_their_share() -> None:
    # Two of five premises hang on no claim, found with cosines 3/4 and 1/4.
    backend = corpus()
    found, own = with_own_words(Dense(K=5, temperature=1.0), Question("cars", backend), backend)
    assert found.rows.tolist() == [0, 1] and own.rows.tolist() == [3, 4]
    assert found.probability.tolist() == pytest.approx([0.6 * 3 / 4, 0.6 / 4])
    assert own.probability.tolist() == pytest.approx([0.4 * 3 / 4, 0.4 / 4])
