"""Stance: the probability that two statements take the same side."""

from debatable.learning.stance.agreement import FEATURES, PolarityStance, features
from debatable.learning.stance.learned import LearnedStance
from debatable.learning.stance.polarity import EVIDENCE, Polarity, polarity
from debatable.learning.stance.protocol import AlwaysSame, EvidenceModel, LoadedModel, StanceModel
from debatable.learning.stance.table import STANCES, stance

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
