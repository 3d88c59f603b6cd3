"""Text analysis: word segmentation, stop lists, stemming, the query language."""

from debatable.text.analyzer import ANALYZERS, Analyzer, analyzer
from debatable.text.dictionary import looks_english
from debatable.text.query import Query, has_word, parse_query, quoted_claim, without_question_mark
from debatable.text.questions import claim_asked_about
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

__all__ = [
    "ANALYZERS",
    "STOPS",
    "Analyzer",
    "Query",
    "analyzer",
    "has_word",
    "looks_english",
    "parse_query",
    "claim_asked_about",
    "quoted_claim",
    "without_question_mark",
    "words",
]
