"""The side of a query in a debate: what a model reads off each claim, added up over all claims of the debate.

One claim may be misread. Claims of one debate bear on each other, though: whoever is for one is against its opposite.
So the evidence of each claim counts for the others as well, with the sign and as far as the two are read as one side.
Of a claim from a debate beside, a model may say the same whatever the query says of its own; so such claims are read
with the query's opposite as well, and only what changes with it counts. A question has no opposite: it asks for both.
"""

from __future__ import annotations

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.learning import EvidenceModel
from debatable.ranking.protocol import Backend, Question
from debatable.text.negation import negated

__all__ = ["debate_agreement"]

READ = 8
"""Claims that are read with the query: those that matter most."""

PAIRS = 4
"""Pairs of claims that are read with each other, both ways round: those that matter most. Twelve are no better."""

ASIDE = 0.25
"""Claims that matter less than this share of the one that matters most are read with the opposite as well."""

NEAR = (0.3, 0.6)
"""Cosines of two claims from which, and up to which, they begin to be and are of one debate."""

ALIKE = 0.4
"""How far claims of one debate are misread together: their evidence adds up to less than its sum.

Set on everyday claims of the half to build on: summed up plainly, sides were twice as sure, in log-odds, as right.
"""


def debate_agreement(
    model: EvidenceModel, question: Question, backend: Backend, claims: Ints, mass: Floats
) -> Floats:
    """Returns P(q and c have the same stance) for given claims; 1/2 for those that are not read.

    Args:
        model: Reads pairs.
        question: The query.
        backend: Where texts, vectors and what was read of pairs of claims are.
        claims: Rows of the claims.
        mass: How much each matters.
    """
    agrees = np.full(len(claims), 0.5)
    read = np.sort(np.lexsort((claims, -mass))[:READ])
    read = read[mass[read] > 0]
    if not len(read):
        return agrees
    weight = mass[read] / mass[read].max()
    own = _own(model, question.text, backend.texts("claims", claims[read]), weight < ASIDE)
    bears = _bearing(model, backend, claims[read], weight)
    together = (own + bears @ (own * weight)) / (1 + ALIKE * np.abs(bears) @ weight)
    agrees[read] = 1 / (1 + np.exp(-together))
    return agrees


def _own(model: EvidenceModel, query: str, claims: list[str], aside: Bools) -> Floats:
    """Returns the log-odds that the query takes the side of each claim, half of what turning it changes for some."""
    own = model.logits(query, claims)
    if aside.any() and not query.rstrip().endswith("?"):
        others = [claim for claim, beside in zip(claims, aside.tolist(), strict=True) if beside]
        own[aside] = (own[aside] - model.logits(negated(query), others)) / 2
    return own


def _bearing(model: EvidenceModel, backend: Backend, claims: Ints, weight: Floats) -> Floats:
    """Returns how far the evidence of each claim counts for each other one, from -1 to 1; nothing for itself."""
    near = np.ones((len(claims), len(claims)))
    if backend.has_vectors:
        vectors = backend.vectors("claims", claims)
        low, high = NEAR
        near = np.clip((vectors @ vectors.T - low) / (high - low), 0.0, 1.0).astype(np.float64)
    near = np.where(_worthwhile(near * np.outer(weight, weight)), near, 0.0)
    return near * np.tanh(backend.claim_relations(model, claims, near > 0) / 2)


def _worthwhile(worth: Floats) -> Bools:
    """Marks the pairs that are worth most, both ways round, as many as may be read; never one with itself.

    >>> _worthwhile(np.array([[9.0, 1.0], [1.0, 9.0]])).tolist()
    [[False, True], [True, False]]
    """
    ones, others = np.triu_indices(len(worth), 1)
    value = np.maximum(worth[ones, others], worth[others, ones])
    best = np.lexsort((others, ones, -value))[:PAIRS]
    best = best[value[best] > 0]
    found = np.zeros(worth.shape, dtype=np.bool_)
    found[ones[best], others[best]] = found[others[best], ones[best]] = True
    return found
