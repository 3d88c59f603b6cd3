"""Uses of claims, each said once, against looking through all links."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Uses, distinct_uses, joined_in_clusters, neighbourhood
from tests.support.brute_backend import BruteBackend, Use

Told = dict[tuple[int, int, int], bool]
"""Claim, premise and sign of each use, and whether its stance is known."""


def backend(uses: list[Use]) -> BruteBackend:
    return BruteBackend(["a", "b", "c", "d"], ["w", "x", "y"], uses, [0, 1, 0, 2], [0, 1, 2], vectors=False)


def told(uses: Uses) -> Told:
    keys = list(zip(uses.claim.tolist(), uses.premise.tolist(), uses.sign.tolist(), strict=True))
    assert len(set(keys)) == len(keys), "each once"
    return dict(zip(keys, uses.known.tolist(), strict=True))


links = st.lists(
    st.tuples(st.integers(0, 2), st.integers(-1, 3), st.sampled_from([-1, 0, 1])), min_size=1, max_size=10
)


def normal(uses: list[Use]) -> list[Use]:
    return [(premise, claim, sign if claim >= 0 else 0) for premise, claim, sign in uses]


@settings(max_examples=60, deadline=None)
@given(links, st.lists(st.integers(0, 3), max_size=4))
def test_a_premise_that_hangs_on_a_claim_twice_is_one_use(uses: list[Use], claims: list[int]) -> None:
    index = backend(normal(uses))
    found = distinct_uses(index, np.array(claims, np.int64))
    expected: Told = {}
    for premise, claim, sign in normal(uses):
        if claim in claims:
            key = (claim, premise, -1 if sign < 0 else 1)
            expected[key] = expected.get(key, False) or sign != 0
    assert told(found) == expected
    order = list(zip(found.claim.tolist(), found.premise.tolist(), (-found.sign).tolist(), strict=True))
    assert order == sorted(order)
    for number, claim, premise, sign in zip(
        found.link.tolist(), found.claim.tolist(), found.premise.tolist(), found.sign.tolist(), strict=True
    ):
        said = index.uses[number]
        assert said[:2] == (premise, claim) and (said[2] < 0) == (sign < 0)


def test_a_stance_that_one_of_two_links_knows_is_known() -> None:
    for signs in ((0, 1), (1, 0)):
        found = distinct_uses(backend([(0, 0, sign) for sign in signs]), np.array([0]))
        assert told(found) == {(0, 0, 1): True}
    found = distinct_uses(backend([(0, 0, 0), (0, 0, 0), (1, 0, 0), (1, 0, -1)]), np.array([0]))
    assert told(found) == {(0, 0, 1): False, (0, 1, 1): False, (0, 1, -1): True}


@settings(max_examples=60, deadline=None)
@given(links, st.lists(st.sampled_from([-1, 1]), min_size=4, max_size=4))
def test_every_claim_of_a_cluster_has_the_uses_of_all_turned_where_they_oppose(
    uses: list[Use], stances: list[int]
) -> None:
    index, clusters = backend(normal(uses)), [0, 1, 0, 2]
    every = distinct_uses(index, np.array([0, 2, 3]))  # of the clusters of the claims wanted
    wanted = np.array([0, 3])
    stance = np.array(stances, np.int8)
    found = joined_in_clusters(
        every,
        stance[every.claim],
        np.array(clusters)[every.claim],
        wanted,
        stance[wanted],
        np.array(clusters)[wanted],
    )
    expected: Told = {}
    for (claim, premise, sign), known in told(every).items():
        for one in wanted.tolist():
            if clusters[one] == clusters[claim]:
                key = (one, premise, sign * stances[claim] * stances[one])
                expected[key] = expected.get(key, False) or known
    assert told(found) == expected


def test_the_neighbourhood_is_all_claims_of_the_clusters_with_their_uses() -> None:
    index = backend([(0, 0, 1), (1, 2, -1), (2, 1, 1), (0, 3, 1)])
    near = neighbourhood(Found(np.array([2]), np.array([1.0])), index)
    assert near.claims.tolist() == [0, 2] and near.cluster.tolist() == [0, 0]
    assert told(near.uses) == {(0, 0, 1): True, (2, 1, -1): True}
    assert near.place(np.array([2, 0])).tolist() == [1, 0]
    wide = neighbourhood(Found(np.array([3, 1]), np.array([0.5, 0.5])), index)
    assert wide.clusters(np.array([3, 1])).tolist() == [2, 1]
