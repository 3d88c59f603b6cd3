"""Text analysis: word segmentation, stop lists, stemming."""

from debatable.text.analyzer import ANALYZERS, Analyzer, analyzer
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

__all__ = ["ANALYZERS", "STOPS", "Analyzer", "analyzer", "words"]
