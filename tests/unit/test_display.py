from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from debatable.engines.matches import Counter, CounterPremise, MatchedPoint, MatchedPremise, Similar
from debatable.errors import MissingExtraError
from debatable.evaluation import Collection, Judgment, Judgments, Query, Run
from debatable.key_points import Point, Points, Quote, Side
from debatable.model import COLUMNS, Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance

PREMISE = Premise("p", "<script>alert(1)</script> & more")
HIT = Hit(
    PREMISE,
    (Claim("c", "Ban cars"),),
    Stance.CON,
    0.123456,
    Cluster("k", ("p", "q")),
    Explanation("score", 0.1),
    (Argument("a", PREMISE, source="portal", url="https://example.org"),),
    0.75,
)


def test_a_row_has_every_column_in_order() -> None:
    answer = Answer("Ban cars", "bm25", (HIT,))
    (row,) = answer.as_rows()
    assert tuple(row) == COLUMNS
    assert (row["rank"], row["stance"], row["claim"], row["size"]) == (1, "con", "Ban cars", 2)
    assert (row["source"], row["url"]) == ("portal", "https://example.org")
    bare = replace(HIT, claims=(), arguments=()).as_row()
    assert (bare["claim"], bare["source"], bare["url"]) == ("", "", "")


def test_notebooks_show_texts_not_markup() -> None:
    html = Answer("a < b", "bm25", (HIT,), remarks=("2 < 3",))._repr_html_()
    assert "<caption>a &lt; b</caption>" in html and "<p>2 &lt; 3</p>" in html
    assert "<script>" not in html and "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in html
    assert html.count("<tr>") == 2 and "<td>con</td>" in html


def test_without_pandas_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"debatable\[frames\]"):
        Answer("Ban cars", "bm25", ()).as_frame()


def test_an_answer_is_one_line_as_repr_and_a_line_a_hit_as_text() -> None:
    """``print(answer)`` printed every hit with its explanation in one line of ten thousand characters."""
    long = replace(HIT, premise=Premise("q", "word " * 60, "en"), stance=Stance.UNDECIDED)
    answer = Answer("Bann cars", "bm25", (HIT, long), remarks=("a remark",), corrected="Ban cars")
    assert repr(answer) == "<Answer to 'Bann cars': 2 hits, bm25>"
    assert repr(HIT) == "<Hit p: con, score 0.1235>"
    title, first, second, remark = str(answer).splitlines()
    assert (title, remark) == ("Ban cars: 2 hits", "a remark")
    assert first.split(maxsplit=3) == ["1", "con", "p", "<script>alert(1)</script> & more"]
    assert second.startswith("2  undecided  q  word word") and second.endswith("word…") and len(second) < 130
    assert str(Answer("Ban cars", "bm25", ())) == "Ban cars: 0 hits"


def test_points_and_matches_are_one_line_as_repr_and_lines_as_text() -> None:
    span = Quote("Zoos save species.", "p1", 0, 18, 1.0)
    side = Side(Stance.PRO, (Point.of([span], 1, Stance.PRO),), (), 1, 1)
    points = Points("Zoos are good", "points", (side,), remarks=("a remark",))
    assert repr(points) == "<Points about 'Zoos are good': 1 point of 1 comment>"
    assert repr(points.points[0]) == "<Point 'Zoos save species.': 1 comment>"
    assert repr(side) == "<Side pro: 1 point of 1 comment>"
    assert str(points).splitlines() == [
        "Zoos are good: 1 point of 1 comment",
        "pro  Zoos save species.  1 comment",
        "a remark",
    ]
    assert str(replace(points, about=None)).startswith("1 point of 1 comment\n")
    matched = [
        MatchedPoint(f"p{n}", 2, (MatchedPremise(PREMISE, chance, ()),))
        for n, chance in enumerate((0.9, 0.25))
    ]
    similar = Similar("Ban cars", tuple(matched), 0.5)
    assert repr(similar) == "<Similar to 'Ban cars': 1 point makes it>"
    assert repr(matched[0]) == "<MatchedPoint p0: '<script>alert(1)</script> & more', 0.90>"
    assert [line.split()[:2] for line in str(similar).splitlines()[1:]] == [
        ["0.90", "said"],
        ["0.25", "like"],
    ]
    counter = Counter("Ban cars", (CounterPremise(HIT, 0.5), CounterPremise(HIT, None)))
    assert repr(counter) == "<Counter of 'Ban cars': 2 premises>"
    assert [repr(one) for one in counter.premises] == [
        "<CounterPremise p: con, likeness 0.50>",
        "<CounterPremise p: con>",
    ]
    assert str(counter).splitlines()[1].startswith("con  p  <script>")


def test_runs_collections_and_judgments_are_one_line_as_repr() -> None:
    judgments = Judgments([Judgment("q", "a", 1), Judgment("q", "b", 0)])
    assert repr(judgments) == "<Judgments: 2 for 1 query>"
    assert repr(Collection("cars", (Query("q", "Ban cars"),), judgments, ())) == (
        "<Collection cars: 1 query, 2 judgments>"
    )
    assert repr(Run("bm25", {"q": [("a", 2.0), ("b", 1.0)]})) == "<Run bm25: 1 query, 2 premises>"
