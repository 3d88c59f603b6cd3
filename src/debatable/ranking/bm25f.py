"""Method ``bm25f``: a premise with its claim and discussion as fields of one document (Wachsmuth et al. 2017)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from debatable.lexical import BM25F
from debatable.model import Explanation
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.standing import claims_by_row, standings

__all__ = ["Bm25f"]


@dataclass(frozen=True, slots=True)
class Bm25f:
    """BM25F over the fields conclusion, full argument and discussion; ties by row.

    The full argument is the premise with its claim: the weight of the conclusion is what it counts beyond that.

    Attributes:
        conclusion: Weight of the claims that a premise speaks to.
        argument: Weight of the premise together with its claims.
        discussion: Weight of the discussion it stands in.
        k1: How slowly the frequency of a word saturates.
        b: How much the length of a field counts.
        stance: Model of P(query and claim have the same stance).
    """

    conclusion: float = 2.0
    argument: float = 1.0
    discussion: float = 0.5
    k1: float = 1.2
    b: float = 0.75
    stance: str = "polarity"

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks all premises that share a word with the query in one of the fields."""
        weights = (self.conclusion + self.argument, self.argument, self.discussion)
        fields = (index.conclusions, index.premises, index.discussions)
        ranking = BM25F(weights, self.k1, self.b)
        tokens = index.tokens(query)
        hits = ranking.search(fields, tokens, k=k)
        rows = np.array([row for row, _ in hits], np.int64)
        words = Counter(tokens)
        parts = {word: ranking.score(fields, [word] * count, rows).tolist() for word, count in words.items()}
        sides = standings(query, index, rows, self.stance)
        scored = []
        for place, ((row, _), side) in enumerate(zip(hits, sides, strict=True)):
            found = tuple(
                Explanation(f"BM25F({word})", parts[word][place]) for word in words if parts[word][place]
            )
            score = sum(part.value for part in found)
            tree = Explanation("BM25F(q,p)", score, "sum", found)
            scored.append(Scored(row, score, side, tree, claims_by_row(index, row), (row,)))
        return scored
