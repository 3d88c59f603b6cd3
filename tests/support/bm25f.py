"""BM25F from its definition, document by document."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from debatable.lexical import BM25F

Field = Mapping[int, Sequence[str]] | Sequence[Sequence[str]]
"""The tokens that each document has in a field, by its row."""


def bm25f_by_definition(
    fields: Sequence[Field], live: Sequence[int], query: Sequence[str], ranking: BM25F
) -> dict[int, float]:
    """The scores of the living documents that have a word of the query."""
    used = [
        (field, weight, [len(field[row]) for row in live if field[row]])
        for field, weight in zip(fields, ranking.weights, strict=True)
        if weight
    ]
    N = sum(any(field[row] for field, _, _ in used) for row in live)
    scores: dict[int, float] = {}
    for term, boost in Counter(query).items():
        n = sum(any(term in field[row] for field, _, _ in used) for row in live)
        for row in live:
            x = 0.0
            for field, weight, filled in used:
                if term in field[row]:
                    length = len(field[row]) / (sum(filled) / len(filled))
                    x += weight * field[row].count(term) / (1 - ranking.b + ranking.b * length)
            if x:
                idf = math.log(1 + (N - n + 0.5) / (n + 0.5))
                scores[row] = scores.get(row, 0.0) + boost * idf * (ranking.k1 + 1) * x / (ranking.k1 + x)
    return scores
