"""Relevance and biased coreset on a corpus small enough to compute by hand."""

from __future__ import annotations

import pytest

from debatable.model import Stance
from debatable.ranking import method
from debatable.ranking.candidates.claim_steps import Lexical
from debatable.ranking.diversity.premise_ranker import BiasedCoreset, OnePerCluster, PremiseRanker, TopK
from debatable.ranking.diversity.representations import ClaimSim
from debatable.ranking.methods.diverse import Diverse
from debatable.ranking.relevance.filters import LearnedFilter
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask
from tests.support.relevance import SharedWords

QUERY = "ban all cars now"


def cars() -> BruteBackend:
    """Two premises that say the same, a third that says something else, a fourth about something else."""
    return BruteBackend(
        ["ban cars", "cars stink and stink", "cars cost lives"],
        ["ban cars now they stink", "ban cars they stink", "cars cost lives", "food is good"],
        [(0, 0, 1), (1, 0, 1), (2, 0, -1), (3, -1, 0)],
        [0, 1, 2],
        [0, 1, 2, 3],
        vectors=False,
    )


def ranking(ranker: PremiseRanker, tau: float = 0.0) -> Diverse:
    return Diverse(relevance=LearnedFilter(SharedWords(), tau), ranker=ranker, stance=NoStance())


def test_the_most_relevant_first() -> None:
    hits = ask(ranking(TopK()), QUERY, cars(), 5)
    assert [hit.premise for hit in hits] == [0, 1, 2]
    assert [hit.score for hit in hits] == pytest.approx([3 / 6, 2 / 6, 1 / 6])
    assert [hit.stance for hit in hits] == [Stance.PRO, Stance.PRO, Stance.CON]
    assert [hit.claims for hit in hits] == [(0,), (0,), (0,)]
    assert [(hit.explanation.label, hit.explanation.recompute()) for hit in hits] == [
        ("r(p|q)", hit.score) for hit in hits
    ]


def test_tau_drops_what_is_not_relevant() -> None:
    assert [hit.premise for hit in ask(ranking(TopK(), tau=1 / 6), QUERY, cars(), 5)] == [0, 1]
    assert ask(ranking(BiasedCoreset(), tau=0.9), QUERY, cars(), 5) == []


def test_the_coreset_says_something_else_second() -> None:
    """CLAIM-SIM by hand: columns "ban cars", "cars stink and stink", "cars cost lives"."""
    ranker = BiasedCoreset(0.5, "l1", ClaimSim(claims=Lexical(K=3)))
    hits = ask(ranking(ranker), QUERY, cars(), 5)
    assert [hit.premise for hit in hits] == [0, 2, 1]
    x = [[2 / 5, 2 / 6, 1 / 7], [2 / 4, 2 / 5, 1 / 6], [1 / 4, 1 / 5, 1]]
    apart = [[sum(abs(a - b) for a, b in zip(p, q, strict=True)) for q in x] for p in x]
    novelty = [1.0, 1 - 1 / (1 + apart[0][2]), 1 - 1 / (1 + apart[0][1])]
    relevance = [3 / 6, 1 / 6, 2 / 6]
    expected = [0.5 * r + 0.5 * new for r, new in zip(relevance, novelty, strict=True)]
    assert [hit.score for hit in hits] == pytest.approx(expected)
    assert [hit.explanation.recompute() for hit in hits] == pytest.approx(expected)
    alike = [part for _, part in hits[2].explanation.walk() if part.label == "max psim(a,p)"]
    assert [(part.of, part.note) for part in alike] == [("p0", "ban cars now they stink")]


def test_k_means_shows_one_of_each_cluster_with_its_members() -> None:
    hits = ask(ranking(OnePerCluster(ClaimSim(claims=Lexical(K=3)))), QUERY, cars(), 2)
    assert [(hit.premise, hit.members) for hit in hits] == [(0, (0, 1)), (2, (2,))]
    assert hits[0].explanation.note == "the most relevant of a cluster of 2"


def test_zero_shot_ranks_candidates_by_cosine() -> None:
    index = BruteBackend(
        ["c"],
        ["a", "b", "d"],
        [(0, 0, 1), (1, 0, -1), (2, -1, 0)],
        [0],
        [0, 1, 2],
        query=[1.0, 0.0],
        claim_vectors=[[0.5, 0.5]],
        premise_vectors=[[0.25, 0.5], [0.75, 0.0], [0.5, 0.5]],
    )
    hits = ask(method("zero-shot(stance=none)"), "q", index, 5)
    assert [(hit.premise, hit.score) for hit in hits] == [(1, 0.75), (2, 0.5), (0, 0.25)]


def test_a_coreset_of_what_is_similar_says_something_else_second() -> None:
    index = BruteBackend(
        [],
        ["a", "b", "d"],
        [(0, -1, 0), (1, -1, 0), (2, -1, 0)],
        [],
        [0, 1, 2],
        query=[0.8, 0.6],
        premise_vectors=[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
    )
    name = "zero-shot(ranker=coreset(alpha=0.5,representation=encoder),stance=none)"
    hits = ask(method(name), "q", index, 5)
    assert [hit.premise for hit in hits] == [0, 2, 1]
    # α r + (1 - α)(1 - max psim), where the first is like nothing before it.
    expected = [0.5 * 0.8 + 0.5 * 2, 0.5 * 0.6 + 0.5 * 1, 0.5 * 0.8 + 0.5 * 0]
    assert [hit.score for hit in hits] == pytest.approx(expected)
    assert [hit.explanation.recompute() for hit in hits] == pytest.approx(expected)
