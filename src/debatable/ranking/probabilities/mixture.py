"""P(p|q) of single premises: through the claims found, directly, and by how much they say."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Signs
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.probabilities.inference import Inference
from debatable.ranking.protocol import Backend


@dataclass(frozen=True, slots=True)
class Strength:
    """What a premise is taken times for its length.

    Attributes:
        exponent: Of the length in characters; 0 for none.
        sentence: Characters up to which premises count as equally long, and a single sentence however long.

    >>> Strength(0.5, 100)(np.array([3, 100, 400, 400]), np.array([True, True, False, True])).tolist()
    [10.0, 10.0, 20.0, 10.0]
    """

    exponent: float = 1.0
    sentence: int = 1

    def __call__(self, lengths: Ints, one_sentence: Bools) -> Floats:
        """Returns the strength of premises of given lengths."""
        return self.counted(lengths, one_sentence).astype(np.float64) ** self.exponent

    def counted(self, lengths: Ints, one_sentence: Bools) -> Ints:
        """Returns the characters that premises of given lengths count as."""
        least = max(1, self.sentence)
        return np.where(one_sentence & (self.sentence > 1), least, np.maximum(lengths, least))

    def note(self, length: int, one_sentence: bool) -> str:
        """Returns in words what the strength of a premise comes from.

        >>> Strength(1.0, 120).note(56, False)
        '56 characters, counted as 120'
        >>> Strength(1.0, 120).note(120, True)
        '120 characters'
        >>> Strength(1.0, 120).note(340, True)
        'a sentence of 340 characters, counted as 120'
        """
        counted = int(self.counted(np.array(length), np.array(one_sentence)))
        if counted == length:
            return f"{length} characters"
        return f"{'a sentence of ' * (counted < length)}{length} characters, counted as {counted}"


@dataclass(frozen=True, slots=True)
class PremiseMixture:
    """Premises with P(p|q) = (1 - l) P(p|q, claims) + l P(p|q, directly); arrays run over the premises.

    Attributes:
        rows: Of the premises.
        probability: P(p|q); all together sum to one.
        through: The first summand, without its weight.
        own: The second one, without its weight.
        direct: l, the weight of what was found directly.
        lengths: Characters of each premise.
        one_sentence: Whether it is a single sentence.
        strong: What they are taken times for their length.
        strength: The same for each premise.
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
    lengths: Ints
    one_sentence: Bools
    strong: Strength
    strength: Floats
    norms: tuple[float, float]
    sides: Signs
    uses: Ints
    starts: Ints

    def uses_of(self, at: int) -> Ints:
        """Returns the uses of one premise."""
        return self.uses[self.starts[at] : self.starts[at + 1]]


def premise_mixture(
    inference: Inference, own: Found, direct: float, strong: Strength, backend: Backend
) -> PremiseMixture:
    """Joins what is believed of premises through claims and directly.

    Args:
        inference: What is believed of the uses of the claims found.
        own: Premises found directly.
        direct: Weight of these; premises without a claim get the share of the rest that they are of all.
        strong: By which a premise is preferred.
        backend: What is searched.
    """
    uses = inference.uses
    rows, place = np.unique(np.concatenate([uses.premise, own.rows]), return_inverse=True)
    of_use, of_own = place[: len(uses)], place[len(uses) :]
    mass = np.bincount(of_use, weights=inference.supporting + inference.attacking, minlength=len(rows))
    towards = inference.claims.probability * (2.0 * inference.agrees - 1.0)
    lean = np.where(uses.known, uses.sign * towards[inference.place], 0.0)
    lengths = backend.lengths(rows)
    one_sentence = backend.one_sentence(rows)
    strength = strong(lengths, one_sentence)
    through, z_through = _normalised(mass * strength)
    words, z_own = _normalised(np.bincount(of_own, weights=own.probability, minlength=len(rows)) * strength)
    counts = backend.counts
    weight = direct + (1.0 - direct) * counts.claimless / max(1, counts.premises)
    weight = 1.0 if z_through == 0 else weight if z_own > 0 else 0.0
    return PremiseMixture(
        rows=rows,
        probability=(1.0 - weight) * through + weight * words,
        through=through,
        own=words,
        direct=weight,
        lengths=lengths,
        one_sentence=one_sentence,
        strong=strong,
        strength=strength,
        norms=(z_through, z_own),
        sides=np.sign(np.bincount(of_use, weights=lean, minlength=len(rows))).astype(np.int8),
        uses=np.argsort(of_use, kind="stable"),
        starts=np.searchsorted(np.sort(of_use), np.arange(len(rows) + 1)),
    )


def _normalised(weights: Floats) -> tuple[Floats, float]:
    z = float(weights.sum())
    return (weights / z if z > 0 else weights), z
