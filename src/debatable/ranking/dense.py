"""Method ``dense``: premises by the cosine of their vector and that of the query."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.model import Explanation
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.nearest import nearest, query_vector
from debatable.ranking.standing import claims_by_row, standings

__all__ = ["Dense"]


@dataclass(frozen=True, slots=True)
class Dense:
    """Cosine of query and premise; ties by row.

    Attributes:
        stance: Model of P(query and claim have the same stance).
    """

    stance: str = "polarity"

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks all premises."""
        rows, scores = nearest(index.premise_vectors, query_vector(index, query), k)
        sides = standings(query, index, rows, self.stance)
        found = zip(rows.tolist(), scores.tolist(), sides, strict=True)
        return [
            Scored(row, score, side, Explanation("cos(q,p)", score), claims_by_row(index, row), (row,))
            for row, score, side in found
        ]
