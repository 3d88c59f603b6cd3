"""How well points are matched and found, against key points that people wrote."""

from debatable.evaluation.points.evaluation import PointEvaluation, evaluate_points
from debatable.evaluation.points.gold import read_gold
from debatable.evaluation.points.measures import average_precisions, bcubed, coverage, soft_scores

__all__ = [
    "PointEvaluation",
    "average_precisions",
    "bcubed",
    "coverage",
    "evaluate_points",
    "read_gold",
    "soft_scores",
]
