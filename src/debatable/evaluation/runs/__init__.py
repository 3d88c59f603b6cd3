"""Runs: what methods answer to the queries of a collection, and the files that hold it."""

from debatable.evaluation.runs.answers import (
    Answers,
    Searcher,
    ask,
    asked_methods,
    collection_engine,
    is_method,
    method_label,
    record_names,
    run,
    run_of,
    searcher_of,
    servable,
)
from debatable.evaluation.runs.trec import (
    Ranking,
    Run,
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
