"""Evaluation: measures, significance, agreement, judgments, runs and collections."""

from debatable.evaluation.agreement import alpha_interval, krippendorff_alpha
from debatable.evaluation.collections import Collection, Query, save_collection
from debatable.evaluation.comparing import Comparison, compare
from debatable.evaluation.documents import evaluation_document
from debatable.evaluation.intervals import Interval, bootstrap_mean
from debatable.evaluation.judgments import Judged, Judgment, Judgments
from debatable.evaluation.loaders import collection
from debatable.evaluation.measures import Measure, measure, measures
from debatable.evaluation.qrels import read_qrels, write_qrels
from debatable.evaluation.rankings import Ranking, condensed, ordered
from debatable.evaluation.runs import Run, read_run, run_lines, write_run
from debatable.evaluation.scoring import Evaluation, Scores, evaluate, score
from debatable.evaluation.searching import Answers, Searcher, ask, run_of
from debatable.evaluation.significance import (
    adjust_bonferroni,
    adjust_holm,
    cliffs_delta,
    cohens_d,
    paired_t,
    randomisation,
    welch_t,
    wilcoxon,
)
from debatable.evaluation.topics import read_topics

__all__ = [
    "Answers",
    "Collection",
    "Comparison",
    "Evaluation",
    "Interval",
    "Judged",
    "Judgment",
    "Judgments",
    "Measure",
    "Query",
    "Ranking",
    "Run",
    "Scores",
    "Searcher",
    "adjust_bonferroni",
    "adjust_holm",
    "alpha_interval",
    "ask",
    "bootstrap_mean",
    "cliffs_delta",
    "cohens_d",
    "collection",
    "compare",
    "condensed",
    "evaluate",
    "evaluation_document",
    "krippendorff_alpha",
    "measure",
    "measures",
    "ordered",
    "paired_t",
    "randomisation",
    "read_qrels",
    "read_run",
    "read_topics",
    "run_lines",
    "run_of",
    "save_collection",
    "score",
    "welch_t",
    "wilcoxon",
    "write_qrels",
    "write_run",
]
