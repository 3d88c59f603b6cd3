"""P(pi|q) of quixote against sums over sets, written out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.methods.quixote import Quixote
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask

LONG = "This premise has well over thirty characters"
SHARES = st.sampled_from([0.0, 0.25, 0.5, 1.0])


@st.composite
def corpora(draw: st.DrawFn) -> tuple[BruteBackend, list[float]]:
    claims, premises = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    links = st.tuples(st.integers(0, premises - 1), st.integers(0, claims - 1), st.sampled_from([-1, 1]))
    uses = draw(st.lists(links, min_size=1, max_size=8, unique_by=lambda use: use[:2]))
    similarity = draw(st.lists(st.sampled_from([0.0, 0.25, 0.5]), min_size=claims, max_size=claims))
    index = BruteBackend(
        [f"claim {row}" for row in range(claims)],
        [f"{LONG} {row}" for row in range(premises)],
        uses,
        draw(st.lists(st.integers(0, 1), min_size=claims, max_size=claims)),
        draw(st.lists(st.integers(0, 2), min_size=premises, max_size=premises)),
        claim_vectors=[[value] for value in similarity],
        quality=[[draw(SHARES), draw(SHARES), draw(SHARES)] for _ in uses],
    )
    return index, similarity


@settings(max_examples=80, deadline=None)
@given(corpora())
def test_scores_are_sums_over_the_claims_of_the_clusters(made: tuple[BruteBackend, list[float]]) -> None:
    index, similarity = made
    claims, total = range(len(similarity)), sum(similarity)
    if not total:
        return
    method = Quixote(
        claims=Dense(K=9, calibration="sum", temperature=1.0), stance=NoStance(), split=False, shortest=0
    )
    cluster = index.clusters("claims", np.array(claims)).tolist()
    found = {c: similarity[c] / total for c in claims if similarity[c] > 0}
    weight = {}
    for c in claims:
        alike = [p for other, p in found.items() if cluster[other] == cluster[c]]
        if alike and any(claim == c for _, claim, _ in index.uses):
            weight[c] = found.get(c, sum(alike) / len(alike))
    picked = {}
    for c, own_weight in weight.items():
        together = sum(p for other, p in found.items() if cluster[other] == cluster[c])
        picked[c] = together * own_weight / sum(w for o, w in weight.items() if cluster[o] == cluster[c])
    quality = index.quality(np.arange(len(index.uses)))
    assert quality is not None
    expected: dict[str, float] = {}
    for c, probability in picked.items():
        own = [(premise, quality[n].sum()) for n, (premise, claim, _) in enumerate(index.uses) if claim == c]
        z = sum(dcf for _, dcf in own)
        for premise, dcf in own:
            name = f"premises-{index.clusters('premises', np.array([premise]))[0]}"
            given_claim = dcf / z if z else 1 / len(own)
            expected[name] = expected.get(name, 0.0) + probability * given_claim
    hits = ask(method, "claim", index, 9)
    assert {hit.cluster: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)
    reached = sum(p for c, p in found.items() if cluster[c] in {cluster[other] for other in picked})
    assert sum(hit.score for hit in hits) == pytest.approx(reached, abs=1e-6)
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-9)


@settings(max_examples=80, deadline=None)
@given(corpora(), st.integers(1, 3))
def test_expanded_scores_are_sums_over_the_premises_of_the_clusters(
    made: tuple[BruteBackend, list[float]], found_claims: int
) -> None:
    """Every claim is a cluster here, so that P(c|q) is what the similarities say."""
    index, similarity = made
    index._clusters["claims"] = list(range(len(similarity)))
    step = Dense(K=found_claims, calibration="sum", temperature=1.0)
    method = Quixote(claims=step, stance=NoStance(), split=False, shortest=0)
    ranked = sorted((-value, row) for row, value in enumerate(similarity) if value > 0)[:found_claims]
    found = {row for _, row in ranked}
    if not found:  # premises are then found by themselves
        return
    pi = index._clusters["premises"]
    reached = {p for p, c, _ in index.uses if c in found}
    shown = {p for p, _, _ in index.uses if any(pi[p] == pi[other] for other in reached)}
    claims = found | {
        c for p, c, _ in index.uses if p in shown - reached
    }  # those that the added ones bring in
    total = sum(similarity[c] for c in claims if similarity[c] > 0)
    quality = index.quality(np.arange(len(index.uses)))
    assert quality is not None
    expected: dict[str, float] = {}
    without = sum(similarity[c] for c in found if not any(claim == c for _, claim, _ in index.uses))
    for c in claims:
        own = [(p, quality[n].sum()) for n, (p, claim, _) in enumerate(index.uses) if claim == c]
        z = sum(dcf for _, dcf in own)
        for p, dcf in own:
            if p in shown:
                given_claim = dcf / z if z else 1 / len(own)
                name = f"premises-{pi[p]}"
                expected[name] = expected.get(name, 0.0) + similarity[c] / total * given_claim
    hits = ask(method, "claim", index, 9)
    assert {hit.cluster: hit.score for hit in hits} == pytest.approx(expected, abs=1e-6)
    assert sum(hit.score for hit in hits) <= 1 - without / total + 1e-6
    for hit in hits:
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-9)
