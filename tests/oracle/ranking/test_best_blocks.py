"""Large answers of ``best``, whose picks are compared in blocks, are those of whole matrices."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.learning import AlwaysRelevant
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.diversity import picked
from debatable.ranking.diversity.novelty import Novelty
from debatable.ranking.methods.best import Best
from debatable.ranking.pipeline import explained
from debatable.ranking.probabilities.specificity import PointMatch
from debatable.ranking.protocol import Scored
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask

CORNERS = [[x / 2, y / 2, z / 2, w / 2] for x in (1, -1) for y in (1, -1) for z in (1, -1) for w in (1, -1)]
"""Unit vectors whose products are exact, in whichever order they are summed up."""


class HalfSpecific:
    """Takes every query for one that is half specific, and premises for the better matches the earlier they are."""

    def __call__(self, relevance: Any, question: Any, backend: Any, claims: Any, premises: Any) -> PointMatch:
        return PointMatch(0.5, 1.0 / (1.0 + premises))


def ranked(corners: list[int], k: int, block: int, specific: bool) -> list[Scored]:
    """Returns an explained ranking of premises at some corners, compared in blocks of so many picks."""
    count = len(corners)
    backend = BruteBackend(
        ["ban cars"],
        ["So. " + "x" * (20 + number) for number in range(count)],
        [(row, 0, 1 if row % 3 else -1) for row in range(count)],
        [0],
        list(range(count)),
        query=CORNERS[0],
        claim_vectors=[CORNERS[0]],
        premise_vectors=[CORNERS[corner] for corner in corners],
    )
    stages: dict[str, Any] = {"specific": HalfSpecific()} if specific else {"specific": "none"}
    method = Best(
        claims=Dense(temperature=1.0),
        relevance=AlwaysRelevant(),
        diversity=NOVELTY,
        stance=NoStance(),
        **stages,
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(picked, "PICKS", block)
        return explained(ask(method, "cars", backend, k))


NOVELTY = Novelty(theta=0.25, novel=0.25, long=25, same_from=0.5, equal=0.75)


@settings(deadline=None, max_examples=40)
@given(
    st.lists(st.integers(0, 15), min_size=1, max_size=24),
    st.integers(1, 24),
    st.integers(1, 24),
    st.booleans(),
)
def test_blocks_of_picks_make_the_ranking_and_the_explanations_of_the_whole(
    corners: list[int], k: int, block: int, specific: bool
) -> None:
    found, whole = ranked(corners, k, block, specific), ranked(corners, k, 1_024, specific)
    assert [astuple(hit) for hit in found] == [astuple(hit) for hit in whole]
    assert len(found) == min(k, len(corners)) and all(np.isfinite(hit.score) for hit in found)
