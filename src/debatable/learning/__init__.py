"""Models learned or calibrated on argument data: stance, quality."""

from debatable.learning.polarity import EVIDENCE, Polarity, polarity
from debatable.learning.stance import FEATURES, STANCES, AlwaysSame, PolarityStance, StanceModel, stance

__all__ = [
    "EVIDENCE",
    "FEATURES",
    "STANCES",
    "AlwaysSame",
    "Polarity",
    "PolarityStance",
    "StanceModel",
    "polarity",
    "stance",
]
