"""Explanations of ``best``: P(p|q) of a premise and those like it, and its novelty in the list."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from debatable.arrays import Floats, Ints, distinct
from debatable.model import Explanation
from debatable.ranking.candidates.direct import Reranked
from debatable.ranking.diversity.novelty import Picked
from debatable.ranking.probabilities.inference import Inference
from debatable.ranking.probabilities.mixture import PremiseMixture
from debatable.ranking.probabilities.specificity import PointMatch
from debatable.ranking.protocol import Backend

NAMED = 5
"""How many of the premises that are like a pick are named one by one."""


def explain(
    backend: Backend,
    inference: Inference,
    mixture: PremiseMixture,
    reranked: Reranked,
    chosen: Ints,
    picked: Picked,
    point_match: PointMatch,
    numbers: Sequence[int],
) -> list[Explanation]:
    """Returns the trees of the scores of some of the premises picked.

    Args:
        backend: Where the texts are.
        inference: What is believed of uses of claims.
        mixture: What is believed of premises.
        reranked: Those found directly, and how reading moved them.
        chosen: The premises that were compared, as places in the mixture.
        picked: Those picked of them.
        point_match: How specific the query is, and how far each of them makes its point.
        numbers: Which picks are explained.
    """
    probability = mixture.probability[chosen]
    asked = np.array(numbers, np.int64)
    helping = [_helping(picked, number, probability) for number in numbers]
    earlier = [_earlier(picked, number) for number in numbers]
    rows = distinct(np.concatenate([picked.places[asked], *helping, *earlier])).astype(np.int64)
    texts = dict(zip(rows.tolist(), backend.texts("premises", mixture.rows[chosen[rows]]), strict=True))
    shown = {
        place: f"shown: {texts[place]}" for place in {place for each in earlier for place in each.tolist()}
    }
    claims = _named_claims(backend, inference, mixture, chosen[picked.places[asked]])
    direct = {int(row): place for place, row in enumerate(reranked.found.rows)}
    trees = []
    for number, helpers, before in zip(numbers, helping, earlier, strict=True):
        place, like = int(picked.places[number]), picked.likeness[number]
        of_helpers = zip(helpers.tolist(), like[helpers].tolist(), probability[helpers].tolist(), strict=True)
        at = int(chosen[place])
        own = _directly(reranked, direct.get(int(mixture.rows[at])))
        itself = _premise(claims, inference, mixture, own, at)
        others = [
            Explanation(
                "k(p,p') P(p'|q)",
                k * mass,
                "product",
                (Explanation("k(p,p')", k), Explanation("P(p'|q)", mass)),
                note=texts[i],
            )
            for i, k, mass in of_helpers
        ]
        rest = float(picked.density[number]) - math.fsum(part.value for part in (itself, *others))
        more = int(np.count_nonzero(like)) - 1 - len(others)
        if more > 0:
            others.append(Explanation("further premises", rest, note=f"{more} that are like it"))
        of_cluster = Explanation("P(π(p)|q)", float(picked.density[number]), "sum", (itself, *others))
        new = _new(picked.repeats[number], before, shown)
        worth = _worth(of_cluster, picked.top, point_match, place)
        trees.append(Explanation("score", worth.value * new.value, "product", (worth, new)))
    return trees


def pick_scores(picked: Picked, point_match: PointMatch) -> list[float]:
    """Returns the score of each premise picked: the same product as its explanation."""
    scores, share, top = [], point_match.share, picked.top
    for number, (place, worth) in enumerate(
        zip(picked.places.tolist(), picked.density.tolist(), strict=True)
    ):
        if share and top:
            worth = (1 - share) * (worth / top) + share * float(point_match.match[place])
        repeats = picked.repeats[number, _earlier(picked, number)]
        scores.append(worth * math.prod(1.0 - repeat for repeat in repeats.tolist()))
    return scores


def _earlier(picked: Picked, number: int) -> Ints:
    """Returns the places of the picks before one that may say the same."""
    before = picked.places[:number]
    return np.asarray(before[picked.repeats[number, before] > 0], np.int64)


def _worth(of_cluster: Explanation, top: float, point_match: PointMatch, place: int) -> Explanation:
    """What a premise is worth: P(pi(p)|q), and for a specific query how far it makes the query's point."""
    if point_match.share == 0 or top == 0:
        return of_cluster
    share, own = point_match.share, float(point_match.match[place])
    part = Explanation(
        "share of the best", of_cluster.value / top, "quotient", (of_cluster, Explanation("best", top))
    )
    debate = Explanation(
        "said in the debate", (1 - share) * part.value, "product", (Explanation("weight", 1 - share), part)
    )
    factors = (Explanation("weight", share), Explanation("makes the point of the query", own))
    point = Explanation("own point", share * own, "product", factors)
    return Explanation("worth", debate.value + point.value, "sum", (point, debate))


def _helping(picked: Picked, number: int, probability: Floats) -> Ints:
    """Returns the premises that bring a pick most, besides itself."""
    mass = picked.likeness[number] * probability
    mass[picked.places[number]] = 0.0
    like = np.flatnonzero(mass > 0)
    return np.asarray(like[np.argsort(-mass[like], kind="stable")[:NAMED]], np.int64)


def _new(repeats: Floats, earlier: Ints, shown: Mapping[int, str]) -> Explanation:
    """1 - r(p,p') of every pick before that may say the same; they share their notes, since there may be millions."""
    parts = tuple(
        Explanation("1 - r(p,p')", 1.0 - float(repeats[place]), note=shown[place])
        for place in earlier.tolist()
    )
    value = math.prod(part.value for part in parts)
    return Explanation("not said yet", value, "product", parts) if parts else Explanation("not said yet", 1.0)


Named = dict[int, tuple[str, str]]
"""Id and text of claims by row."""


def _named_claims(backend: Backend, inference: Inference, mixture: PremiseMixture, at: Ints) -> Named:
    """Returns id and text of every claim that one of the premises was reached through."""
    uses = np.concatenate([*(mixture.uses_of(place) for place in at.tolist()), np.zeros(0, np.int64)])
    rows = distinct(inference.uses.claim[uses])
    named = zip(backend.ids("claims", rows), backend.texts("claims", rows), strict=True)
    return dict(zip(rows.tolist(), named, strict=True))


def _directly(reranked: Reranked, place: int | None) -> Explanation | None:
    """P(p|q) of a premise found directly, None for one that was not."""
    if place is None:
        return None
    probability, factor = float(reranked.found.probability[place]), float(reranked.factor[place])
    if factor == 1.0:
        return Explanation("P(p|q)", probability)
    parts = (Explanation("match", float(reranked.match[place])), Explanation("read with the query", factor))
    return Explanation("P(p|q)", probability, "product", parts)


def _premise(
    claims: Named, inference: Inference, mixture: PremiseMixture, own: Explanation | None, at: int
) -> Explanation:
    """The tree of P(p|q)."""
    note = mixture.strong.note(int(mixture.lengths[at]), bool(mixture.one_sentence[at]))
    strength = Explanation("strength", float(mixture.strength[at]), note=note)
    ways = []
    uses = mixture.uses_of(at)
    if len(uses):
        reached = _claims(claims, inference, uses)
        ways.append(_way("through claims", 1.0 - mixture.direct, strength, reached, mixture.norms[0]))
    if own is not None and own.value > 0:
        ways.append(_way("found directly", mixture.direct, strength, own, mixture.norms[1]))
    return Explanation("P(p|q)", math.fsum(way.value for way in ways), "sum", tuple(ways))


def _way(label: str, weight: float, strength: Explanation, match: Explanation, z: float) -> Explanation:
    strong = Explanation("strength × match", strength.value * match.value, "product", (strength, match))
    share = Explanation("share", strong.value / z, "quotient", (strong, Explanation("Z", z)))
    return Explanation(label, weight * share.value, "product", (Explanation("weight", weight), share))


def _claims(claims: Named, inference: Inference, uses: Ints) -> Explanation:
    """Sum of P(c|q) P(p|c) over the claims a premise was reached through."""
    parts = []
    for use, row in zip(uses.tolist(), inference.uses.claim[uses].tolist(), strict=True):
        id_, text = claims[row]
        claim = float(inference.claims.probability[inference.place[use]])
        given = float(inference.given_claim[use])
        factors = (Explanation("P(c|q)", claim, of=id_, note=text), Explanation("P(p|c)", given))
        parts.append(Explanation("P(p|c) P(c|q)", claim * given, "product", factors, of=id_))
    return Explanation("Σ P(p|c) P(c|q)", math.fsum(part.value for part in parts), "sum", tuple(parts))
