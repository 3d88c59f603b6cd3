"""The methods by words alone, against their definitions."""

from __future__ import annotations

import random

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.ranking import method
from debatable.ranking.candidates.claim_steps import Lexical
from debatable.ranking.protocol import Question
from tests.support.brute_backend import BruteBackend, ask

WORDS = ["cars", "planes", "loud", "stink", "city", "fast"]


def corpus(seed: int) -> BruteBackend:
    rng = random.Random(seed)
    claims = [" ".join(rng.sample(WORDS, 2)) for _ in range(5)]
    premises = [" ".join(rng.choices(WORDS, k=3)) for _ in range(12)]
    uses = [(row, rng.randrange(-1, 5), 1) for row in [*range(12), *rng.sample(range(12), 5)]]
    return BruteBackend(claims, premises, uses, list(range(5)), list(range(12)), vectors=False)


def hanging(index: BruteBackend) -> dict[int, set[int]]:
    return {row: {claim for p, claim, _ in index.uses if p == row and claim >= 0} for row in range(12)}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("claims", "premises"), [(100, 500), (1, 500), (100, 2), (2, 3)])
def test_a_premise_has_its_own_words_and_those_of_its_best_claim(
    seed: int, claims: int, premises: int
) -> None:
    index = corpus(seed)
    tokens = index.tokens("loud cars")
    hits = ask(method(f"bm25(claims={claims},premises={premises},stance=none)"), "loud cars", index, 50)
    similar = index.search("claims", tokens, "BM25", claims)
    near = dict(zip(similar.rows.tolist(), similar.scores.tolist(), strict=True))
    best = index.search("premises", tokens, "BM25", premises).rows.tolist()
    spoken_to = hanging(index)
    rows = sorted(set(best) | {row for row in range(12) if spoken_to[row] & near.keys()})
    own = dict(zip(rows, index.score("premises", tokens, np.array(rows)).tolist(), strict=True))
    score = {
        row: own[row] + max((near.get(claim, 0.0) for claim in spoken_to[row]), default=0.0) for row in rows
    }
    expected = sorted(rows, key=lambda row: (-score[row], row))
    assert [hit.premise for hit in hits] == expected
    assert [hit.score for hit in hits] == pytest.approx([score[row] for row in expected])
    for hit in hits:
        order = sorted(spoken_to[hit.premise], key=lambda claim: (-near.get(claim, 0.0), claim))
        assert hit.claims == tuple(order)
        labels = [part.label for part in hit.explanation.parts]
        assert labels == (["BM25(q,p)", "BM25(q,c)"] if order else ["BM25(q,p)"])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("K", [1, 2, 100])
def test_premises_come_claim_after_claim_each_with_its_best(seed: int, K: int) -> None:
    index = corpus(seed)
    step = Lexical(K=K)
    hits = ask(method(f"claims(claims=lexical(K={K}),stance=none)"), "loud cars", index, 50)
    found = step(Question("loud cars", index), index)
    probability = dict(zip(found.rows.tolist(), found.probability.tolist(), strict=True))
    share = index.counts.claimless / index.counts.premises
    through = [hit for hit in hits if hit.claims]
    spoken_to = hanging(index)
    expected = {}
    for row in range(12):
        claims = [claim for claim in spoken_to[row] if claim in probability]
        if claims:
            expected[row] = min(claims, key=lambda claim: (-probability[claim], claim))
    assert {hit.premise: hit.claims[0] for hit in through} == expected
    weight = [probability[hit.claims[0]] for hit in through]
    assert weight == sorted(weight, reverse=True)
    alone = [hit for hit in hits if not hit.claims]
    left = 1.0 - share if alone or share == 0 else 1.0
    assert [hit.score for hit in through] == pytest.approx([value * left for value in weight])
    assert all(not spoken_to[hit.premise] for hit in alone)


def test_bm25f_adds_up_word_by_word_and_a_word_said_twice_counts_twice() -> None:
    index = corpus(1)
    once, twice = (ask(method("bm25f(stance=none)"), query, index, 50) for query in ("cars", "cars cars"))
    assert [hit.premise for hit in once] == [hit.premise for hit in twice]
    assert [hit.score for hit in twice] == pytest.approx([2 * hit.score for hit in once], rel=1e-5)
    both = ask(method("bm25f(stance=none)"), "cars loud zebra", index, 50)
    for hit in both:
        labels = [part.label for part in hit.explanation.parts]
        assert labels and set(labels) <= {"BM25F(cars)", "BM25F(loud)"} | {"BM25F(car)"}
        assert all(part.value > 0 for part in hit.explanation.parts)
        assert hit.explanation.recompute() == pytest.approx(hit.score)


@pytest.mark.parametrize("wrong", ["bm25(claims=-1)", "bm25(premises=-1)"])
def test_numbers_below_zero_are_refused(wrong: str) -> None:
    """They left hits out without a word."""
    with pytest.raises(InputError, match="is -1; give 0 or more"):
        method(wrong)
