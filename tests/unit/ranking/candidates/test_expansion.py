"""What the expansion by premise clusters brings in: premises, claims, and what these are believed."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import Dense, Found
from debatable.ranking.candidates.expansion import premises_of_claims, premises_of_clusters
from debatable.ranking.candidates.uses import neighbourhood
from debatable.ranking.clusters import Offline
from tests.support.brute_backend import BruteBackend

STEP = Dense(K=1, calibration="sum", temperature=1.0)


def corpus(cluster: int = 0) -> BruteBackend:
    """Claims 0 and 1 mean the same; premise 3, at claim 2 with its rival 4, says what 0 says; 5 hangs on none."""
    return BruteBackend(
        ["ban cars", "forbid cars", "close ports", "eat less"],
        [f"premise {row}" for row in range(6)],
        [(0, 0, 1), (1, 0, -1), (2, 1, 1), (3, 2, -1), (4, 2, 1), (5, -1, 0)],
        [0, 0, 1, 2],
        [0, 1, 2, cluster, 3, 0],
        query=[1.0, 0.0],
        claim_vectors=[[0.5, 0.0], [0.25, 0.0], [0.125, 0.0], [0.125, 0.0]],
        premise_vectors=[[1.0, 0.0]] * 6,
    )


@pytest.mark.parametrize("mass", [1.0, 0.75])
def test_claims_of_added_premises_share_what_the_claims_found_have(mass: float) -> None:
    index = corpus()
    question = Question("cars", index)
    found = Found(np.array([0]), np.array([mass]))
    near = neighbourhood(found, index)
    clusters = Offline()(index, np.arange(6))
    wide = premises_of_clusters(STEP, question, index, found, near, clusters)
    assert wide.found.rows.tolist() == [0, 2]
    assert wide.found.probability.tolist() == pytest.approx([mass * 4 / 5, mass / 5])
    assert wide.premises.tolist() == [0, 1, 2, 3, 5]  # the rival is counted, and not shown
    assert wide.near.claims.tolist() == [0, 1, 2] and wide.reached.tolist() == [0, 1]
    assert wide.near.cluster[0] == wide.near.cluster[1] != wide.near.cluster[2]
    uses = set(zip(wide.near.uses.premise.tolist(), wide.near.uses.claim.tolist(), strict=True))
    assert uses == {(0, 0), (1, 0), (2, 1), (3, 2), (4, 2)}


def test_where_nobody_else_says_the_same_nothing_is_brought_in() -> None:
    index = corpus(cluster=9)
    found = Found(np.array([0]), np.array([1.0]))
    near = neighbourhood(found, index)
    clusters = Offline()(index, np.arange(6))
    wide = premises_of_clusters(STEP, Question("cars", index), index, found, near, clusters)
    assert wide.found is found and wide.near is near
    assert wide.premises.tolist() == [0, 1, 2, 5]  # 5 says what 0 says, and speaks to no claim
    assert premises_of_claims(found, near).premises.tolist() == [0, 1, 2]


@pytest.mark.parametrize("found_cluster", [0, 1, 2])
def test_every_claim_that_is_brought_in_is_a_cluster_by_itself(found_cluster: int) -> None:
    """Whatever clusters of the index they are of, and those of the claims found."""
    index = BruteBackend(
        ["ban cars", "close ports", "eat less", "plant trees"],
        [f"premise {row}" for row in range(4)],
        [(row, row, 1) for row in range(4)],
        [found_cluster, 3, 3, 3],
        [0, 0, 0, 0],
        query=[1.0, 0.0],
        claim_vectors=[[0.5, 0.0], [0.25, 0.0], [0.125, 0.0], [0.125, 0.0]],
        premise_vectors=[[1.0, 0.0]] * 4,
    )
    found = Found(np.array([0]), np.array([1.0]))
    clusters = Offline()(index, np.arange(4))
    near = neighbourhood(found, index)
    wide = premises_of_clusters(STEP, Question("cars", index), index, found, near, clusters)
    assert wide.near.claims.tolist() == [0, 1, 2, 3]
    assert len(set(wide.near.cluster.tolist())) == 4
    assert wide.found.probability.tolist() == pytest.approx([1 / 2, 1 / 4, 1 / 8, 1 / 8])
