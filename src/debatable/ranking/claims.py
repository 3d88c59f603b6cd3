"""Method ``claims``: the premises of the most similar claims, claim after claim."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.model import Explanation
from debatable.ranking.claim_step import ClaimStep
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.own_words import with_own_words
from debatable.ranking.standing import standings
from debatable.ranking.uses import distinct_uses

__all__ = ["Claims"]


@dataclass(frozen=True, slots=True)
class Claims:
    """Premises by P(c|q) of their best claim; premises of one claim by row.

    Attributes:
        claims: Where P(c|q) comes from: ``lexical``, ``dense`` or ``hybrid``.
        similarity: Lexical similarity of query and claim.
        K: How many claims to find.
        calibration: How similarities become P(c|q).
        temperature: Of the calibration.
        share: Weight of the lexical similarity in ``hybrid``.
        stance: Model of P(query and claim have the same stance).
    """

    claims: str = "lexical"
    similarity: str = "DFR(Ine,B,Z(0.3))"
    K: int = 100
    calibration: str = "sum"
    temperature: float = 0.2
    share: float = 0.2
    stance: str = "polarity"

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks the premises of the claims found."""
        step = ClaimStep(self.claims, self.similarity, self.K, self.calibration, self.temperature, self.share)
        found, own = with_own_words(step, query, index)
        probability = np.zeros(index.links.claims)
        probability[found.rows] = found.probability
        uses = distinct_uses(index.links, found.rows)
        order = np.lexsort((uses.premise, uses.claim, -probability[uses.claim]))
        best: dict[int, tuple[int, float]] = {}
        for premise, claim in zip(uses.premise[order].tolist(), uses.claim[order].tolist(), strict=True):
            best.setdefault(premise, (claim, float(probability[claim])))
        for premise, value in zip(own.rows.tolist(), own.probability.tolist(), strict=True):
            best.setdefault(premise, (-1, value))
        ranked = sorted(best.items(), key=lambda item: -item[1][1])[:k]
        return self._scored(query, index, [(row, *through) for row, through in ranked])

    def _scored(self, query: str, index: ArgumentIndex, ranked: list[tuple[int, int, float]]) -> list[Scored]:
        sides = standings(query, index, np.array([row for row, _, _ in ranked], np.int64), self.stance)
        through = sorted({claim for _, claim, _ in ranked if claim >= 0})
        ids, texts = index.claim_ids(through), index.claim_texts(through)
        named = dict(zip(through, zip(ids, texts, strict=True), strict=True))
        scored = []
        for (row, claim, value), side in zip(ranked, sides, strict=True):
            id_, text = named.get(claim, (None, "found by its own words"))
            label = "P(c|q)" if claim >= 0 else "P(p|q)"
            tree = Explanation(label, value, of=id_, note=text)
            scored.append(Scored(row, value, side, tree, (claim,) if claim >= 0 else (), (row,)))
        return scored
