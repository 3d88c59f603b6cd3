"""Evaluation: collections, judgments, runs, measures, statistics, annotation and reports."""

from debatable.evaluation.collections import Collection, collection, save_collection
from debatable.evaluation.evaluation import Comparison, Evaluation, check_depth, compare, evaluate
from debatable.evaluation.judgments import Judged, Judgment, Judgments, Query
from debatable.evaluation.measures import Measure, condensed, measure, measures
from debatable.evaluation.report import evaluation_document
from debatable.evaluation.runs import Run, Searcher, ask, ordered, read_run, run, run_of, write_run
from debatable.evaluation.scores import Scores
from debatable.evaluation.statistics import (
    Interval,
    adjust_bonferroni,
    adjust_holm,
    alpha_interval,
    bootstrap_groups,
    bootstrap_mean,
    cliffs_delta,
    cohens_d,
    krippendorff_alpha,
    paired_t,
    randomisation,
    welch_t,
    wilcoxon,
)
from debatable.evaluation.trec_files import read_qrels, read_topics, write_qrels

__all__ = [
    "Collection",
    "Comparison",
    "Evaluation",
    "Interval",
    "Judged",
    "Judgment",
    "Judgments",
    "Measure",
    "Query",
    "Run",
    "Scores",
    "Searcher",
    "adjust_bonferroni",
    "adjust_holm",
    "alpha_interval",
    "ask",
    "bootstrap_groups",
    "bootstrap_mean",
    "check_depth",
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
    "run",
    "run_of",
    "save_collection",
    "welch_t",
    "wilcoxon",
    "write_qrels",
    "write_run",
]
