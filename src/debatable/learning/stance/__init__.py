"""Stance: the probability that two statements take the same side."""

from debatable.learning.stance.model import (
    FEATURES,
    STANCES,
    AlwaysSame,
    EvidenceModel,
    LearnedStance,
    LoadedModel,
    PolarityStance,
    StanceModel,
    features,
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
    "StanceModel",
    "features",
    "polarity",
    "stance",
]
