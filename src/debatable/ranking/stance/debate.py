"""The side of a query in a debate: what a model reads off each claim, added up over all claims of the debate.

One claim may be misread. Claims of one debate bear on each other, though: whoever is for one is against its opposite.
So the evidence of each claim counts for the others as well, with the sign and as far as the two are read as one side.
"""

from __future__ import annotations

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.learning import EvidenceModel
from debatable.ranking.protocol import Backend, Question

__all__ = ["debate_agreement"]

READ = 8
"""Claims that are read with the query: those that matter most."""

PAIRS = 4
"""Pairs of claims that are read with each other, both ways round: those that matter most. Twelve are no better."""

LEAST = 0.01
"""Claims that matter less than this share of the one that matters most are not read: hardly a hit hangs on them."""

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
    read = read[mass[read] > LEAST * mass.max(initial=0.0)]
    if not len(read):
        return agrees
    weight = mass[read] / mass[read].max()
    near = _near(backend, claims[read], weight)
    own, related = _evidence(model, question.text, backend, claims[read], near > 0)
    bears = near * np.tanh(related / 2)
    together = (own + bears @ (own * weight)) / (1 + ALIKE * np.abs(bears) @ weight)
    agrees[read] = 1 / (1 + np.exp(-together))
    return agrees


def _near(backend: Backend, claims: Ints, weight: Floats) -> Floats:
    """Returns how far two claims are of one debate, from 0 to 1; nothing for pairs that are not worth reading."""
    near = np.ones((len(claims), len(claims)))
    if backend.has_vectors:
        vectors = backend.vectors("claims", claims)
        low, high = NEAR
        near = np.clip((vectors @ vectors.T - low) / (high - low), 0.0, 1.0).astype(np.float64)
    return np.where(_worthwhile(near * np.outer(weight, weight)), near, 0.0)


def _evidence(
    model: EvidenceModel, query: str, backend: Backend, claims: Ints, wanted: Bools
) -> tuple[Floats, Floats]:
    """Returns the log-odds that the query takes the side of each claim, and that two claims take one side.

    Everything is read in one go: full batches are read faster, and no core waits for another in between.

    Args:
        model: Reads pairs.
        query: The query.
        backend: Where texts and what was read of pairs of claims are.
        claims: Rows of n claims, rising.
        wanted: Which of the n x n pairs of claims are to be related, both ways round alike; the others are 0.
    """
    texts = backend.texts("claims", claims)
    ones, others = (side.tolist() for side in np.nonzero(np.triu(wanted, 1)))
    rows = list(zip(claims[ones].tolist(), claims[others].tolist(), strict=True))
    known = backend.relations.known(model, rows)
    new = [place for place, value in enumerate(known) if value is None]
    left, right = [texts[ones[place]] for place in new], [texts[others[place]] for place in new]
    read = model.between([*texts, *left, *right], [*[query] * len(texts), *right, *left])
    own, forth, back = np.split(read, np.cumsum([len(texts), len(new)]))
    both = ((forth + back) / 2).tolist()
    backend.relations.learn(model, [rows[place] for place in new], both)
    told = iter(both)
    related = np.zeros(wanted.shape)
    related[ones, others] = related[others, ones] = [next(told) if odds is None else odds for odds in known]
    return own, related


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
