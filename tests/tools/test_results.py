from __future__ import annotations

import pytest
from tools.results import cell


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        ([0.25, 0.75], "0.500 [.250, .750]"),
        ([1.0, None], "0.500 [1.00, –]"),
        (None, "0.500"),  # a collection with one query has no interval
    ],
)
def test_a_mean_has_its_interval_where_there_is_one(interval: list[float | None] | None, said: str) -> None:
    assert cell({"ndcg@5": 0.5, "intervals": {"ndcg@5": interval}}, "ndcg@5") == said


def test_a_figure_that_is_not_there_is_a_dash() -> None:
    assert cell({"ndcg@5": None, "intervals": {}}, "ndcg@5") == "–"
