"""Text analysis: word segmentation, stop lists, stemming, the query language."""

from debatable.text.analyzer import ANALYZERS, Analyzer, analyzer
from debatable.text.dictionary import looks_english
from debatable.text.query import Query, parse_query
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

__all__ = ["ANALYZERS", "STOPS", "Analyzer", "Query", "analyzer", "looks_english", "parse_query", "words"]
