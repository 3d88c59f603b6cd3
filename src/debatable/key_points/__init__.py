"""Points: what a debate comes down to.

The folder is not called ``points``, since ``debatable.points`` is the function that one calls.
"""

from debatable.key_points.method import POINT_METHODS, KeyPoints
from debatable.key_points.report import Comment, Point, Points, Quote, Side
from debatable.key_points.summary import PointMethod, answer_comments, comments_of, summarise

__all__ = [
    "POINT_METHODS",
    "Comment",
    "KeyPoints",
    "Point",
    "PointMethod",
    "Points",
    "Quote",
    "Side",
    "answer_comments",
    "comments_of",
    "summarise",
]
