"""Settings chosen with a topic left out."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.experiments.iccbr2019.graph_retrieval import (
    SETTLED,
    Setting,
    leave_one_topic_out,
    reference_rankings,
)

GOOD_ON_A = Setting(0.25, 0.0)
GOOD_ON_B = Setting(0.5, 0.0)


def row(ndcg: float, cr: float, ap: float = 1.0) -> list[float]:
    return [0.7, 1.0, ap, ndcg, cr, 1.0]


def test_each_topic_is_scored_with_what_is_best_on_the_others() -> None:
    results = {
        GOOD_ON_A: np.array([row(0.9, 0.5), row(0.9, 0.5), row(0.8, 0.0)]),
        GOOD_ON_B: np.array([row(0.8, 0.1), row(0.8, 0.1), row(0.9, 0.9)]),
    }
    found = leave_one_topic_out(results, ["a", "a", "b"])
    assert found.chosen == {"a": GOOD_ON_B, "b": GOOD_ON_A}
    assert found.values[:, 4].tolist() == [0.1, 0.1, 0.0]


def test_average_precision_comes_first() -> None:
    results = {
        GOOD_ON_A: np.array([row(0.9, 0.9, ap=0.5), row(0.9, 0.9, ap=0.5)]),
        GOOD_ON_B: np.array([row(0.8, 0.0), row(0.8, 0.0)]),
    }
    assert set(leave_one_topic_out(results, ["a", "b"]).chosen.values()) == {GOOD_ON_B}


@pytest.mark.parametrize("page", ["fidelity.md", "graphs.md"])
def test_what_was_settled_on_the_queries_is_said_everywhere_in_the_same_words(page: str) -> None:
    """A remark said that nothing was; the documentation knew better."""
    text = (Path(__file__).parents[4] / "docs" / page).read_text("utf-8")
    assert SETTLED in " ".join(text.split())


def test_ranks_become_relevance(tmp_path: Path) -> None:
    (tmp_path / "q1.json").write_text('{"candidates": [], "rankings": {"x.json": 1, "y.json": 3}}')
    assert reference_rankings(tmp_path)["q1"].gains(["x", "y", "z"]).tolist() == [3.0, 1.0, 0.0]
    (tmp_path / "q2.json").write_text('{"rankings": {"x.json": "best"}}')
    with pytest.raises(InputError, match=r"q2\.json: is no reference ranking"):
        reference_rankings(tmp_path)
