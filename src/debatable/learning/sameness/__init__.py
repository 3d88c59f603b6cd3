"""Whether two premises make the same point."""

from debatable.learning.sameness.point_map import (
    POINTS,
    AsEncoded,
    LearnedPoints,
    PointMap,
    PointModel,
    points,
)

__all__ = ["POINTS", "AsEncoded", "LearnedPoints", "PointMap", "PointModel", "points"]
