"""Postings: which documents have a term and how often, in memory and on disk."""

from debatable.lexical.postings.inversion import inverted
from debatable.lexical.postings.postings import Postings, Term
from debatable.lexical.postings.segment import Segment
from debatable.lexical.postings.storage import load, save

__all__ = ["Postings", "Segment", "Term", "inverted", "load", "save"]
