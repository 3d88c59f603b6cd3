"""Method ``bm25``: a premise by its own words and by those of the best claim it speaks to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import distinct, union
from debatable.model import Explanation, Stance
from debatable.naming import check_fields, check_range, named
from debatable.ranking.protocol import Backend, Question, Scored, claims_by_premise, named_texts
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage


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
    stance: StanceStage = named(STANCE_STAGES, "polarity")

    def __post_init__(self) -> None:
        """Takes names for objects and checks the numbers."""
        check_fields(self)
        check_range(self, "claims", "premises", least=0)

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks the premises of the best claims and the best premises."""
        tokens = question.tokens
        near = backend.search("claims", tokens, self.similarity, self.claims)
        best = backend.search("premises", tokens, self.similarity, self.premises)
        rows = union(backend.links("claims", near.rows).premise, best.rows)
        own = backend.score("premises", tokens, rows, self.similarity)
        of_claim = dict(zip(near.rows.tolist(), near.scores.tolist(), strict=True))
        links = backend.links("premises", rows)
        claims = {
            row: tuple(sorted(found, key=lambda claim: (-of_claim.get(claim, 0.0), claim)))
            for row, found in claims_by_premise(links).items()
        }
        through = np.array(
            [of_claim.get(claims[row][0], 0.0) if claims.get(row) else 0.0 for row in rows.tolist()]
        )
        order = np.lexsort((rows, -(own + through)))[:k]
        firsts = [claims[row][0] for row in rows[order].tolist() if claims.get(row)]
        first = distinct(np.array(firsts, np.int64))
        named_claims = named_texts(backend, "claims", first)
        scored = []
        for row, match, claim_match in zip(
            rows[order].tolist(), own[order].tolist(), through[order].tolist(), strict=True
        ):
            parts = [Explanation("BM25(q,p)", match)]
            if claims.get(row):
                id_, text = named_claims[claims[row][0]]
                parts.append(Explanation("BM25(q,c)", claim_match, of=id_, note=text))
            tree = Explanation("score", match + claim_match, "sum", tuple(parts))
            scored.append(Scored(row, tree.value, Stance.NONE, tree, claims.get(row, ()), (row,)))
        return self.stance.of_premises(question, backend, scored)
