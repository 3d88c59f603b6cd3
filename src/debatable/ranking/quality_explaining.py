"""Explanations of quality rankings: P(c|q), the three DCFs of each premise, and their sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints
from debatable.model import Explanation
from debatable.ranking.calibration import Floats
from debatable.ranking.claim_step import Found
from debatable.ranking.clusters import clusters_of
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.uses import Uses

__all__ = ["DIMENSIONS", "Belief"]

DIMENSIONS = ("cogency", "reasonableness", "effectiveness")


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed of each use: its DCFs, P(p|c), and what it adds to either side."""

    found: Found
    own: Found
    uses: Uses
    dcf: Floats
    given: Floats
    z: Floats
    supporting: Floats
    attacking: Floats

    def explain(
        self, index: ArgumentIndex, through: Ints, members: Ints, score: float, name: str
    ) -> tuple[Explanation, tuple[int, ...]]:
        """Returns the tree of P(pi|q) and the claims it came through, best first."""
        gamma = clusters_of(index).claim
        of_found = gamma[self.found.rows]
        parts = []
        for cluster in dict.fromkeys(of_found.tolist()):
            some = through[gamma[self.uses.claim[through]] == cluster]
            if len(some):
                parts.append(self._of_claim_cluster(index, some, self.found.rows[of_found == cluster]))
        alone = np.isin(self.own.rows, members)
        for value in self.own.probability[alone].tolist():
            parts.append(Explanation("P(p|q)", value, note="found by its own words"))
        claims = np.unique(self.uses.claim[through])
        best = np.lexsort((claims, -np.isin(claims, self.found.rows).astype(int)))
        tree = Explanation("P(π|q)", score, "sum", tuple(parts), of=name)
        return tree, tuple(int(claim) for claim in claims[best])

    def _of_claim_cluster(self, index: ArgumentIndex, uses: Ints, claims: Ints) -> Explanation:
        probability = self.found.probability[np.isin(self.found.rows, claims)]
        named = zip(index.claim_ids(claims), index.claim_texts(claims), probability.tolist(), strict=True)
        similar = tuple(Explanation("P(c|q)", value, of=id_, note=text) for id_, text, value in named)
        of_claims = Explanation("P(γ|q)", float(probability.sum()), "sum", similar)
        given = Explanation(
            "P(π|γ)", float(self.given[uses].sum()), "sum", tuple(self._of_use(int(use)) for use in uses)
        )
        return Explanation("P(γ|q) P(π|γ)", of_claims.value * given.value, "product", (of_claims, given))

    def _of_use(self, use: int) -> Explanation:
        dcf = self.dcf[use].tolist()
        given, z = float(self.given[use]), float(self.z[use])
        if sum(dcf) == 0 and given > 0:
            return Explanation("P(p|c)", given, note="nobody was beaten: all are equally likely")
        parts = tuple(Explanation(f"DCF {name}", value) for name, value in zip(DIMENSIONS, dcf, strict=True))
        total = Explanation("DCF", sum(dcf), "sum", parts)
        return Explanation("P(p|c)", given, "quotient", (total, Explanation("Z", z)))
