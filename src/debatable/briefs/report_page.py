"""The points of a debate as one page that opens without a network: bars, quotes, sources, probabilities."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from importlib import resources

from jinja2 import Environment, PackageLoader, select_autoescape

from debatable.briefs.points import SIDES, covered, noun, points_heading, votes
from debatable.key_points import Points, Side
from debatable.plural import counted
from debatable.version import VERSION

QUOTES = 100
"""Quotes of a point that the page shows; the JSON document has all."""


def points_page(points: Points, *, title: str = "", quotes: int = QUOTES) -> str:
    """Returns the page.

    It loads nothing and runs nothing: its policy allows one style sheet, its own, known by its hash. Every number on
    it is one of ``points.as_dict()``, or a count or a share of what is there.

    Args:
        points: What it shows.
        title: Of the consultation, where there is no claim.
        quotes: How many quotes of each point are shown; the others are counted.
    """
    folder = resources.files("debatable.briefs")
    style = "".join(
        (folder / name).read_text("utf-8") for name in ("static/palette.css", "templates/points.css")
    )
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    templates = Environment(
        loader=PackageLoader("debatable.briefs"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template("points.html").render(
        points=points,
        heading=points_heading(points, title),
        consultation=title,
        sides=[side for side in points.sides if side.premises],
        largest=largest(points.sides),
        names=SIDES,
        noun=noun(points),
        quotes=quotes,
        style=style,
        digest=digest,
        version=VERSION,
        covered=covered,
        counted=counted,
        votes=votes,
        percent=percent,
    )


def largest(sides: Sequence[Side]) -> int:
    """Returns the count of the point that most make, which has the longest bar; 1 where there is no point."""
    return max((point.count for side in sides for point in side.points), default=1)


def percent(part: float, whole: float = 1.0) -> str:
    """Returns a share in hundredths, with a digit more where it would be 0 or 100 and is not.

    >>> percent(0.934), percent(1, 3), percent(0.004), percent(0.9996), percent(0, 0)
    ('93', '33', '0.4', '99.9', '0')
    """
    share = part / whole if whole else 0.0
    if 0 < share < 0.01 or 0.99 < share < 1:
        return f"{min(max(100 * share, 0.1), 99.9):.1f}"
    return f"{100 * share:.0f}"
