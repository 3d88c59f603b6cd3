"""Which claims a stance model is asked about, and how much each of them matters."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from debatable.arrays import Floats, Ints
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.candidates.direct import found_directly
from debatable.ranking.methods import best, framework, quixote
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.stance.claims import ClaimStances
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask

STEP = Dense(K=2, calibration="sum", temperature=1.0)


def corpus() -> BruteBackend:
    """Claims 0 and 1 are found; 2 means what 0 means; 3 is spoken to by a premise of claim 1; 4 by nobody near."""
    return BruteBackend(
        ["ban cars", "ban planes", "forbid cars", "close ports", "eat less"],
        [f"a premise of the row {row}" for row in range(5)],
        [(0, 0, 1), (1, 1, 1), (1, 3, -1), (2, 2, 1), (3, -1, 0), (4, 4, 1)],
        [0, 1, 0, 2, 3],
        [0, 1, 2, 3, 4],
        query=[1.0, 0.0],
        claim_vectors=[[0.75, 0.0], [0.25, 0.0], [0.0, 1.0], [0.0, 1.0], [0.0, 1.0]],
        premise_vectors=[[0.5, 0.0], [1.0, 0.0], [0.25, 0.0], [0.5, 0.0], [0.0, 1.0]],
        quality=[[1, 1, 1]] * 6,
    )


@dataclass(frozen=True)
class RecordedStance(NoStance):
    """Records the mass of each claim that it is asked about."""

    mass: dict[int, float] = field(default_factory=dict)

    def of_claims(
        self, question: Question, backend: Backend, claims: Ints, mass: Floats | None = None
    ) -> ClaimStances:
        assert mass is not None and claims.tolist() == sorted(claims.tolist())
        self.mass.update(zip(claims.tolist(), mass.tolist(), strict=True))
        return ClaimStances(claims, np.ones(len(claims)))


def asked(method: Any) -> dict[int, float]:
    """Returns the mass of each claim that the stance stage was asked about."""
    stance = RecordedStance()
    ask(replace(method, stance=stance), "cars", corpus(), 5)
    return stance.mass


def test_claims_matter_as_found_in_the_framework() -> None:
    found = asked(framework.Framework(claims=STEP))
    share = 4 / 5  # one premise of five has no claim
    assert found == pytest.approx({0: 0.75 * share, 1: 0.25 * share, 2: 0.0}, abs=1e-6)


def test_claims_matter_as_found_in_quixote() -> None:
    method = quixote.Quixote(claims=STEP, shortest=0, expansion="none")
    found = asked(method)
    assert found == pytest.approx({0: 0.6, 1: 0.2, 2: 0.0}, abs=1e-6)


def test_in_best_claims_matter_by_themselves_and_by_their_premises() -> None:
    found = asked(best.Best(claims=STEP, read_claims=0))
    index = corpus()
    own = found_directly(STEP, Question("cars", index), index, np.array([0, 1]), 300)
    directly = dict(zip(own.rows.tolist(), own.probability.tolist(), strict=True))
    claims = {0: 0.75, 1: 0.25, 2: 0.0}  # those found, and those of their clusters
    for premise, claim, _ in index.uses:
        if claim >= 0 and premise in directly:
            claims[claim] = claims.get(claim, 0.0) + directly[premise]
    assert claims[3] > 0 and claims[0] > 0.75 and claims[1] > 0.25
    assert found == pytest.approx(claims, abs=1e-6)
