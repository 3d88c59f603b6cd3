"""Triples of query claim, result claim and premise, as the authors of ECIR 2020 give them."""

from __future__ import annotations

__all__ = ["FIELDS", "TRIPLES"]

FIELDS = ("query_claim", "result_claim", "premise", "relevance", "cluster")
TRIPLES = [
    ("Ban cars", "Cars should go", "They are loud, and\nsmell.", "very relevant", "1"),
    ("Ban cars", "Cars should go", "They are noisy.", "2", "1"),
    ("Ban cars", "Cars should stay", "They bring people to work.", "relevant", "2"),
    ("Ban cars", "Cars are old", "They were invented long ago.", "not relevant", ""),
    ("Tax sugar", "Sugar tax", "It hits poor people.", "1", "1"),
    ("Tax sugar", "Sugar tax", "They are noisy.", "0", ""),
]
