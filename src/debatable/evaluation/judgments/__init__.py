"""Judgments of premises, the queries they are for, and the files of both."""

from debatable.evaluation.judgments.formats import (
    read_judgments,
    read_qrels,
    read_topics,
    write_judgments,
    write_qrels,
)
from debatable.evaluation.judgments.judgment import Judged, Judgment, Judgments, Query

__all__ = [
    "Judged",
    "Judgment",
    "Judgments",
    "Query",
    "read_judgments",
    "read_qrels",
    "read_topics",
    "write_judgments",
    "write_qrels",
]
