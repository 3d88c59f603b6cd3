"""Argument quality: which of two premises of a claim is the better one."""

from debatable.learning.quality.model import (
    DIMENSIONS,
    QUALITIES,
    LearnedQuality,
    QualityModel,
    pair_features,
    quality,
    shares_beaten,
    wins,
)

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
