"""Claim after claim."""

from __future__ import annotations

import pytest

from debatable.model import Stance
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.methods.claims import Claims
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import ask
from tests.unit.ranking.candidates.test_claim_steps import corpus


def test_claims_in_order() -> None:
    hits = ask(Claims(claims=Dense(K=2, temperature=1.0), stance=NoStance()), "cars", corpus(), 10)
    assert [hit.premise for hit in hits] == [0, 2, 3, 1, 4]
    assert [hit.claims for hit in hits] == [(0,), (0,), (), (1,), ()]
    assert [hit.stance for hit in hits] == [Stance.PRO, Stance.CON, Stance.NONE, Stance.PRO, Stance.NONE]
    assert [hit.score for hit in hits] == pytest.approx([0.45, 0.45, 0.3, 0.15, 0.1])
