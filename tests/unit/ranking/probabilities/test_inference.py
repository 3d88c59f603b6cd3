"""The framework by hand: every probability of formulas (1) to (5) on a corpus of a dozen links.

The claims found have P(c|q) = 1/2, 1/4, 1/8, 1/8; the first two (cluster A) agree with the query with
probability 3/4, the last two (cluster B) with 1/4. There are two claim clusters, so icf is ln 2 for a premise
cluster that supports (or attacks) in one of them and 0 for one that does so in both: premise 6 alone.

    pf   A: {0,1}+ 2, {6}+ 1, {2}- 1, {5}- 1, {3,4}- 2     B: {2}+ 1, {5}+ 1, {6}+ 1, {0,1}- 2
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction as F

import numpy as np
import pytest

from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import NOTHING, Dense, Found
from debatable.ranking.candidates.uses import neighbourhood
from debatable.ranking.clusters import Offline
from debatable.ranking.diversity.groups import Groups, group
from debatable.ranking.probabilities.inference import Inference, Normalise, Reach, infer
from debatable.ranking.stance.claims import ClaimStances
from tests.support.toys import energy

CLAIMS = [F(1, 2), F(1, 4), F(1, 8), F(1, 8)]
SAME = [F(3, 4), F(3, 4), F(1, 4), F(1, 4)]

# P(p+|c) and P(p-|c) by claim, sign and premise: pf icf / Z.
OWN = {
    (0, 1): {0: F(1), 6: F(0)},
    (0, -1): {2: F(1, 3), 3: F(2, 3)},
    (1, 1): {1: F(1)},
    (1, -1): {4: F(2, 3), 5: F(1, 3)},
    (2, 1): {2: F(1)},
    (2, -1): {0: F(1)},
    (3, 1): {5: F(1), 6: F(0)},
    (3, -1): {1: F(1)},
}
A = {1: {0: F(1, 2), 1: F(1, 2), 6: F(0)}, -1: {2: F(1, 6), 3: F(1, 3), 4: F(1, 3), 5: F(1, 6)}}
B = {1: {2: F(1, 2), 5: F(1, 2), 6: F(0)}, -1: {0: F(1, 2), 1: F(1, 2)}}
CLUSTER = {(claim, sign): (A if claim < 2 else B)[sign] for claim in range(4) for sign in (1, -1)}

# P(p+|q) and P(p-|q) of premises 0 to 6.
OWN_SIDES = (
    [F(15, 32), F(9, 32), F(7, 96), F(1, 12), F(1, 24), F(5, 96), F(0)],
    [F(5, 32), F(3, 32), F(7, 32), F(1, 4), F(1, 8), F(5, 32), F(0)],
)
CLUSTER_SIDES = (
    [F(12, 32), F(12, 32), F(2, 32), F(2, 32), F(2, 32), F(2, 32), F(0)],
    [F(4, 32), F(4, 32), F(6, 32), F(6, 32), F(6, 32), F(6, 32), F(0)],
)

# P(pi|q) of the clusters {0,1}, {2}, {3,4}, {5}, {6}.
OWN_SCORES = [F(1, 2), F(7, 48), F(1, 4), F(5, 48), F(0)]
CLUSTER_SCORES = [F(1, 2), F(1, 8), F(1, 4), F(1, 8), F(0)]


def believed(
    reach: Reach,
    normalise: Normalise = "claim",
    same: list[F] = SAME,
    claim_clusters: Sequence[int] = (0, 0, 1, 1),
) -> tuple[Inference, Groups]:
    backend = energy(claim_clusters=claim_clusters)
    clusters = Offline()(backend, np.arange(7))
    found = Found(np.arange(4), np.array(CLAIMS, np.float64))
    agreed = ClaimStances(np.arange(4), np.array(same, np.float64))
    near = neighbourhood(found, backend)
    inference = infer(
        found, near, agreed, clusters, backend.counts.claim_clusters, reach=reach, normalise=normalise
    )
    sides = inference.supporting, inference.attacking
    return inference, group(inference.uses, *sides, NOTHING, clusters, split=False)


def test_claims_are_calibrated_to_one() -> None:
    backend = energy()
    found = Dense(K=4, temperature=1.0)(Question("nuclear power", backend), backend)
    assert found.rows.tolist() == [0, 1, 2, 3]
    assert found.probability.tolist() == [float(p) for p in CLAIMS]


def test_frequencies() -> None:
    inference, _ = believed("claim")
    found = {
        (claim, premise, sign): (pf, cf, icf)
        for claim, premise, sign, pf, cf, icf in zip(
            inference.uses.claim.tolist(),
            inference.uses.premise.tolist(),
            inference.uses.sign.tolist(),
            inference.pf.tolist(),
            inference.cf.tolist(),
            inference.icf.tolist(),
            strict=True,
        )
    }
    assert found == {
        (0, 0, 1): (2, 1, math.log(2)),
        (0, 2, -1): (1, 1, math.log(2)),
        (0, 3, -1): (2, 1, math.log(2)),
        (0, 6, 1): (1, 2, 0.0),
        (1, 1, 1): (2, 1, math.log(2)),
        (1, 4, -1): (2, 1, math.log(2)),
        (1, 5, -1): (1, 1, math.log(2)),
        (2, 0, -1): (2, 1, math.log(2)),
        (2, 2, 1): (1, 1, math.log(2)),
        (3, 1, -1): (2, 1, math.log(2)),
        (3, 5, 1): (1, 1, math.log(2)),
        (3, 6, 1): (1, 2, 0.0),
    }


def test_claim_frequencies_turn_signs_in_clusters_that_hold_both_sides() -> None:
    # Clusters {0, 2} and {1, 3}, each with a claim for and one against. Turned towards the query, the first has 0+ 6+
    # 2- 3- of claim 0 and 2- 0+ of claim 2, the second 1+ 5- 4- of claim 1 and 5- 6- 1+ of claim 3. So {0,1} speaks for
    # it in both and never against, {3,4} against in both, and 6 for in one and against in one: as linked it would
    # support in both, and its icf be 0.
    inference, _ = believed("claim", claim_clusters=(0, 1, 0, 1))
    uses = inference.uses
    found = dict(
        zip(
            zip(uses.claim.tolist(), uses.premise.tolist(), uses.sign.tolist(), strict=True),
            inference.cf.tolist(),
            strict=True,
        )
    )
    assert found == {
        **{(0, 0, 1): 2, (0, 2, -1): 1, (0, 3, -1): 2, (0, 6, 1): 1},
        **{(1, 1, 1): 2, (1, 4, -1): 2, (1, 5, -1): 1},
        **{(2, 0, -1): 2, (2, 2, 1): 1},
        **{(3, 1, -1): 2, (3, 5, 1): 1, (3, 6, 1): 1},
    }


@pytest.mark.parametrize(("reach", "given"), [("claim", OWN), ("cluster", CLUSTER)])
def test_premises_given_claims(reach: Reach, given: dict[tuple[int, int], dict[int, F]]) -> None:
    inference, _ = believed(reach)
    found: dict[tuple[int, int], dict[int, float]] = {}
    for claim, premise, sign, value in zip(
        inference.uses.claim.tolist(),
        inference.uses.premise.tolist(),
        inference.uses.sign.tolist(),
        inference.given_claim.tolist(),
        strict=True,
    ):
        found.setdefault((claim, sign), {})[premise] = value
    assert found.keys() == given.keys()
    for key, premises in given.items():
        assert found[key] == pytest.approx({p: float(v) for p, v in premises.items()}, abs=1e-12)


def test_one_z_for_all_claims() -> None:
    # All candidates: 0+ 2, 2- 1, 3- 2, 1+ 2, 4- 2, 5- 1, 2+ 1, 0- 2, 5+ 1, 1- 2 times ln 2, premise 6 nothing.
    inference, _ = believed("claim", "all")
    assert inference.z == pytest.approx(np.full(12, 16 * math.log(2)), abs=1e-12)
    first = (inference.uses.claim == 0) & (inference.uses.premise == 3)
    assert inference.given_claim[first] == pytest.approx([2 / 16], abs=1e-12)


@pytest.mark.parametrize(
    ("reach", "sides", "scores"),
    [("claim", OWN_SIDES, OWN_SCORES), ("cluster", CLUSTER_SIDES, CLUSTER_SCORES)],
)
def test_premises_and_clusters_given_the_query(
    reach: Reach, sides: tuple[list[F], list[F]], scores: list[F]
) -> None:
    _, groups = believed(reach)
    assert groups.premise.tolist() == list(range(7))
    assert groups.supporting == pytest.approx(np.array(sides[0], np.float64), abs=1e-12)
    assert groups.attacking == pytest.approx(np.array(sides[1], np.float64), abs=1e-12)
    assert groups.score == pytest.approx(np.array(scores, np.float64), abs=1e-12)
    assert groups.stance.tolist() == [1, -1, -1, -1, 0]
    for side in (*sides, scores):
        assert sum(side) == 1


@pytest.mark.parametrize("reach", ["claim", "cluster"])
def test_turning_the_query_swaps_the_sides(reach: Reach) -> None:
    _, groups = believed(reach)
    _, turned = believed(reach, same=[1 - p for p in SAME])
    assert turned.supporting == pytest.approx(groups.attacking, abs=1e-15)
    assert turned.attacking == pytest.approx(groups.supporting, abs=1e-15)
    assert turned.stance.tolist() == [-1, 1, 1, 1, 0]
