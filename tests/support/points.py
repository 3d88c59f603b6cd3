"""Points made by hand, of comments with hostile texts and votes."""

from __future__ import annotations

from debatable.key_points import Comment, Point, Points, Quote, Side
from debatable.model import Stance

__all__ = ["COMMENTS", "POINTS", "SIDED", "quote"]

COMMENTS = (
    Comment("1", "Trees cool the town. Plant more.", source="Town", agrees=30, disagrees=10),
    Comment("2", "<script>alert(1)</script> Trees cool us!", source="Town", agrees=5, disagrees=0),
    Comment("3", "=SUM(A1) parking is dear", source="Town & <b>land</b>", agrees=1, disagrees=7),
    Comment("4", "Parking costs too much.", source="Town", agrees=0, disagrees=0),
)
"""Two on trees, two on parking."""


def quote(number: str, text: str, probability: float) -> Quote:
    """Returns a span of a comment."""
    comment = next(one for one in COMMENTS if one.id == number)
    start = comment.text.index(text)
    return Quote(
        *(text, number, start, start + len(text), probability),
        *(comment.source, comment.agrees, comment.disagrees),
    )


TREES = (
    quote("1", "Trees cool the town.", 1.0),
    quote("2", "<script>alert(1)</script> Trees cool us!", 0.875),
)
PARKING = (quote("4", "Parking costs too much.", 1.0), quote("3", "=SUM(A1) parking is dear", 0.5))
OTHER = (quote("1", "Plant more.", 0.25),)

POINTS = Points(
    None,
    "points",
    (Side(Stance.NONE, (Point.of(TREES, 4), Point.of(PARKING, 4)), OTHER, 4, 5),),
    remarks=("left out: 1 comment that moderators took out",),
)
"""Without sides."""

SIDED = Points(
    "We should <plant> more trees",
    "points",
    (
        Side(Stance.PRO, (Point.of(TREES, 2, Stance.PRO),), OTHER, 2, 3),
        Side(Stance.CON, (Point.of(PARKING, 2, Stance.CON),), (), 2, 2),
    ),
)
"""With sides."""
