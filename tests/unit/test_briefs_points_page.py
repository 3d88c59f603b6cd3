"""The page of points: nothing runs, nothing is loaded, every number follows from the data."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import replace
from html.parser import HTMLParser

from debatable.briefs import points_page
from debatable.key_points import Point, Points, Side
from debatable.model import Stance
from tests.support.points import POINTS, SIDED, TREES, quote


class Parsed(HTMLParser):
    """The tags with their attributes, and the texts of elements by class."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self._open: list[tuple[str, str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))
        if tag not in ("meta", "link", "rect", "br"):
            self._open.append((tag, dict(attributes).get("class") or tag))

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attributes)))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, text: str) -> None:
        if text.strip() and self._open:
            self.texts.append((self._open[-1][1], text))

    def of(self, kind: str) -> list[str]:
        return [text for name, text in self.texts if name == kind]


def test_nothing_is_loaded_and_nothing_runs() -> None:
    page = points_page(SIDED, title="Town")
    parsed = Parsed(page)
    names = {tag for tag, _ in parsed.tags}
    assert not names & {"script", "img", "iframe", "object", "form"}
    for tag, attributes in parsed.tags:
        assert not {name for name in attributes if name.startswith("on") or name == "style"}, tag
        for name in ("src", "href"):
            assert (attributes.get(name) or "data:").startswith("data:")


def test_the_policy_allows_one_style_sheet_only() -> None:
    page = points_page(POINTS)
    (style,) = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    (policy,) = [
        attributes["content"]
        for tag, attributes in Parsed(page).tags
        if attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    assert policy is not None and policy.startswith(f"default-src 'none'; style-src 'sha256-{digest}';")
    assert "unsafe" not in policy and "http" not in policy
    assert "url(" not in style and "@import" not in style


def test_texts_are_shown_as_they_are_and_never_as_markup() -> None:
    page = points_page(SIDED)
    assert "<script>" not in page and "&lt;script&gt;alert(1)&lt;/script&gt; Trees cool us!" in page
    assert "Town &amp; &lt;b&gt;land&lt;/b&gt;" in page and "<plant>" not in page


def test_every_quote_stands_with_source_comment_and_probability() -> None:
    parsed = Parsed(points_page(POINTS))
    assert parsed.of("blockquote") == [quote.text for quote in POINTS.sides[0].quotes()]
    assert parsed.of("probability") == ["100 %", "88 %", "100 %", "50 %", "25 %"]
    captions = [text for text in parsed.of("figcaption") if "comment " in text]
    assert captions[0].startswith("Town · comment 1")


def test_bars_and_counts_follow_from_the_data() -> None:
    three = (*TREES, quote("3", "=SUM(A1) parking is dear", 0.6))
    side = Side(Stance.NONE, (Point.of(three, 4), Point.of([quote("4", "Parking", 1.0)], 4)), (), 4, 4)
    parsed = Parsed(points_page(Points(None, "points", (side,))))
    widths = [attributes["width"] for tag, attributes in parsed.tags if attributes.get("class") == "fill"]
    assert widths == ["100.00", "33.33"]
    assert parsed.of("count") == ["3", "1"]
    agree = [attributes["width"] for tag, attributes in parsed.tags if attributes.get("class") == "agree"]
    assert agree == [f"{100 * 36 / 53:.2f}"], "a point whose comments have no vote has no bar of votes"
    assert "36 agree, 17 disagree" in parsed.of("voted")


def test_longer_lists_are_counted() -> None:
    page = points_page(POINTS, quotes=1)
    assert page.count("<blockquote") == 3 and page.count("and 1 more quotes in the JSON document") == 2


def test_sides_without_comments_are_left_out_and_no_point_at_all_is_no_mishap() -> None:
    empty = Side(Stance.CON, (), (), 0, 0)
    page = points_page(replace(SIDED, sides=(*SIDED.sides[:1], empty)))
    assert 'class="side pro"' in page and 'class="side con"' not in page
    alone = Side(Stance.NONE, (), (quote("4", "Parking", 0.0),), 1, 1)
    assert "0 of 1 comment (0 %)" in points_page(Points(None, "points", (alone,)))


def test_the_same_points_are_the_same_bytes() -> None:
    assert points_page(SIDED, title="Town") == points_page(SIDED, title="Town")
