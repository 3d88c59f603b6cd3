"""Measures, one file a family; each is a frozen object whose repr is its name."""

from debatable.evaluation.measures.base import Kind, Measure, condensed
from debatable.evaluation.measures.binary import AP, MRR, RR, BPref, JudgedShare, Precision, Recall, Success
from debatable.evaluation.measures.cluster_lists import TaskAMax, TaskAMean, TaskAMin
from debatable.evaluation.measures.concordance import Completeness, Correctness, PairwiseAccuracy
from debatable.evaluation.measures.gain import NDCG, AlphaNDCG, GraphNDCG, discounts
from debatable.evaluation.measures.partition import ARI, BCubed, VMeasure
from debatable.evaluation.measures.stances import (
    StanceAccuracy,
    StanceMacroF1,
    stance_accuracy,
    stance_macro_f1,
)
from debatable.evaluation.measures.table import (
    MEASURES,
    QUALITY,
    AskedMeasure,
    MeasureChoice,
    asked_measure,
    measure,
    measures,
)

__all__ = [
    "MEASURES",
    "condensed",
    "asked_measure",
    "MeasureChoice",
    "AskedMeasure",
    "QUALITY",
    "AP",
    "ARI",
    "MRR",
    "NDCG",
    "RR",
    "AlphaNDCG",
    "BCubed",
    "BPref",
    "Completeness",
    "Correctness",
    "GraphNDCG",
    "JudgedShare",
    "Kind",
    "Measure",
    "PairwiseAccuracy",
    "Precision",
    "Recall",
    "StanceAccuracy",
    "StanceMacroF1",
    "Success",
    "TaskAMax",
    "TaskAMean",
    "TaskAMin",
    "VMeasure",
    "discounts",
    "measure",
    "measures",
    "stance_accuracy",
    "stance_macro_f1",
]
