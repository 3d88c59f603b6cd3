"""Method ``bm25``: a premise by its own words and by those of the best claim it speaks to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.model import Explanation, Stance
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.standing import claims_by_row, standings

__all__ = ["Bm25"]


@dataclass(frozen=True, slots=True)
class Bm25:
    """Sum of the BM25 scores of a premise and of its best claim.

    Attributes:
        claims: How many claims to look at.
        premises: How many premises to look at besides those of the claims.
        similarity: Any lexical similarity.
        stance: Model of P(query and claim have the same stance).
    """

    claims: int = 100
    premises: int = 500
    similarity: str = "BM25"
    stance: str = "polarity"

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks the premises of the best claims and the best premises."""
        tokens = index.tokens(query)
        claim_score = dict(index.claims.search(tokens, similarity=self.similarity, k=self.claims))
        best = np.array([row for row, _ in index.premises.search(tokens, self.similarity, k=self.premises)])
        through = index.links.of_claims(np.array(list(claim_score), np.int64))
        rows = np.union1d(index.links.premise[through], best.astype(np.int64)).astype(np.int64)
        own = index.premises.score(tokens, rows, similarity=self.similarity)
        claims = [self._best_claim(index, int(row), claim_score) for row in rows]
        total = own + np.array([score for _, score in claims])
        order = np.lexsort((rows, -total))[:k]
        sides = standings(query, index, rows[order], self.stance)
        return [
            self._scored(index, int(rows[i]), float(own[i]), claims[i][0], claims[i][1], side)
            for i, side in zip(order, sides, strict=True)
        ]

    def _best_claim(
        self, index: ArgumentIndex, row: int, claim_score: dict[int, float]
    ) -> tuple[tuple[int, ...], float]:
        """Returns the claims of a premise by falling score, and the best score."""
        claims = sorted(claims_by_row(index, row), key=lambda claim: (-claim_score.get(claim, 0.0), claim))
        return tuple(claims), claim_score.get(claims[0], 0.0) if claims else 0.0

    def _scored(
        self,
        index: ArgumentIndex,
        row: int,
        own: float,
        claims: tuple[int, ...],
        claim_score: float,
        side: Stance,
    ) -> Scored:
        parts = [Explanation("BM25(q,p)", own)]
        if claims:
            (id_,), (text,) = index.claim_ids(claims[:1]), index.claim_texts(claims[:1])
            parts.append(Explanation("BM25(q,c)", claim_score, of=id_, note=text))
        explanation = Explanation("score", own + claim_score, "sum", tuple(parts))
        return Scored(row, own + claim_score, side, explanation, claims, (row,))
