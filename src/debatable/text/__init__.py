"""Text analysis: word segmentation, stop lists, stemming, the query language."""

from debatable.text.analyzer import Analyzer
from debatable.text.query import Query, parse_query
from debatable.text.stops import STOPS
from debatable.text.table import ANALYZERS, analyzer
from debatable.text.tokenizer import words

__all__ = ["ANALYZERS", "STOPS", "Analyzer", "Query", "analyzer", "parse_query", "words"]
