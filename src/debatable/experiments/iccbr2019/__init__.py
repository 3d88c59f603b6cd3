"""Lenz et al., ICCBR 2019: graph retrieval against expert rankings, and how our default was chosen."""

from debatable.experiments.iccbr2019.graph_choice import LeftOut, Setting, leave_one_topic_out
from debatable.experiments.iccbr2019.graph_retrieval import GraphResult, evaluate, reference_rankings
from debatable.experiments.iccbr2019.tables import Iccbr2019

__all__ = [
    "GraphResult",
    "Iccbr2019",
    "LeftOut",
    "Setting",
    "evaluate",
    "leave_one_topic_out",
    "reference_rankings",
]
