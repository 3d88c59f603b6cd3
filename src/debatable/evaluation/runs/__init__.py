"""Runs: what methods answer to the queries of a collection, and the files that hold it."""

from debatable.evaluation.runs.answers import Answers, ask
from debatable.evaluation.runs.collection_run import record_names, run, run_of
from debatable.evaluation.runs.methods import asked_methods, is_method, method_label, servable
from debatable.evaluation.runs.searcher import Searcher, collection_engine, searcher_of
from debatable.evaluation.runs.trec import Run, falling_scores, read_run, read_runs, run_lines, write_run
from debatable.evaluation.runs.trec_order import Ranking, ordered

__all__ = [
    "Answers",
    "Ranking",
    "Run",
    "Searcher",
    "ask",
    "asked_methods",
    "collection_engine",
    "falling_scores",
    "is_method",
    "method_label",
    "ordered",
    "read_run",
    "read_runs",
    "record_names",
    "run",
    "run_lines",
    "run_of",
    "searcher_of",
    "servable",
    "write_run",
]
