"""Formulas (2) to (5) against sums over sets of uses, written as in the paper."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import pytest

from debatable.arrays import Ints
from debatable.ranking.formulas.ecir2020 import (
    claim_frequency,
    inverse_claim_frequency,
    of_clusters,
    premise_frequency,
    premise_given_claim,
    premise_given_query,
    premise_of_either_side,
)

CLAIMS, PREMISES = 4, 5


def corpora(count: int) -> Iterator[tuple[Ints, Ints, Ints]]:
    """Draws uses: premise cluster, claim cluster and sign of each."""
    draw = np.random.default_rng(5)
    for _ in range(count):
        n = int(draw.integers(1, 30))
        yield draw.integers(0, PREMISES, n), draw.integers(0, CLAIMS, n), draw.choice([-1, 1], n)


def test_frequencies_are_those_of_the_definitions() -> None:
    for premise, claim, sign in corpora(100):
        uses = list(zip(premise.tolist(), claim.tolist(), sign.tolist(), strict=True))
        assert premise_frequency(premise, claim, sign).tolist() == [uses.count(use) for use in uses]
        for found, wanted in zip(claim_frequency(premise, claim, sign, PREMISES), (1, -1), strict=True):
            assert found.tolist() == [
                len({c for p, c, s in uses if p == cluster and s == wanted}) for cluster in range(PREMISES)
            ]


def test_premises_of_a_claim_share_one() -> None:
    """A premise that speaks to all claims has no weight beside others; only where all do so, they count by pf."""
    mixed = 0
    for premise, claim, sign in corpora(200):
        pf = premise_frequency(premise, claim, sign)
        support, attack = claim_frequency(premise, claim, sign, PREMISES)
        cf = np.where(sign > 0, support[premise], attack[premise])
        icf = inverse_claim_frequency(CLAIMS, cf)
        group = claim * 2 + (sign < 0)
        found, z = premise_given_claim(pf, icf, group)
        members = defaultdict(list)
        for use, number in enumerate(group.tolist()):
            members[number].append(use)
        for uses in members.values():
            weight = [int(pf[use]) * math.log(CLAIMS / int(cf[use])) for use in uses]
            mixed += 0.0 in weight and sum(weight) > 0
            if not sum(weight):
                weight = [float(pf[use]) for use in uses]
            assert found[uses].tolist() == pytest.approx([one / sum(weight) for one in weight])
            assert z[uses].tolist() == pytest.approx([sum(weight)] * len(uses))
    assert mixed > 10


def test_both_sides_of_a_query_by_hand() -> None:
    """Who supports a claim that opposes the query attacks the query."""
    claim, agrees, given = np.array([0.5, 0.5, 0.25]), np.array([1.0, 0.25, 0.25]), np.array([0.5, 1.0, 0.4])
    sign = np.array([1, 1, -1], np.int8)
    supporting, attacking = premise_given_query(claim, agrees, given, sign)
    assert supporting.tolist() == pytest.approx([0.25, 0.125, 0.075])
    assert attacking.tolist() == pytest.approx([0.0, 0.375, 0.025])
    clusters = [of_clusters(np.array([1, 0, 1]), side, 3) for side in (supporting, attacking)]
    assert clusters[0].tolist() == pytest.approx([0.125, 0.325, 0.0])
    assert premise_of_either_side(*clusters).tolist() == pytest.approx([0.25, 0.175, 0.0])
