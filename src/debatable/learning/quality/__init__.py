"""Argument quality: which of two premises of a claim is the better one."""

from debatable.learning.quality.learned import LearnedQuality
from debatable.learning.quality.model import DIMENSIONS, QualityModel, pair_features, shares_beaten, wins
from debatable.learning.quality.table import QUALITIES, quality

__all__ = [
    "DIMENSIONS",
    "QUALITIES",
    "LearnedQuality",
    "QualityModel",
    "pair_features",
    "quality",
    "shares_beaten",
    "wins",
]
