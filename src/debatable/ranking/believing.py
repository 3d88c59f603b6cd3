"""P(p|q) of single premises: through the claims found, directly, and by how much they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints, Signs
from debatable.ranking.calibration import Floats
from debatable.ranking.claim_step import Found
from debatable.ranking.clusters import clusters_of
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.inference import Inference

__all__ = ["Believed", "believed"]


@dataclass(frozen=True, slots=True)
class Believed:
    """Premises with P(p|q) = (1 - l) P(p|q, claims) + l P(p|q, directly); arrays run over the premises.

    Attributes:
        rows: Of the premises.
        probability: P(p|q); all together sum to one.
        through: The first summand, without its weight.
        own: The second one, without its weight.
        direct: l, the weight of what was found directly.
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


def believed(
    inference: Inference, own: Found, direct: float, length: float, index: ArgumentIndex
) -> Believed:
    """Joins what is believed of premises through claims and directly.

    Args:
        inference: What is believed of the uses of the claims found.
        own: Premises found directly.
        direct: Weight of these; premises without a claim get the share of the rest that they are of all.
        length: Exponent of the length, in characters, by which a premise is preferred.
        index: What is searched.
    """
    uses = inference.uses
    rows, place = np.unique(np.concatenate([uses.premise, own.rows]), return_inverse=True)
    of_use, of_own = place[: len(uses)], place[len(uses) :]
    mass = np.bincount(of_use, weights=inference.supporting + inference.attacking, minlength=len(rows))
    towards = inference.claims.probability * (2.0 * inference.same - 1.0)
    lean = np.where(uses.known, uses.sign * towards[inference.place], 0.0)
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
