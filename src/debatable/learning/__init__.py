"""Models learned or calibrated on argument data: stance, relevance, quality."""

from debatable.learning.card import Card, Head
from debatable.learning.pair_reader import PairReader
from debatable.learning.quality import DIMENSIONS, QUALITIES, LearnedQuality, QualityModel, quality, wins
from debatable.learning.relevance import (
    RELEVANCES,
    AlwaysRelevant,
    LearnedRelevance,
    RelevanceModel,
    relevance,
)
from debatable.learning.stance import (
    EVIDENCE,
    FEATURES,
    STANCES,
    AlwaysSame,
    EvidenceModel,
    LearnedStance,
    LoadedModel,
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
    "RELEVANCES",
    "STANCES",
    "AlwaysRelevant",
    "AlwaysSame",
    "EvidenceModel",
    "LoadedModel",
    "Card",
    "Head",
    "LearnedQuality",
    "LearnedRelevance",
    "LearnedStance",
    "PairReader",
    "Polarity",
    "PolarityStance",
    "QualityModel",
    "RelevanceModel",
    "StanceModel",
    "polarity",
    "quality",
    "relevance",
    "stance",
    "wins",
]
