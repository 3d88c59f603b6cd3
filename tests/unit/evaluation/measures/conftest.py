"""Ground truth of a paper's example."""

from __future__ import annotations

import pytest

from debatable.evaluation import Judged, Judgment


@pytest.fixture
def figure_2() -> Judged:
    """Ground truth of Dumani et al. 2020, Fig. 2: G1 very relevant, G2 and G3 relevant."""
    groups = {"G1": (2, "abc"), "G2": (1, "def"), "G3": (1, "gh")}
    return Judged(Judgment("q", p, rel, g) for g, (rel, members) in groups.items() for p in members)
