"""Judgments: what people said about premises, the queries they said it for, and the files of both."""

from debatable.evaluation.judgments.jsonl import read_judgments, write_judgments
from debatable.evaluation.judgments.judgment import Judged, Judgment, Judgments
from debatable.evaluation.judgments.qrels import read_qrels, write_qrels
from debatable.evaluation.judgments.queries import Query, read_topics

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
