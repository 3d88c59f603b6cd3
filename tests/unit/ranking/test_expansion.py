"""Clusters made at query time."""

from __future__ import annotations

import numpy as np
from debatable.ranking.expansion import clustered_at_query_time, expanded
from debatable.ranking.framework import Framework

from tests.unit.ranking.toy import ToyIndex


def corpus() -> ToyIndex:
    texts = ["cars stink badly", "cars stink very badly", "planes are loud", "planes are very loud", "cheese"]
    near = [[1.0, 0.0], [0.99, 0.14], [0.0, 1.0], [0.14, 0.99], [-1.0, 0.0]]
    uses = [(0, 0, 1), (2, 0, 1), (1, 1, 1), (3, 1, 1), (4, 1, 1)]
    return ToyIndex(
        ["ban cars", "ban planes"],
        texts,
        uses,
        [0, 1],
        [0, 1, 2, 3, 4],
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0], [0.1, 0.0]],
        premise_vectors=near,
    )


def test_each_premise_brings_its_neighbours() -> None:
    index = corpus()
    assert expanded(index, np.array([0]), 1).tolist() == [0, 1]
    assert expanded(index, np.array([0]), 0).tolist() == [0]
    assert expanded(index, np.array([0, 2]), 1).tolist() == [0, 1, 2, 3]


def test_clusters_of_the_expanded_set() -> None:
    labels = clustered_at_query_time(corpus(), np.array([0, 2]), "constant(height=0.5)", 1)
    assert labels[0] == labels[1] != labels[2] == labels[3]
    assert labels[4] == -1


def test_claim_frequency_counts_what_the_expansion_found() -> None:
    # Both clusters also support the other claim: cf is 2 of 2 claim clusters, icf 0, so pf decides.
    method = Framework("dense", K=1, clusters="constant(height=0.5)", N=1, stance="none")
    hits = method("ban cars", corpus(), 5)
    assert [hit.members for hit in hits] == [(0,), (2,)]
    assert [hit.score for hit in hits] == [0.25, 0.25]
    assert [hit.explanation.recompute() for hit in hits] == [0.25, 0.25]
