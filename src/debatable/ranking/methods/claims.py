"""Method ``claims``: the premises of the most similar claims, claim after claim."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.model import Explanation, Stance
from debatable.naming import check_fields, named
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep
from debatable.ranking.candidates.direct import with_own_words
from debatable.ranking.candidates.uses import distinct_uses
from debatable.ranking.protocol import Backend, Question, Scored, named_texts
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage


@dataclass(frozen=True, slots=True)
class Claims:
    """Premises by P(c|q) of their best claim; premises of one claim by row.

    Attributes:
        claims: Where P(c|q) comes from: ``lexical``, ``dense`` or ``hybrid``.
        stance: Model of P(query and claim have the same stance).
    """

    claims: ClaimStep = named(CLAIM_STEPS, "lexical(K=100)")
    stance: StanceStage = named(STANCE_STAGES, "polarity")

    def __post_init__(self) -> None:
        """Takes names for objects."""
        check_fields(self)

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks the premises of the claims found."""
        found, own = with_own_words(self.claims, question, backend)
        probability = dict(zip(found.rows.tolist(), found.probability.tolist(), strict=True))
        uses = distinct_uses(backend, found.rows)
        mass = np.array([probability[claim] for claim in uses.claim.tolist()])
        order = np.lexsort((uses.premise, uses.claim, -mass))
        best: dict[int, tuple[int, float]] = {}
        for premise, claim in zip(uses.premise[order].tolist(), uses.claim[order].tolist(), strict=True):
            best.setdefault(premise, (claim, probability[claim]))
        for premise, value in zip(own.rows.tolist(), own.probability.tolist(), strict=True):
            best.setdefault(premise, (-1, value))
        ranked = sorted(best.items(), key=lambda item: -item[1][1])[:k]
        scored = _scored(backend, [(row, *through) for row, through in ranked])
        return self.stance.of_premises(question, backend, scored)


def _scored(backend: Backend, ranked: list[tuple[int, int, float]]) -> list[Scored]:
    through = np.array(sorted({claim for _, claim, _ in ranked if claim >= 0}), np.int64)
    claims = named_texts(backend, "claims", through)
    scored = []
    for row, claim, value in ranked:
        id_, text = claims.get(claim, (None, "found by its own words"))
        tree = Explanation("P(c|q)" if claim >= 0 else "P(p|q)", value, of=id_, note=text)
        scored.append(Scored(row, value, Stance.NONE, tree, (claim,) if claim >= 0 else (), (row,)))
    return scored
