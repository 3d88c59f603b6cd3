"""Models learned or calibrated on argument data: stance, relevance, sameness, quality."""

from debatable.learning.card import Card, Head
from debatable.learning.matching import MATCHINGS, MatchingModel, VectorMatching, matching
from debatable.learning.pair_reader import PairReader
from debatable.learning.quality import DIMENSIONS, QUALITIES, LearnedQuality, QualityModel, quality, wins
from debatable.learning.relevance import (
    RELEVANCES,
    AlwaysRelevant,
    LearnedRelevance,
    RelevanceModel,
    relevance,
)
from debatable.learning.sameness import POINTS, AsEncoded, LearnedPoints, PointMap, PointModel, points
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
    "MATCHINGS",
    "POINTS",
    "QUALITIES",
    "RELEVANCES",
    "STANCES",
    "AlwaysRelevant",
    "AlwaysSame",
    "AsEncoded",
    "EvidenceModel",
    "LoadedModel",
    "Card",
    "Head",
    "LearnedPoints",
    "LearnedQuality",
    "LearnedRelevance",
    "LearnedStance",
    "MatchingModel",
    "PairReader",
    "PointMap",
    "PointModel",
    "Polarity",
    "PolarityStance",
    "QualityModel",
    "RelevanceModel",
    "StanceModel",
    "VectorMatching",
    "matching",
    "points",
    "polarity",
    "quality",
    "relevance",
    "stance",
    "wins",
]
