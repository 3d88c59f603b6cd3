"""Explanations of ``best``: who says it, how probably each is wanted, and what was said before."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints
from debatable.model import Explanation
from debatable.ranking.believing import Believed
from debatable.ranking.calibration import Floats
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.inference import Inference

__all__ = ["Picked", "explain"]

NAMED = 5
"""How many of the premises that say the same are named one by one."""


@dataclass(frozen=True, slots=True)
class Picked:
    """Premises that were picked for the list, in its order.

    Attributes:
        chosen: The premises that were compared, as places among those believed in.
        places: Those picked, as places among those chosen.
        alike: k(p, p') of each one picked with all that were chosen.
        density: P(pi(p)|q) of each one picked.
        novelty: Probability that nothing picked before says the same.
    """

    chosen: Ints
    places: Ints
    alike: Floats
    density: Floats
    novelty: Floats


def explain(
    index: ArgumentIndex, inference: Inference, belief: Believed, picked: Picked
) -> list[Explanation]:
    """Returns the tree of the score of each premise picked."""
    probability = belief.probability[picked.chosen]
    helping = [_helping(picked, number, probability) for number in range(len(picked.places))]
    rows = np.unique(np.concatenate([picked.places, *helping, np.zeros(0, np.int64)])).astype(np.int64)
    texts = dict(zip(rows.tolist(), index.premise_texts(belief.rows[picked.chosen[rows]]), strict=True))
    trees = []
    for number, (place, helpers) in enumerate(zip(picked.places.tolist(), helping, strict=True)):
        alike = picked.alike[number]
        itself = _believed(index, inference, belief, int(picked.chosen[place]))
        others = [
            Explanation(
                "k(p,p') P(p'|q)",
                float(alike[i] * probability[i]),
                "product",
                (Explanation("k(p,p')", float(alike[i])), Explanation("P(p'|q)", float(probability[i]))),
                note=texts[i],
            )
            for i in helpers.tolist()
        ]
        rest = float(picked.density[number]) - math.fsum(part.value for part in (itself, *others))
        more = int(np.count_nonzero(alike)) - 1 - len(others)
        if more > 0:
            others.append(Explanation("further premises", rest, note=f"{more} that may say the same"))
        said = Explanation("P(π(p)|q)", float(picked.density[number]), "sum", (itself, *others))
        new = _new(picked, number, texts)
        score = said.value * new.value
        trees.append(Explanation("score", score, "product", (said, new)))
    return trees


def _helping(picked: Picked, number: int, probability: Floats) -> Ints:
    """Returns the premises that bring a pick most, besides itself."""
    mass = picked.alike[number] * probability
    mass[picked.places[number]] = 0.0
    best = np.lexsort((np.arange(len(mass)), -mass))[:NAMED]
    return np.asarray(best[mass[best] > 0], np.int64)


def _new(picked: Picked, number: int, texts: dict[int, str]) -> Explanation:
    """1 - k(p,p') of every pick before that may say the same."""
    before = picked.places[:number].tolist()
    parts = tuple(
        Explanation("1 - k(p,p')", 1.0 - float(picked.alike[number, place]), note=f"shown: {texts[place]}")
        for place in before
        if picked.alike[number, place] > 0
    )
    value = math.prod(part.value for part in parts)
    return Explanation("not said yet", value, "product", parts) if parts else Explanation("not said yet", 1.0)


def _believed(index: ArgumentIndex, inference: Inference, belief: Believed, at: int) -> Explanation:
    """The tree of P(p|q)."""
    length = int(index.premise_lengths[belief.rows[at]])
    strength = Explanation("strength", float(belief.strength[at]), note=f"{length} characters")
    ways = []
    uses = belief.uses[belief.starts[at] : belief.starts[at + 1]]
    if len(uses):
        claims = _claims(index, inference, uses)
        ways.append(_way("through claims", 1.0 - belief.direct, strength, claims, belief.norms[0]))
    if belief.own[at] > 0:
        own = float(belief.own[at]) * belief.norms[1] / strength.value
        ways.append(
            _way("found directly", belief.direct, strength, Explanation("P(p|q)", own), belief.norms[1])
        )
    return Explanation("P(p|q)", math.fsum(way.value for way in ways), "sum", tuple(ways))


def _way(label: str, weight: float, strength: Explanation, match: Explanation, z: float) -> Explanation:
    strong = Explanation("strength × match", strength.value * match.value, "product", (strength, match))
    share = Explanation("share", strong.value / z, "quotient", (strong, Explanation("Z", z)))
    return Explanation(label, weight * share.value, "product", (Explanation("weight", weight), share))


def _claims(index: ArgumentIndex, inference: Inference, uses: Ints) -> Explanation:
    """Sum of P(c|q) P(p|c) over the claims a premise was reached through."""
    rows = inference.uses.claim[uses]
    named = zip(index.claim_ids(rows), index.claim_texts(rows), strict=True)
    parts = []
    for use, (id_, text) in zip(uses.tolist(), named, strict=True):
        claim = float(inference.claims.probability[inference.place[use]])
        given = float(inference.given_claim[use])
        factors = (Explanation("P(c|q)", claim, of=id_, note=text), Explanation("P(p|c)", given))
        parts.append(Explanation("P(p|c) P(c|q)", claim * given, "product", factors, of=id_))
    return Explanation("Σ P(p|c) P(c|q)", math.fsum(part.value for part in parts), "sum", tuple(parts))
