"""Premises found directly, against the definition: own match, that of the best claim, and where they come from."""

from __future__ import annotations

import random

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import ClaimStep, Dense, Found, Hybrid, Lexical
from debatable.ranking.candidates.direct import found_directly, with_own_words
from debatable.ranking.candidates.prefilter import ClaimPrefilter, InductivePrefilter
from tests.support.brute_backend import BruteBackend

WORDS = ["cars", "planes", "loud", "stink", "city", "fast"]
STEPS: dict[str, ClaimStep] = {
    "lexical": Lexical(K=3, temperature=1.0),
    "dense": Dense(K=3, temperature=1.0),
    "hybrid": Hybrid(K=3, share=0.5, temperature=1.0),
}


def corpus(seed: int, *, vectors: bool = True) -> BruteBackend:
    rng = random.Random(seed)
    places = [[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [-1.0, 0.0]]
    claims = [" ".join(rng.sample(WORDS, 2)) for _ in range(5)]
    premises = [" ".join(rng.sample(WORDS, 3)) for _ in range(12)]
    uses = [(row, rng.choice((-1, -1, *range(5))), 1) for row in [*range(12), *rng.sample(range(12), 4)]]
    linked = {row for row, claim, _ in uses if claim >= 0}
    uses = [(row, claim, 1 if claim >= 0 else 0) for row, claim, _ in uses if claim >= 0 or row not in linked]
    return BruteBackend(
        claims,
        premises,
        uses,
        list(range(5)),
        list(range(12)),
        query=[1.0, 0.0],
        claim_vectors=[rng.choice(places) for _ in claims],
        premise_vectors=[rng.choice(places) for _ in premises],
        vectors=vectors,
    )


def by_definition(
    step: ClaimStep, index: BruteBackend, near: list[int], depth: int
) -> list[tuple[int, float]]:
    question = Question("loud cars", index)
    rows = set(near)
    rows |= set(index.search("premises", question.tokens, step.similarity, depth).rows.tolist())
    hanging = {row: {c for p, c, _ in index.uses if p == row and c >= 0} for row in range(12)}
    if not step.by_words and index.has_vectors:
        cosines = index.cosines("premises", question.vector, np.arange(12)).tolist()
        alone = [row for row in range(12) if not hanging[row] and cosines[row] > 0]
        rows |= set(sorted(alone, key=lambda row: (-cosines[row], row))[:depth])
    chosen = sorted(rows)
    own = dict(zip(chosen, step.match(question, index, "premises", np.array(chosen)).tolist(), strict=True))
    claims = sorted({claim for row in chosen for claim in hanging[row]})
    of_claim = step.match(question, index, "claims", np.array(claims, np.int64)).tolist()
    match = dict(zip(claims, of_claim, strict=True))
    score = {
        row: (own[row] + max(match[claim] for claim in hanging[row])) / 2 if hanging[row] else own[row]
        for row in chosen
    }
    best = [row for row in sorted(chosen, key=lambda row: (-score[row], row))[:depth] if score[row] > 0]
    probability = step.calibrated(np.array([score[row] for row in best])).tolist()
    return list(zip(best, probability, strict=True))


def pairs(found: Found) -> list[tuple[int, float]]:
    return list(zip(found.rows.tolist(), found.probability.tolist(), strict=True))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("depth", [1, 3, 20])
def test_what_is_found_directly_is_what_the_definition_finds(name: str, depth: int, seed: int) -> None:
    index, step = corpus(seed), STEPS[name]
    near = [row for row in range(12) if row % 5 == seed % 5]
    found = pairs(found_directly(step, Question("loud cars", index), index, np.array(near), depth))
    expected = by_definition(step, index, near, depth)
    assert [row for row, _ in found] == [row for row, _ in expected]
    assert [p for _, p in found] == pytest.approx([p for _, p in expected])
    assert sum(p for _, p in found) == pytest.approx(1.0 if found else 0.0)
    assert len(found) <= depth


def test_without_vectors_words_alone_find() -> None:
    index = corpus(1, vectors=False)
    for step in STEPS.values():
        found = pairs(found_directly(step, Question("loud cars", index), index, np.zeros(0, np.int64), 20))
        expected = by_definition(step, index, [], 20)
        assert [row for row, _ in found] == [row for row, _ in expected]
        assert [p for _, p in found] == pytest.approx([p for _, p in expected])


def test_what_has_nothing_of_the_query_is_not_found() -> None:
    index = corpus(2)
    found = found_directly(STEPS["lexical"], Question("zebra", index), index, np.arange(12), 20)
    assert len(found) == 0


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("depth", [1, 2, 4, 7])
def test_prefilters_return_the_best_and_no_more(name: str, depth: int, seed: int) -> None:
    index, step = corpus(seed), STEPS[name]
    question = Question("loud cars", index)
    enough = {1: 1, 2: 1, 4: 2, 7: 3}[depth]  # times three are so many at least
    whole = step(question, index, "premises", enough).rows.tolist()
    assert InductivePrefilter(step, depth)(question, index).tolist() == whole[:depth]
    through = index.links("claims", step(question, index).rows).premise
    expected = by_definition(step, index, sorted(set(through.tolist())), depth)
    assert ClaimPrefilter(step, depth)(question, index).tolist() == [row for row, _ in expected]


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", STEPS)
def test_claims_and_premises_without_one_share_by_their_numbers(name: str, seed: int) -> None:
    index, step = corpus(seed), STEPS[name]
    found, own = with_own_words(step, Question("loud cars", index), index)
    share = index.counts.claimless / index.counts.premises
    if not len(found):  # then every premise may be found by itself
        assert float(own.probability.sum()) == pytest.approx(1.0)
        return
    assert index.claimless(own.rows).all()
    assert float(own.probability.sum()) == pytest.approx(share if len(own) else 0.0)
    assert float(found.probability.sum() + own.probability.sum()) == pytest.approx(1.0)


@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
def test_words_and_vectors_have_their_shares(share: float) -> None:
    index, rows = corpus(3), np.arange(12)
    question = Question("loud cars", index)
    words, near = (
        step.match(question, index, "premises", rows) for step in (STEPS["lexical"], STEPS["dense"])
    )
    both = Hybrid(share=share).match(question, index, "premises", rows)
    assert both == pytest.approx(share * words + (1 - share) * near)
    assert words.max() == pytest.approx(1.0) and near.max() == pytest.approx(1.0)


@pytest.mark.parametrize("share", [-0.01, 1.01])
def test_a_share_beyond_its_range_is_refused(share: float) -> None:
    with pytest.raises(InputError, match="share"):
        Hybrid(share=share)
