"""Printing points: as a table for people, as JSON, CSV, Markdown and as a page for the others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from debatable.cli.printing.terminal import STANDARD_OUTPUT, note, print_text, printable, write_table
from debatable.files import json_bytes, write_text

if TYPE_CHECKING:
    from debatable.key_points import Points, Side

PointFormat = Literal["table", "json", "csv", "markdown", "html"]

ENDINGS: dict[str, tuple[PointFormat, ...]] = {
    **{".html": ("html",), ".htm": ("html",), ".md": ("markdown",), ".markdown": ("markdown",)},
    **{".csv": ("csv",), ".json": ("json",)},
}
"""What files of an ending hold."""

COLOURS = {"pro": "green", "con": "red", "undecided": "yellow", "none": "blue"}

BAR = 24
"""Characters of the longest bar."""


def print_points(points: Points, format: PointFormat, out: Path, title: str, quotes: int | None) -> None:
    """Prints points, or writes them to a file, whole or not at all; remarks that have no place go to standard error."""
    if format == "table":
        _print_table(points, title, 2 if quotes is None else quotes)
        return
    text = TEXTS[format](points, title, quotes)
    if out == STANDARD_OUTPUT:
        print_text(text)
    else:
        (write_table if format == "csv" else write_text)(out, text)
    if format == "csv":
        for remark in points.remarks:
            note(printable(f"Note: {remark}."))


def _json(points: Points, title: str, quotes: int | None) -> str:
    return json_bytes({"title": title, **points.as_dict()}).decode()


def _csv(points: Points, title: str, quotes: int | None) -> str:
    from debatable.briefs import points_csv

    return points_csv(points)


def _markdown(points: Points, title: str, quotes: int | None) -> str:
    from debatable.briefs import points_markdown

    return points_markdown(points, title=title, **({} if quotes is None else {"quotes": quotes}))


def _html(points: Points, title: str, quotes: int | None) -> str:
    from debatable.briefs import points_page

    return points_page(points, title=title, **({} if quotes is None else {"quotes": quotes}))


TEXTS: dict[str, Callable[[Points, str, int | None], str]] = {
    "json": _json,
    "csv": _csv,
    "markdown": _markdown,
    "html": _html,
}


def _print_table(points: Points, title: str, quotes: int) -> None:
    from rich.console import Console
    from rich.text import Text

    from debatable.briefs.points import noun, points_heading

    console = Console(highlight=False)
    console.print(Text(printable(points_heading(points, title)), style="bold"))
    largest = max((point.count for point in points.points), default=1)
    for side in points.sides:
        _print_side(console.print, side, largest, quotes, noun(points))
    for remark in points.remarks:
        console.print(Text(printable(f"Note: {remark}."), style="yellow"))


def _print_side(show: Callable[..., None], side: Side, largest: int, quotes: int, made_by: str) -> None:
    from rich.padding import Padding
    from rich.text import Text

    from debatable.briefs.points import SIDES, covered, votes
    from debatable.briefs.report_page import percent
    from debatable.plural import counted

    colour = COLOURS[side.stance.value]
    whole = f"{covered(side):,} of {counted(side.premises, made_by)}"
    show(Text.assemble((f"\n{SIDES[side.stance]}", f"bold {colour}"), (f" · {whole}", "dim")))
    for point in side.points:
        bar = "█" * max(1, round(BAR * point.count / largest))
        facts = " · ".join(part for part in (f"{point.share:.0%}".replace("%", " %"), votes(point)) if part)
        show(Text.assemble((bar, colour), f" {point.count:,} ", (facts, "dim")))
        show(Padding(Text(printable(point.headline), style="bold"), (0, 0, 0, 2)))
        for quote in point.members[1 : quotes + 1]:
            facts = f"{made_by} {printable(quote.premise)} · {percent(quote.probability)} %"
            show(Padding(Text.assemble(printable(f"“{quote.text}” "), (facts, "dim")), (0, 0, 0, 4)))
        if len(point.members) > quotes + 1:
            show(Text(f"    and {len(point.members) - quotes - 1:,} more", style="dim"))
    if side.other:
        show(Text(f"{counted(len(side.other), 'statement')} besides", style="dim"))
