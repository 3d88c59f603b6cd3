from __future__ import annotations

import pytest
from tools.results import COLUMNS, UNSTANCED, cell, mark, section
from tools.results import METHODS as RESULT_METHODS

from debatable.ranking import METHODS
from debatable.ranking.stance.table import NoStance


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


def test_only_significant_differences_are_marked_and_those_without_a_p_are_not() -> None:
    """A collection with one query has no p; where all queries differ by as much, there is a p and no effect."""
    figures = {"p_values": {"a": 0.01, "b": 0.01, "c": 0.2, "d": None}, "effects": dict.fromkeys("abcd")}
    figures["differences"] = {"a": 0.1, "b": -0.1, "c": 0.1, "d": 0.1}
    assert [mark(figures, column) for column in "abcde"] == ["▲ ", "▼ ", "", "", ""]


def test_a_figure_that_is_not_there_is_a_dash() -> None:
    assert cell({"ndcg@5": None, "intervals": {}}, "ndcg@5") == "–"


def test_a_method_that_estimates_no_stance_has_no_accuracy() -> None:
    """Its accuracy was printed as 1.000 where queries are claims: right by construction."""
    figures = {
        **dict.fromkeys(COLUMNS, 0.5),
        "intervals": dict.fromkeys([*COLUMNS, "stance_accuracy"], (0.4, 0.6)),
        "stance_accuracy": 1.0,
        "stance_majority": 0.5,
    }
    document = {
        "collection": "perspectrum",
        "queries": 2,
        "condensed": False,
        "methods": {"framework": figures, "framework-paper": figures},
    }
    lines = section("debatable evaluate", document)
    assert "| framework | " in lines[-2] and "1.000" in lines[-2]
    assert "1.000" not in lines[-1] and lines[-1].endswith("| – | – | – |")
    assert any("cannot show what it does here" in line for line in lines)


def test_methods_without_accuracy_are_those_that_take_all_claims_for_aligned() -> None:
    unstanced = {
        name for name in RESULT_METHODS if isinstance(getattr(METHODS.parse(name), "stance", None), NoStance)
    }
    assert unstanced == set(UNSTANCED)
