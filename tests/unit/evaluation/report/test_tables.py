"""The JSON document and the tables of an evaluation."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import numpy as np
import orjson
import pytest

from debatable.evaluation import Collection, compare, evaluate, evaluation_document
from debatable.evaluation.report import (
    FIGURE_COLUMNS,
    QUERY_COLUMNS,
    csv_rows,
    figure_rows,
    latex_table,
    method_table,
    query_rows,
    query_table,
)
from debatable.evaluation.report.page import report_page
from tests.support.shelf import Shelf


def test_the_document_has_the_keys_programs_rely_on(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    document = evaluation_document(evaluation, compare(evaluation, "poor"))
    assert document["collection"] == "small"
    assert document["queries"] == 2
    good = document["methods"]["good"]
    for key in (
        "alpha_ndcg@5",
        "alpha_ndcg@10",
        "ndcg@5",
        "ndcg@10",
        "stance_accuracy",
        "p50_ms",
        "p95_ms",
    ):
        assert isinstance(good[key], float), key
    assert good["intervals"]["alpha_ndcg@5"] == [1.0, 1.0]
    for key in ("differences", "p_values", "effects"):
        assert set(good[key]) == {name.lower() for name in evaluation.measures}, key
    assert good["differences"]["ndcg@5"] == good["ndcg@5"] - document["methods"]["poor"]["ndcg@5"]
    assert "p_values" not in document["methods"]["poor"]


def test_measures_that_are_asked_for_are_the_only_ones(small: Collection) -> None:
    evaluation = evaluate(small, ["good"], ["P@5"], searcher=Shelf())
    good = evaluation_document(evaluation, compare(evaluation, "good"))["methods"]["good"]
    assert set(good) == {"p@5", "intervals", "p50_ms", "p95_ms"}


def test_values_of_each_query_stand_under_its_id(small: Collection) -> None:
    evaluation = evaluate(small, ["poor"], ["RR"], searcher=Shelf())
    document = evaluation_document(evaluation, per_query=True)
    assert document["methods"]["poor"]["per_query"] == {"rr": {"q1": 0.5, "q2": 0.5}}


def test_a_row_a_figure_has_mean_bounds_and_difference(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], ["RR"], searcher=Shelf())
    text = csv_rows(FIGURE_COLUMNS, figure_rows(evaluation, compare(evaluation, "poor")))
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["measure"] == "RR"]
    # good has a relevant premise first, poor second: reciprocal ranks 1 and 1/2 on both queries.
    assert [(row["method"], row["mean"], row["low"]) for row in rows] == [
        ("good", "1.0", "1.0"),
        ("poor", "0.5", "0.5"),
    ]
    assert rows[0]["difference"] == "0.5"
    assert rows[1]["difference"] == rows[1]["p"] == "", "the baseline does not differ from itself"


def test_what_is_undefined_is_a_dash_nothing_or_null_and_never_a_number(small: Collection) -> None:
    """Over one query, p was 1 and the effect 0."""
    one = replace(small, queries=small.queries[:1])
    evaluation = evaluate(one, ["good", "poor"], ["RR"], searcher=Shelf())
    scores = {name: replace(of, values={"RR": np.array([np.nan])}) for name, of in evaluation.methods.items()}
    undefined = replace(evaluation, methods=scores)
    for shown, mean in ((evaluation, "1.0"), (undefined, "")):
        comparison = compare(shown, "poor")
        row = next(csv.DictReader(io.StringIO(csv_rows(FIGURE_COLUMNS, figure_rows(shown, comparison)))))
        assert (row["mean"], row["p"], row["effect"]) == (mean, "", "")
        good = orjson.loads(orjson.dumps(evaluation_document(shown, comparison, per_query=True)))["methods"][
            "good"
        ]
        assert (good["p_values"]["rr"], good["effects"]["rr"]) == (None, None)
        assert (good["rr"], good["per_query"]["rr"]["q1"]) == ((1.0, 1.0) if mean else (None, None))
        page = report_page(shown, comparison)
        assert "p – · d –" in page and "nan" not in page.replace("nance", "")
        assert "nan" not in str(shown) + str(comparison)
    assert method_table(undefined, compare(undefined, "poor"))[1][1] == "– [–]"
    assert query_table(undefined)[1][2] == query_table(undefined)[2][2] == "–"
    assert csv_rows(QUERY_COLUMNS, query_rows(undefined)).splitlines()[1] == "good,q1,RR,"


def test_one_query_has_no_interval(small: Collection) -> None:
    """Wherever a mean is shown, a dash, nothing or null stands for the interval, and never a width of zero."""
    one = replace(small, queries=small.queries[:1])
    evaluation = evaluate(one, ["good", "poor"], ["RR"], searcher=Shelf())
    comparison = compare(evaluation, "poor")
    rows = csv.DictReader(io.StringIO(csv_rows(FIGURE_COLUMNS, figure_rows(evaluation, comparison))))
    assert [(row["mean"], row["low"], row["high"]) for row in rows if row["measure"] == "RR"] == [
        ("1.0", "", ""),
        ("0.5", "", ""),
    ]
    assert [row[:2] for row in method_table(evaluation, comparison)[1:]] == [
        ["good", "1.000 [–]"],
        ["poor", "0.500 [–]"],
    ]
    assert evaluation_document(evaluation, comparison)["methods"]["poor"]["intervals"] == {"rr": None}
    page = report_page(evaluation, comparison)
    assert "<small>–</small>" in page and 'class="mean"' in page
    assert 'class="span"' not in page, "a line needs two ends"


def test_a_row_a_value_names_its_query(small: Collection) -> None:
    evaluation = evaluate(small, ["poor"], ["RR"], searcher=Shelf())
    assert csv_rows(QUERY_COLUMNS, query_rows(evaluation)).splitlines() == [
        "method,query,measure,value",
        "poor,q1,RR,0.5",
        "poor,q2,RR,0.5",
    ]
    assert query_table(evaluation)[-1] == ["poor", "all", "0.5000"]


def test_the_last_row_of_a_method_is_the_mean_of_those_above(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], ["RR", "AP"], searcher=Shelf())
    for scores in evaluation.methods.values():
        for measure, values in scores.values.items():
            scores.values[measure][:] = np.linspace(0.125, 0.75, len(values))  # no two queries alike
    header, *rows = query_table(evaluation)
    for method in ("good", "poor"):
        *queries, mean = ([float(cell) for cell in row[2:]] for row in rows if row[0] == method)
        assert len(queries) == len(evaluation.queries) > 1 and len(mean) == len(header) - 2
        assert mean == pytest.approx([sum(column) / len(column) for column in zip(*queries, strict=True)])


def test_usual_figures_have_stances_and_times(small: Collection) -> None:
    evaluation = evaluate(small, ["good"], searcher=Shelf())
    named = {row[1] for row in figure_rows(evaluation, compare(evaluation, "good"))}
    assert {"stance_accuracy", "stance_majority", "stance_macro_f1", "p50_ms", "p95_ms"} <= named
    assert method_table(evaluation, compare(evaluation, "good"))[0][-1] == "stance accuracy"


@pytest.mark.parametrize(
    ("cell", "escaped"), [("a_b", r"a\_b"), ("50%", r"50\%"), ("x^{2}", r"x\textasciicircum{}\{2\}")]
)
def test_latex_takes_no_cell_for_a_command(cell: str, escaped: str) -> None:
    assert f"{escaped} & 1" in latex_table([["method", "AP"], [cell, "1"]])
