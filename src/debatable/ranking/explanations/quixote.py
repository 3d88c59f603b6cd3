"""Explanations of quality rankings: P(c|q), the three DCFs of each premise, and their sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.model import Explanation
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Neighbourhood, Uses
from debatable.ranking.protocol import Backend

__all__ = ["DIMENSIONS", "QualityInference"]

DIMENSIONS = ("cogency", "reasonableness", "effectiveness")


@dataclass(frozen=True, slots=True)
class QualityInference:
    """What is believed of each use: its DCFs, P(p|c), and what it adds to either side; P(c|q) of all claims near."""

    found: Found
    near: Neighbourhood
    claims: Floats
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
        used = self.uses.claim[through]
        claims = np.unique(used)
        claims = claims[np.lexsort((claims, -self.claims[self.near.place(claims)]))]
        texts = zip(backend.ids("claims", claims), backend.texts("claims", claims), strict=True)
        parts = [
            self._of_claim(int(claim), id_, text, through[used == claim])
            for claim, (id_, text) in zip(claims, texts, strict=True)
        ]
        alone = np.isin(self.own.rows, members)
        for value in self.own.probability[alone].tolist():
            parts.append(Explanation("P(p|q)", value, note="found by its own words"))
        best = np.lexsort((np.arange(len(claims)), -np.isin(claims, self.found.rows).astype(int)))
        tree = Explanation("P(π|q)", score, "sum", tuple(parts), of=name)
        return tree, tuple(int(claim) for claim in claims[best])

    def _of_claim(self, claim: int, id_: str, text: str, uses: Ints) -> Explanation:
        probability = float(self.claims[self.near.place(np.array([claim]))[0]])
        similar = Explanation("P(c|q)", probability, of=id_, note=text)
        given = Explanation(
            "P(π|c)", float(self.given[uses].sum()), "sum", tuple(self._of_use(int(use)) for use in uses)
        )
        return Explanation("P(c|q) P(π|c)", probability * given.value, "product", (similar, given))

    def _of_use(self, use: int) -> Explanation:
        dcf = self.dcf[use].tolist()
        given, z = float(self.given[use]), float(self.z[use])
        if sum(dcf) == 0 and given > 0:
            return Explanation("P(p|c)", given, note="nobody was beaten: all are equally likely")
        parts = tuple(Explanation(f"DCF {name}", value) for name, value in zip(DIMENSIONS, dcf, strict=True))
        total = Explanation("DCF", sum(dcf), "sum", parts)
        return Explanation("P(p|c)", given, "quotient", (total, Explanation("Z", z)))
