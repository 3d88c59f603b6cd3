"""Runs: what methods answer to the queries of a collection, and the files that hold it."""

from debatable.evaluation.runs.answers import (
    Answers,
    ask,
    asked_methods,
    at_once,
    is_method,
    method_label,
    record_names,
    run,
    run_of,
    run_remarks,
    servable,
)
from debatable.evaluation.runs.searchers import Searcher, collection_engine, searcher_of
from debatable.evaluation.runs.trec import (
    Ranking,
    Run,
    check_names,
    falling_scores,
    ordered,
    read_run,
    read_runs,
    run_lines,
    write_run,
)

__all__ = [
    "Answers",
    "Ranking",
    "Run",
    "Searcher",
    "ask",
    "asked_methods",
    "at_once",
    "check_names",
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
    "run_remarks",
    "searcher_of",
    "servable",
    "write_run",
]
