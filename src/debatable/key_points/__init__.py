"""Points: what a debate comes down to.

The folder is not called ``points``, since ``debatable.points`` is the function that one calls.
"""

from debatable.key_points.report import Comment, Point, Points, Quote, Side
from debatable.key_points.summary import PointMethod, summarise

__all__ = ["Comment", "Point", "PointMethod", "Points", "Quote", "Side", "summarise"]
