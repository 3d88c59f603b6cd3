"""Argument quality: which of two premises of a claim is the better one."""

from debatable.learning.quality.model import DIMENSIONS, QualityModel, pair_features, shares_beaten, wins
from debatable.learning.quality.table import QUALITIES, quality

__all__ = ["DIMENSIONS", "QUALITIES", "QualityModel", "pair_features", "quality", "shares_beaten", "wins"]
