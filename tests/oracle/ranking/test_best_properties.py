"""The method ``best`` on random corpora: against loops over premises, pick after pick."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Floats
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.diversity.novelty import Novelty
from debatable.ranking.methods.best import Best
from debatable.ranking.probabilities.specificity import NotSpecific
from debatable.ranking.stance.table import NoStance
from tests.oracle.ranking.test_framework_properties import Corpus, by_the_book
from tests.support.brute_backend import BruteBackend, Use, ask

VALUE = st.floats(0.0625, 1.0, width=32)


@dataclass
class Weighted(Corpus):
    """A corpus whose premises have one-dimensional vectors, too."""

    own: list[float] = field(default_factory=list)

    def backend(self, quality: list[tuple[int, int, int]] | None = None) -> BruteBackend:
        return BruteBackend(
            self.claims,
            self.premises,
            self.uses,
            self.claim_clusters,
            self.premise_clusters,
            claim_vectors=[[weight] for weight in self.weights],
            premise_vectors=[[weight] for weight in self.own],
            quality=quality,
        )


@st.composite
def corpora(draw: st.DrawFn) -> Weighted:
    """Every premise keeps to one side, so that rounding cannot turn it; every other one has two sentences."""
    claims, premises = draw(st.integers(1, 4)), draw(st.integers(1, 8))
    sides = [draw(st.sampled_from([-1, 0, 1])) for _ in range(premises)]
    pair = st.tuples(st.integers(0, premises - 1), st.integers(-1, claims - 1))
    uses: list[Use] = [(p, c, sides[p]) for p, c in draw(st.lists(pair, min_size=1, max_size=20))]
    return Weighted(
        [f"claim {row}" for row in range(claims)],
        [f"premise {row}{'.' * (row % 2)} {'x' * row}" for row in range(premises)],
        uses,
        draw(st.lists(st.integers(0, claims - 1), min_size=claims, max_size=claims)),
        draw(st.lists(st.integers(0, premises - 1), min_size=premises, max_size=premises)),
        [draw(VALUE) for _ in range(claims)],
        [draw(VALUE) for _ in range(premises)],
    )


def relevance(text: str) -> float:
    """Returns how relevant a premise is: the one numbered 0 least."""
    return (1 + int(text.split()[1].rstrip("."))) / 100


class Reads:
    """Reads how relevant a premise is."""

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns P(relevant) of each."""
        return np.array([relevance(text) for text in texts])


def probabilities(index: Weighted, direct: float, length: float, sentence: int) -> dict[int, float]:
    """P(p|q), claims and premises weighted by their one-dimensional vectors."""
    linked = replace(index, uses=[use for use in index.uses if use[1] >= 0])
    plus, minus = by_the_book(linked, [1.0] * len(index.claims), "claim", alike=True)
    living = sorted({p for p, _, _ in index.uses})
    counted = {p: len(index.premises[p]) if "." in index.premises[p] or sentence == 1 else 0 for p in living}
    strength = {p: max(counted[p], sentence) ** length for p in living}
    through = {p: (plus.get(p, 0) + minus.get(p, 0)) * strength[p] for p in living}
    premise, claim = index.own, index.weights
    uses = {(p, c) for p, c, _ in linked.uses}
    top, top_claim = max(premise[p] for p in living), max((claim[c] for _, c in uses), default=1.0)
    own = {}
    for p in living:
        match, claims = premise[p] / top, [claim[c] / top_claim for p2, c in uses if p2 == p]
        own[p] = (match + max(claims)) / 2 if claims else match
    alone = [p for p in living if p not in {p for p, _ in uses}]
    read = {p: own[p] * relevance(index.premises[p]) ** 2 for p in alone}
    own |= {p: value * sum(own[p] for p in alone) / sum(read.values()) for p, value in read.items()}
    own = {p: strength[p] * value for p, value in own.items()}
    direct *= min(1.0, max(0.0, (0.95 - max(claim)) / 0.2))
    weight = direct + (1 - direct) * len(alone) / len(living) if sum(through.values()) else 1.0
    return {
        p: (1 - weight) * through[p] / (sum(through.values()) or 1) + weight * own[p] / sum(own.values())
        for p in living
    }


@settings(max_examples=150, deadline=None)
@given(
    index=corpora(),
    direct=st.floats(0, 1),
    length=st.sampled_from([0.0, 1.0]),
    sentence=st.sampled_from([1, 11, 99]),
    alike=st.floats(0, 0.9),
)
def test_each_pick_has_most_to_say_that_was_not_said(
    index: Weighted, direct: float, length: float, sentence: int, alike: float
) -> None:
    method = Best(
        claims=Dense(K=10, temperature=1.0),
        direct=direct,
        length=length,
        sentence=sentence,
        relevance=Reads(),
        read=100,
        read_claims=0,
        sharper=1.0,
        specific=NotSpecific(),
        diversity=Novelty(theta=alike, novel=alike),
        stance=NoStance(),
    )
    ranked = ask(method, "anything", index.backend(), 100)
    p = {row: value for row, value in probabilities(index, direct, length, sentence).items() if value > 0}
    assert math.fsum(p.values()) == pytest.approx(1, abs=1e-9)
    assert sorted(hit.premise for hit in ranked) == sorted(p)
    side = {premise: sign for premise, _, sign in index.uses}
    side |= {row: 0 for row in p if all(c < 0 for premise, c, _ in index.uses if premise == row)}
    v = index.own

    def k(a: int, b: int) -> float:
        if a == b or side[a] * side[b] < 0:
            return float(a == b)
        return min(1.0, max(0.0, (v[a] * v[b] - alike) / (1 - alike)))

    shown: list[int] = []
    for hit in ranked:
        score = {
            a: sum(p[b] * k(a, b) for b in p) * math.prod(1 - k(a, b) for b in shown)
            for a in p
            if a not in shown
        }
        assert hit.score == pytest.approx(score[hit.premise], abs=1e-5)
        assert hit.score >= max(score.values()) - 1e-5
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-12)
        shown.append(hit.premise)
    scores = [hit.score for hit in ranked]
    assert scores == sorted(scores, reverse=True)
