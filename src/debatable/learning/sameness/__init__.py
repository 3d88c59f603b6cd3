"""Whether two premises make the same point."""

from debatable.learning.sameness.point_map import AsEncoded, PointMap, PointModel
from debatable.learning.sameness.table import POINTS, LearnedPoints, points

__all__ = ["POINTS", "AsEncoded", "LearnedPoints", "PointMap", "PointModel", "points"]
