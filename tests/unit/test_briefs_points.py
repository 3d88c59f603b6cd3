"""Points as CSV and Markdown."""

from __future__ import annotations

import csv
import io

from debatable.briefs import POINT_COLUMNS, points_csv, points_markdown
from debatable.briefs.points import covered, point_facts, points_heading
from tests.support.points import COMMENTS, POINTS, SIDED


def test_every_quote_is_a_row_and_the_numbers_follow_from_the_rows() -> None:
    rows = list(csv.DictReader(io.StringIO(points_csv(POINTS))))
    assert tuple(rows[0]) == POINT_COLUMNS and len(rows) == 5
    for number, count, agrees, disagrees in (("1", 2, 35, 10), ("2", 2, 1, 7)):
        of_point = [row for row in rows if row["point"] == number]
        assert len({row["comment"] for row in of_point}) == count == int(of_point[0]["count"])
        assert sum(int(row["agrees"]) for row in of_point) == agrees == int(of_point[0]["point_agrees"])
        assert sum(int(row["disagrees"]) for row in of_point) == disagrees
        assert float(of_point[0]["share"]) == count / 4
    assert [row["quote"] for row in rows if not row["point"]] == ["Plant more."]


def test_rows_lead_back_to_the_comments() -> None:
    texts = {one.id: one.text for one in COMMENTS}
    for row in csv.DictReader(io.StringIO(points_csv(POINTS))):
        span = texts[row["comment"]][int(row["start"]) : int(row["end"])]
        assert row["quote"].removeprefix("'") == span


def test_a_quote_is_no_formula_of_a_spreadsheet() -> None:
    assert "'=SUM(A1) parking is dear" in points_csv(POINTS)


def test_markdown_has_sides_counts_votes_and_first_quotes() -> None:
    text = points_markdown(SIDED, quotes=1)
    assert text.startswith("# We should \\<plant\\> more trees\n")
    assert text.index("## For") < text.index(
        "**Trees cool the town.** (2 comments, 100 %; 35 agree, 10 disagree)"
    )
    assert "“Trees cool the town.” — Town, 1 (1.00)" in text and "and 1 more" in text
    assert "<script>" not in points_markdown(SIDED)
    assert "*left out: 1 comment that moderators took out*" in points_markdown(POINTS)


def test_headings() -> None:
    assert points_heading(POINTS) == "The points of 4 comments"
    assert points_heading(POINTS, "Town") == "Town" and points_heading(SIDED, "Town") == SIDED.about


def test_facts_and_coverage() -> None:
    assert point_facts(POINTS.points[1]) == "2 comments, 50 %; 1 agrees, 7 disagree"
    assert covered(POINTS.sides[0]) == 4
