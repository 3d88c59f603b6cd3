from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from debatable.errors import MissingExtraError
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
