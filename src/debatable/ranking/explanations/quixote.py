"""Explanations of quality rankings: P(c|q), the three DCFs of each premise, and their sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.model import Explanation
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.neighbourhood import Neighbourhood
from debatable.ranking.candidates.uses import Uses
from debatable.ranking.protocol import Backend

__all__ = ["DIMENSIONS", "QualityInference"]

DIMENSIONS = ("cogency", "reasonableness", "effectiveness")


@dataclass(frozen=True, slots=True)
class QualityInference:
    """What is believed of each use: its DCFs, P(p|c), and what it adds to either side."""

    found: Found
    near: Neighbourhood
    own: Found
    uses: Uses
    dcf: Floats
    given: Floats
    z: Floats
    supporting: Floats
    attacking: Floats

    def explain(
        self, backend: Backend, through: Ints, members: Ints, score: float, name: str
    ) -> tuple[Explanation, tuple[int, ...]]:
        """Returns the tree of P(pi|q) and the claims it came through, best first."""
        of_found = self.near.clusters(self.found.rows)
        of_use = self.near.clusters(self.uses.claim[through])
        parts = []
        for cluster in dict.fromkeys(of_found.tolist()):
            some = through[of_use == cluster]
            if len(some):
                parts.append(self._of_claim_cluster(backend, some, self.found.rows[of_found == cluster]))
        alone = np.isin(self.own.rows, members)
        for value in self.own.probability[alone].tolist():
            parts.append(Explanation("P(p|q)", value, note="found by its own words"))
        claims = np.unique(self.uses.claim[through])
        best = np.lexsort((claims, -np.isin(claims, self.found.rows).astype(int)))
        tree = Explanation("P(π|q)", score, "sum", tuple(parts), of=name)
        return tree, tuple(int(claim) for claim in claims[best])

    def _of_claim_cluster(self, backend: Backend, uses: Ints, claims: Ints) -> Explanation:
        probability = self.found.probability[np.isin(self.found.rows, claims)]
        named = zip(
            backend.ids("claims", claims), backend.texts("claims", claims), probability.tolist(), strict=True
        )
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
