"""Models learned or calibrated on argument data: stance, quality."""

from debatable.learning.quality import DIMENSIONS, QUALITIES, QualityModel, quality, wins
from debatable.learning.stance import (
    EVIDENCE,
    FEATURES,
    STANCES,
    AlwaysSame,
    Polarity,
    PolarityStance,
    StanceModel,
    polarity,
    stance,
)

__all__ = [
    "DIMENSIONS",
    "EVIDENCE",
    "FEATURES",
    "QUALITIES",
    "STANCES",
    "AlwaysSame",
    "Polarity",
    "PolarityStance",
    "QualityModel",
    "StanceModel",
    "polarity",
    "quality",
    "stance",
    "wins",
]
