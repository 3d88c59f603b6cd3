"""Pages of claims and clusters, likeness and examples, on a corpus that is looked at row by row."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from debatable.engines import Engine
from debatable.service.corpus_view import (
    Examples,
    claims_page,
    cluster_members,
    clusters_page,
    similar_premises,
)
from debatable.service.refusals import Refused
from tests.support.brute_backend import BruteBackend


def engine(*, vectors: bool = True) -> Engine:
    """Five premises in three clusters, the second of which is the largest; four claims in three."""
    backend = BruteBackend(
        ["ban cars", "forbid cars", "ban planes", "eat less"],
        ["cars are loud", "cars stink", "cars stink a lot", "planes stink", "sugar is bad"],
        [(0, 0, 1), (1, 0, -1), (2, 1, 1), (3, 2, 1), (3, 2, -1), (4, 3, 1), (0, 1, 1)],
        [0, 0, 1, 2],
        [0, 1, 1, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0]] * 4,
        premise_vectors=[[1.0, 0.0], [0.0, 1.0], [0.1, 0.995], [0.6, 0.8], [-1.0, 0.0]],
        vectors=vectors,
    )
    return cast(Engine, SimpleNamespace(backend=backend, resolve=lambda ids: {}))


def test_claims_come_page_by_page_and_all_of_them_once() -> None:
    total, every = claims_page(engine(), "", 10, 0)
    assert total == len(every) == 4
    pages = [claims_page(engine(), " ", 3, offset) for offset in (0, 3, 6)]
    assert [count for count, _ in pages] == [4, 4, 4]
    assert [claim.text for _, page in pages for claim in page] == [claim.text for claim in every]


def test_claims_with_given_words_are_counted_and_paged() -> None:
    total, first = claims_page(engine(), "cars", 1, 0)
    assert (total, len(first)) == (2, 1)
    total, second = claims_page(engine(), "cars", 1, 1)
    assert {first[0].text, second[0].text} == {"ban cars", "forbid cars"}
    assert claims_page(engine(), "zebra", 5, 0) == (0, [])


def test_clusters_are_listed_the_largest_first_and_ties_by_number() -> None:
    assert clusters_page(engine(), "premises", 9, 0) == (3, [("p1", 3), ("p0", 1), ("p2", 1)])
    assert clusters_page(engine(), "premises", 1, 1) == (3, [("p0", 1)])
    assert clusters_page(engine(), "claims", 9, 0) == (3, [("c0", 2), ("c1", 1), ("c2", 1)])


def test_members_of_a_cluster_come_page_by_page() -> None:
    pages = [cluster_members(engine(), "p1", 2, offset) for offset in (0, 2, 4)]
    assert [size for size, _ in pages] == [3, 3, 3]
    texts = [[member.text for member in members] for _, members in pages]
    assert texts == [["cars stink", "cars stink a lot"], ["planes stink"], []]
    _, claims = cluster_members(engine(), "c0", 9, 0)
    assert [claim.text for claim in claims] == ["ban cars", "forbid cars"]


@pytest.mark.parametrize("name", ["", "p", "p3", "c3", "x1", "p-1", "p1.0", "p٣", "p" + "1" * 12, "1"])
def test_what_is_no_cluster_has_no_members(name: str) -> None:
    with pytest.raises(Refused, match="no such cluster"):
        cluster_members(engine(), name, 9, 0)


@pytest.mark.parametrize("vectors", [True, False])
def test_premises_like_another_leave_it_out_and_keep_their_own_likeness(vectors: bool) -> None:
    here = engine(vectors=vectors)
    name = here.backend.ids("premises", here.backend.rows("premises"))[1]
    similar = similar_premises(here, name, 9)
    scores = {premise.text: score for premise, score in similar}
    assert "cars stink" not in scores
    assert [score for _, score in similar] == sorted(scores.values(), reverse=True)
    assert similar[0][0].text == "cars stink a lot"
    if vectors:
        assert scores == pytest.approx({"cars stink a lot": 0.995, "planes stink": 0.8}, abs=1e-3)
    assert [premise.text for premise, _ in similar_premises(here, name, 1)] == ["cars stink a lot"]
    with pytest.raises(Refused, match="no premise has this id"):
        similar_premises(here, "nobody", 3)


def test_examples_are_those_debated_on_both_sides_one_a_cluster() -> None:
    # Claim 0 has one of each side, claim 2 too; claim 1, of the cluster of 0, has two for it; claim 3 has one.
    assert Examples(9)(engine()) == ["ban cars", "ban planes", "eat less"]
    assert Examples(2)(engine()) == ["ban cars", "ban planes"]


def test_examples_are_chosen_again_when_the_corpus_has_changed() -> None:
    here = engine()
    examples = Examples(1)
    assert examples(here) == ["ban cars"]
    other = BruteBackend(["eat more"], ["x"], [(0, 0, 1)], [0], [0])
    changed = SimpleNamespace(backend=Renamed(other))
    assert examples(cast(Engine, changed)) == ["eat more"]


class Renamed:
    """A backend in another state."""

    state = "another"

    def __init__(self, backend: BruteBackend) -> None:
        self._backend = backend

    def __getattr__(self, name: str) -> object:
        return getattr(self._backend, name)
