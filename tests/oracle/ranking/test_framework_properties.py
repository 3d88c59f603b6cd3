"""The framework on random corpora: against sums over sets as the paper writes them, and its conservation laws."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.methods.framework import Framework
from debatable.ranking.methods.quixote import Quixote
from debatable.ranking.probabilities.inference import Reach
from debatable.ranking.stance.table import NoStance, stance_stage
from tests.support.brute_backend import BruteBackend, Use, ask
from tests.support.toys import GivenStance

CLAIMS = Dense(K=10, calibration="sum", temperature=1.0)


@dataclass
class Corpus:
    """A random corpus as lists, so that an oracle needs no backend to read it."""

    claims: list[str]
    premises: list[str]
    uses: list[Use]
    claim_clusters: list[int]
    premise_clusters: list[int]
    weights: list[float]

    def backend(self, quality: list[tuple[int, int, int]] | None = None) -> BruteBackend:
        return BruteBackend(
            self.claims,
            self.premises,
            self.uses,
            self.claim_clusters,
            self.premise_clusters,
            claim_vectors=[[weight] for weight in self.weights],
            quality=quality,
        )


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    claims, premises = draw(st.integers(1, 6)), draw(st.integers(1, 8))
    use = st.tuples(st.integers(0, premises - 1), st.integers(0, claims - 1), st.sampled_from([-1, 0, 1]))
    uses: list[Use] = draw(st.lists(use, min_size=1, max_size=25))
    return Corpus(
        [f"claim {row}" for row in range(claims)],
        [f"premise {row} {'x' * row}" for row in range(premises)],
        uses,
        draw(st.lists(st.integers(0, claims - 1), min_size=claims, max_size=claims)),
        draw(st.lists(st.integers(0, premises - 1), min_size=premises, max_size=premises)),
        [draw(st.floats(0.0625, 1.0, width=32)) for _ in range(claims)],
    )


def by_the_book(
    index: Corpus, same: list[float], reach: str, *, alike: bool = False
) -> tuple[dict[int, float], dict[int, float]]:
    """P(p+|q) and P(p-|q) as sums over sets, with sets of the paper's section 3 and no arrays.

    With `alike`, all premises of a claim are alike, of either sign.
    """
    arrows = {(p, 1 if s >= 0 else -1, c) for p, c, s in index.uses}
    gamma, pi = index.claim_clusters, index.premise_clusters
    stance = [-1 if p < 0.5 else 1 for p in same]
    scores = index.weights
    count = len(set(gamma))
    divided = {g for g in gamma if len({stance[c] for c in range(len(gamma)) if gamma[c] == g}) == 2}
    sides: tuple[dict[int, float], dict[int, float]] = (defaultdict(float), defaultdict(float))
    for c, score in enumerate(scores):
        pfs: dict[tuple[int, int], float] = {}
        weights: dict[tuple[int, int], float] = {}
        for sign in (1, -1):
            turned = {
                (p, c2) for p, s, c2 in arrows if gamma[c2] == gamma[c] and s * stance[c2] * stance[c] == sign
            }
            candidates = {p for p, c2 in turned if reach == "cluster" or c2 == c}
            pf = {p: sum(pi[p2] == pi[p] for p2, _ in turned) for p in candidates}
            cf = {
                p: len(
                    {
                        gamma[c2]
                        for p2, s, c2 in arrows
                        if pi[p2] == pi[p]
                        and s * (stance[c2] * stance[c] if gamma[c2] in divided else 1) == sign
                    }
                )
                for p in candidates
            }
            pfs |= {(p, sign): float(pf[p]) for p in candidates}
            weights |= {(p, sign): pf[p] * math.log(count / max(1, cf[p])) for p in candidates}
        for signs in [(1, -1)] if alike else [(1,), (-1,)]:
            weight = {use: w for use, w in weights.items() if use[1] in signs}
            if alike:
                weight = dict.fromkeys(weight, 1.0)
            elif sum(weight.values()) <= 0:
                weight = {use: pfs[use] for use in weight}
            z = sum(weight.values())
            for (p, sign), value in weight.items():
                mass = score / sum(scores) * value / z
                agrees = same[c] if sign > 0 else 1 - same[c]
                sides[0][p] += mass * agrees
                sides[1][p] += mass * (1 - agrees)
    return sides


@settings(max_examples=150, deadline=None)
@given(index=corpora(), reach=st.sampled_from(["claim", "cluster"]), split=st.booleans(), drawn=st.data())
def test_scores_are_those_of_the_paper_and_of_their_explanations(
    index: Corpus, reach: Reach, split: bool, drawn: st.DataObject
) -> None:
    size = len(index.claims)
    same = drawn.draw(st.lists(st.floats(0, 1), min_size=size, max_size=size))
    told = GivenStance(dict(zip(index.claims, same, strict=True)))
    method = Framework(claims=CLAIMS, stance=stance_stage(told), reach=reach, split=split)
    ranked = ask(method, "anything", index.backend(), 100)
    supporting, attacking = by_the_book(index, same, reach)
    for hit in ranked:
        expected = sum(supporting[p] + attacking[p] for p in hit.members) / 2
        assert hit.score == pytest.approx(expected, abs=1e-12)
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-12)
        assert len({index.premise_clusters[p] for p in hit.members}) == 1
    shown = sorted(p for hit in ranked for p in hit.members)
    assert shown == sorted(supporting)
    assert [hit.score for hit in ranked] == sorted((hit.score for hit in ranked), reverse=True)
    if not split:
        assert len({hit.cluster for hit in ranked}) == len(ranked)


@settings(max_examples=100, deadline=None)
@given(index=corpora(), reach=st.sampled_from(["claim", "cluster"]))
def test_all_probability_is_spent_where_every_claim_has_both_sides(index: Corpus, reach: Reach) -> None:
    both = [(p, c, s) for c in range(len(index.claims)) for p, s in ((0, 1), (len(index.premises) - 1, -1))]
    full = replace(index, uses=[*index.uses, *both])
    ranked = ask(Framework(claims=CLAIMS, reach=reach, stance=NoStance()), "q", full.backend(), 100)
    assert sum(hit.score for hit in ranked) == pytest.approx(1.0, abs=1e-12)


@settings(max_examples=100, deadline=None)
@given(index=corpora(), drawn=st.data(), split=st.booleans())
def test_quality_ranking_spends_all_probability_and_explains_it(
    index: Corpus, drawn: st.DataObject, split: bool
) -> None:
    size = len(index.uses)
    dcf = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5))
    backend = index.backend(quality=drawn.draw(st.lists(dcf, min_size=size, max_size=size)))
    method = Quixote(claims=CLAIMS, stance=NoStance(), shortest=0, split=split)
    ranked = ask(method, "anything", backend, 100)
    for hit in ranked:
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-12)
    linked = {index.claim_clusters[claim] for _, claim, _ in index.uses}
    pairs = zip(index.weights, index.claim_clusters, strict=True)
    reached = sum(weight for weight, cluster in pairs if cluster in linked) / sum(index.weights)
    assert sum(hit.score for hit in ranked) == pytest.approx(reached, abs=1e-6)
