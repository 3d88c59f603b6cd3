"""P(p|q) of single premises: through the claims found, by their own words, and by how much they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints, Signs
from debatable.ranking.calibration import Floats, calibrated
from debatable.ranking.claim_step import ClaimStep, Found, scaled
from debatable.ranking.clusters import clusters_of
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.inference import Inference
from debatable.ranking.nearest import cosines, nearest, query_vector

__all__ = ["Believed", "believed", "found_directly"]


@dataclass(frozen=True, slots=True)
class Believed:
    """Premises with P(p|q) = (1 - l) P(p|q, claims) + l P(p|q, own words); arrays run over the premises.

    Attributes:
        rows: Of the premises.
        probability: P(p|q); all together sum to one.
        through: The first summand, without its weight.
        own: The second one, without its weight.
        direct: l, the weight of own words.
        strength: What each premise is taken times for its length.
        norms: What the products of strength and probability sum to, on both ways.
        sides: +1 or -1 where a premise was reached through claims and its stance is known, else 0.
        uses: Which uses of the inference are of each premise: those from starts[i] to starts[i + 1].
        starts: See `uses`.
    """

    rows: Ints
    probability: Floats
    through: Floats
    own: Floats
    direct: float
    strength: Floats
    norms: tuple[float, float]
    sides: Signs
    uses: Ints
    starts: Ints


def found_directly(step: ClaimStep, query: str, index: ArgumentIndex, near: Ints, depth: int) -> Found:
    """Returns the premises that match the query by their own words and vectors, with probabilities.

    Looked at are the best by words, those of the claims found, and the nearest of the premises that hang on
    no claim: comparing the query with the vectors of all premises would cost more the larger the corpus is.

    Args:
        step: How similarities are joined and calibrated.
        query: The query.
        index: What is searched.
        near: Premises of the claims found.
        depth: How many premises to return at most.
    """
    tokens = index.tokens(query)
    rows = np.array([row for row, _ in index.premises.search(tokens, step.similarity, k=depth)], np.int64)
    rows = np.union1d(rows, near)
    vectors = step.source != "lexical" and index.has_vectors
    if vectors:
        alone, premises = clusters_of(index).claimless
        among = None if len(alone) == premises == index.links.premises else alone
        rows = np.union1d(rows, nearest(index.premise_vectors, query_vector(index, query), depth, among)[0])
    scores = scaled(index.premises.score(tokens, rows, similarity=step.similarity))
    if vectors:
        cosine = np.maximum(cosines(index.premise_vectors, query_vector(index, query), rows), 0.0)
        share = step.share if step.source == "hybrid" else 0.0
        scores = share * scores + (1.0 - share) * scaled(cosine)
    order = np.lexsort((rows, -scores))[:depth]
    order = order[scores[order] > 0]
    return Found(rows[order], calibrated(scores[order], step.calibration, step.temperature))


def believed(
    inference: Inference, own: Found, direct: float, length: float, index: ArgumentIndex
) -> Believed:
    """Joins what is believed of premises through claims and by their own words.

    Args:
        inference: What is believed of the uses of the claims found.
        own: Premises found by their own words.
        direct: Weight of own words; premises without a claim get the share of the rest that they are of all.
        length: Exponent of the length, in characters, by which a premise is preferred.
        index: What is searched.
    """
    uses = inference.uses
    rows, place = np.unique(np.concatenate([uses.premise, own.rows]), return_inverse=True)
    of_use, of_own = place[: len(uses)], place[len(uses) :]
    mass = np.bincount(of_use, weights=inference.supporting + inference.attacking, minlength=len(rows))
    lean = np.where(uses.known, inference.supporting - inference.attacking, 0.0)
    sides = np.sign(np.bincount(of_use, weights=lean, minlength=len(rows))).astype(np.int8)
    strength = np.maximum(index.premise_lengths[rows], 1).astype(np.float64) ** length
    through, z_through = _normalised(mass * strength)
    words, z_own = _normalised(np.bincount(of_own, weights=own.probability, minlength=len(rows)) * strength)
    alone, premises = clusters_of(index).claimless
    weight = direct + (1.0 - direct) * len(alone) / max(1, premises)
    weight = 1.0 if z_through == 0 else weight if z_own > 0 else 0.0
    starts = np.searchsorted(np.sort(of_use), np.arange(len(rows) + 1))
    return Believed(
        rows,
        (1.0 - weight) * through + weight * words,
        through,
        words,
        weight,
        strength,
        (z_through, z_own),
        sides,
        np.argsort(of_use, kind="stable"),
        starts,
    )


def _normalised(weights: Floats) -> tuple[Floats, float]:
    z = float(weights.sum())
    return (weights / z if z > 0 else weights), z
