"""Stance: the probability that two statements take the same side."""

from debatable.learning.stance.model import (
    FEATURES,
    STANCES,
    AlwaysSame,
    EvidenceModel,
    LearnedStance,
    LoadedModel,
    PolarityStance,
    QuickModel,
    StanceModel,
    features,
    quick_log_odds,
    stance,
)
from debatable.learning.stance.polarity import EVIDENCE, Polarity, polarity

__all__ = [
    "EVIDENCE",
    "FEATURES",
    "STANCES",
    "AlwaysSame",
    "EvidenceModel",
    "LoadedModel",
    "LearnedStance",
    "Polarity",
    "PolarityStance",
    "QuickModel",
    "StanceModel",
    "features",
    "polarity",
    "quick_log_odds",
    "stance",
]
