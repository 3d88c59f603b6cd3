"""Models learned or calibrated on argument data: stance, quality."""

from debatable.learning.polarity import EVIDENCE, Polarity, polarity
from debatable.learning.quality import DIMENSIONS, QualityModel, quality, wins
from debatable.learning.stance import FEATURES, STANCES, AlwaysSame, PolarityStance, StanceModel, stance

__all__ = [
    "DIMENSIONS",
    "EVIDENCE",
    "FEATURES",
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
