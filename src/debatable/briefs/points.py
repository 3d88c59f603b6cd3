"""Points to take along: as CSV, a row a quote, and as Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from debatable.briefs.answers import TITLES, escaped, unformula
from debatable.key_points import Point, Points, Quote, Side
from debatable.model import Stance
from debatable.plural import counted

SIDES = {**TITLES, Stance.NONE: "Points"}
"""What the points of a side stand under."""

POINT_COLUMNS = (
    *("side", "point", "headline", "count", "share", "point_agrees", "point_disagrees"),
    *("comment", "quote", "start", "end", "probability", "source", "agrees", "disagrees"),
)


def points_heading(points: Points, title: str = "") -> str:
    """Returns what stands above points: the claim, the title of a consultation, or how many comments there are.

    >>> points_heading(Points(None, "points", ()))
    'The points of 0 comments'
    """
    return points.about or title or f"The points of {counted(points.premises, noun(points))}"


def noun(points: Points) -> str:
    """Returns what makes points: premises of an index, which were ranked, or comments."""
    return "premise" if "ranking" in points.parameters else "comment"


def covered(side: Side) -> int:
    """Returns how many comments of a side make one of its points."""
    return len({quote.premise for point in side.points for quote in point.members})


def votes(voted: Point | Quote) -> str:
    """Returns the votes in words; empty where nobody was asked.

    >>> votes(Quote("Yes.", "1", 0, 4, 1.0, agrees=1_200, disagrees=1))
    '1,200 agree, 1 disagrees'
    """
    parts = ((voted.agrees, "agree"), (voted.disagrees, "disagree"))
    return ", ".join(f"{n:,} {verb}{'s' if n == 1 else ''}" for n, verb in parts if n is not None)


def point_facts(point: Point, made_by: str = "comment") -> str:
    """Returns how many make a point, in words, and the votes of those."""
    facts = f"{counted(point.count, made_by)}, {point.share:.0%}".replace("%", " %")
    return f"{facts}; {votes(point)}" if votes(point) else facts


def points_csv(points: Points) -> str:
    """Returns every quote as a row of CSV, with the numbers of its point; what makes no point has none."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(POINT_COLUMNS)
    for side in points.sides:
        for number, point in enumerate(side.points, 1):
            share = f"{point.share:.6f}"
            numbers = (number, point.headline, point.count, share, point.agrees, point.disagrees)
            for quote in point.members:
                writer.writerow(_row(side, numbers, quote))
        for quote in side.other:
            writer.writerow(_row(side, ("",) * 6, quote))
    return out.getvalue()


def _row(side: Side, numbers: tuple[object, ...], quote: Quote) -> list[object]:
    cells = [
        side.stance.value,
        *numbers,
        quote.premise,
        quote.text,
        quote.start,
        quote.end,
        f"{quote.probability:.4f}",
        quote.source,
        quote.agrees,
        quote.disagrees,
    ]
    return [unformula(cell) for cell in cells]


def points_markdown(points: Points, *, title: str = "", quotes: int = 5) -> str:
    """Returns the points as numbered lists with their first quotes; nothing in a text is taken for markup."""
    lines = [f"# {escaped(points_heading(points, title))}", ""]
    for remark in points.remarks:
        lines += [f"*{escaped(remark)}*", ""]
    for side in points.sides:
        lines += [f"## {SIDES[side.stance]}", ""]
        lines += [
            f"{covered(side):,} of {counted(side.premises, noun(points))} make one of these points.",
            "",
        ]
        lines += _listed(side, quotes, noun(points))
    return "\n".join(lines).rstrip() + "\n"


def _listed(side: Side, quotes: int, made_by: str) -> Iterator[str]:
    for number, point in enumerate(side.points, 1):
        yield f"{number}. **{escaped(point.headline)}** ({point_facts(point, made_by)})"
        for quote in point.members[:quotes]:
            place = ", ".join(part for part in (escaped(quote.source), escaped(quote.premise)) if part)
            yield f"    - “{escaped(quote.text)}” — {place} ({quote.probability:.2f})"
        if len(point.members) > quotes:
            yield f"    - and {len(point.members) - quotes:,} more"
    yield ""
