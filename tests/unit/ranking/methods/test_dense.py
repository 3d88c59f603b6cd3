"""Premises by cosine alone."""

from __future__ import annotations

from debatable.ranking.methods.dense import Dense
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import ask
from tests.unit.ranking.candidates.test_claim_steps import corpus


def test_dense_premises() -> None:
    hits = ask(Dense(stance=NoStance()), "cars", corpus(), 3)
    assert [(hit.premise, hit.score) for hit in hits] == [(3, 0.75), (0, 0.5), (1, 0.25)]
