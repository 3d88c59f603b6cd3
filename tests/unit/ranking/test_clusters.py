"""Clusters made at query time."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.clusters import Expanded, QueryTime
from debatable.ranking.methods.framework import Framework
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask


def corpus(*, vectors: bool = True) -> BruteBackend:
    texts = ["cars stink badly", "cars stink very badly", "planes are loud", "planes are very loud", "cheese"]
    near = [[1.0, 0.0], [0.99, 0.14], [0.0, 1.0], [0.14, 0.99], [-1.0, 0.0]]
    uses = [(0, 0, 1), (2, 0, 1), (1, 1, 1), (3, 1, 1), (4, 1, 1)]
    return BruteBackend(
        ["ban cars", "ban planes"],
        texts,
        uses,
        [0, 1],
        [0, 1, 2, 3, 4],
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0], [0.1, 0.0]],
        premise_vectors=near,
        vectors=vectors,
    )


def clustered(rows: list[int], N: int) -> Expanded:
    found = QueryTime(clustering="constant(height=0.5)", N=N)(corpus(), np.array(rows))
    assert isinstance(found, Expanded)
    return found


def test_each_premise_brings_its_neighbours() -> None:
    assert clustered([0], 1).rows.tolist() == [0, 1]
    assert clustered([0], 0).rows.tolist() == [0]
    assert clustered([0, 2], 1).rows.tolist() == [0, 1, 2, 3]


def test_clusters_of_the_expanded_set() -> None:
    found = clustered([0, 2], 1)
    labels = found.of(np.array([0, 1, 2, 3]))
    assert labels[0] == labels[1] != labels[2] == labels[3]
    assert 4 not in found.rows


def test_claim_frequency_counts_what_the_expansion_found() -> None:
    # Both clusters also support the other claim: cf is 2 of 2 claim clusters, icf 0, so pf decides.
    method = Framework(
        claims=Dense(K=1), clusters=QueryTime(clustering="constant(height=0.5)", N=1), stance=NoStance()
    )
    hits = ask(method, "ban cars", corpus(), 5)
    assert [hit.members for hit in hits] == [(0,), (2,)]
    assert [hit.score for hit in hits] == [0.25, 0.25]
    assert [hit.explanation.recompute() for hit in hits] == [0.25, 0.25]


def test_without_vectors_nothing_can_be_clustered() -> None:
    with pytest.raises(InputError, match="no vectors"):
        ask(Framework(clusters=QueryTime(), stance=NoStance()), "cars", corpus(vectors=False), 3)


def test_frequencies_of_expanded_clusters_are_counted_by_side() -> None:
    """In how many claim clusters a cluster supports and attacks; a link without a stance counts as support."""
    index = BruteBackend(
        ["a", "b", "c", "d"],
        ["w", "x", "y", "z"],
        [(0, 0, 1), (0, 1, -1), (1, 0, 1), (1, 2, 0), (1, 3, -1), (2, 3, -1), (3, -1, 0), (2, 2, -1)],
        [0, 1, 2, 1],
        [0, 1, 2, 3],
        premise_vectors=[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]],
        claim_vectors=[[1.0, 0.0]] * 4,
    )
    found = QueryTime(clustering="constant(height=0.5)", N=0)(index, np.array([3, 0, 2, 1]))
    together, other, alone = (int(found.of(np.array([row]))[0]) for row in (0, 2, 3))
    support, attack = found.claim_frequencies(np.array([together, other, alone]))
    assert support.tolist() == [2, 0, 0]  # claim clusters 0 and 2
    assert attack.tolist() == [1, 2, 0]  # 1, of b and of d; 1 and 2
    assert found.premises_of(np.array([together])).tolist() == [0, 1]
    assert found.premises_of(np.array([other, alone])).tolist() == [2, 3]
    assert found.id(together) == ""
