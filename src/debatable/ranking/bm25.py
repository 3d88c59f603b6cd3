"""Method ``bm25``: a premise by its own words and by those of the best claim it speaks to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.model import Explanation, Stance
from debatable.ranking.index import ArgumentIndex, Scored

__all__ = ["Bm25"]


@dataclass(frozen=True, slots=True)
class Bm25:
    """Sum of the BM25 scores of a premise and of its best claim.

    Attributes:
        claims: How many claims to look at.
        premises: How many premises to look at besides those of the claims.
        similarity: Any lexical similarity.
    """

    claims: int = 100
    premises: int = 500
    similarity: str = "BM25"

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks the premises of the best claims and the best premises."""
        tokens = index.tokens(query)
        claim_score = dict(index.claims.search(tokens, similarity=self.similarity, k=self.claims))
        best = np.array([row for row, _ in index.premises.search(tokens, self.similarity, k=self.premises)])
        through = index.links.of_claims(np.array(list(claim_score), np.int64))
        rows = np.union1d(index.links.premise[through], best.astype(np.int64)).astype(np.int64)
        own = index.premises.score(tokens, rows, similarity=self.similarity)
        claims = [self._best_claim(index, int(row), claim_score) for row in rows]
        total = own + np.array([score for _, _, score in claims])
        order = np.lexsort((rows, -total))[:k]
        return [self._scored(index, int(rows[i]), float(own[i]), *claims[i]) for i in order]

    def _best_claim(
        self, index: ArgumentIndex, row: int, claim_score: dict[int, float]
    ) -> tuple[tuple[int, ...], int, float]:
        """Returns the claims of a premise by falling score, the stance towards the first and its score."""
        links = index.links.of_premise(row)
        claims = [int(claim) for claim in index.links.claim[links]]
        order = sorted(range(len(links)), key=lambda i: (-claim_score.get(claims[i], 0.0), claims[i]))
        through = tuple(dict.fromkeys(claims[i] for i in order if claims[i] >= 0))
        return through, int(index.links.sign[links[order[0]]]), claim_score.get(claims[order[0]], 0.0)

    def _scored(
        self,
        index: ArgumentIndex,
        row: int,
        own: float,
        claims: tuple[int, ...],
        sign: int,
        claim_score: float,
    ) -> Scored:
        parts = [Explanation("BM25(q,p)", own)]
        if claims:
            (id_,), (text,) = index.claim_ids(claims[:1]), index.claim_texts(claims[:1])
            parts.append(Explanation("BM25(q,c)", claim_score, of=id_, note=text))
        explanation = Explanation("score", own + claim_score, "sum", tuple(parts))
        return Scored(row, own + claim_score, Stance.of_sign(sign), explanation, claims, (row,))
