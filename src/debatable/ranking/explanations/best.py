"""Explanations of ``best``: P(p|q) of a premise and those like it, and its novelty in the list."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, distinct, is_among
from debatable.model import Explanation
from debatable.ranking.candidates.direct import Reranked
from debatable.ranking.diversity.picked import Picked
from debatable.ranking.probabilities.inference import Inference
from debatable.ranking.probabilities.mixture import PremiseMixture
from debatable.ranking.probabilities.specificity import PointMatch
from debatable.ranking.protocol import Backend, NamedTexts, named_texts

NAMED = 5
"""How many of the premises that are like a pick are named one by one."""

ALL_SHOWN = 100
"""Picks before one, as many as may say the same, up to which all of them are named."""

MOST_SHOWN = 20
"""How many are named where there are more, those that most probably say the same."""


@dataclass(frozen=True, slots=True)
class Helpers:
    """The premises that bring a pick most, besides itself.

    Attributes:
        places: Of those that are named.
        likeness: k(p, p') of the pick with each of them.
        count: How many bring it anything.
    """

    places: Ints
    likeness: Floats
    count: int


@dataclass(frozen=True, slots=True)
class Shown:
    """The picks before one that may say the same.

    Attributes:
        places: Of those that are named, in the order of the list.
        new: 1 - r(p, p') of the pick with each of them.
        further: How many others there are.
        rest: Product of 1 - r(p, p') over these.
    """

    places: Ints
    new: Floats
    further: int
    rest: float


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
    named = [*(helpers.places for helpers in helping), *(before.places for before in earlier)]
    rows = distinct(np.concatenate([picked.places[asked], *named])).astype(np.int64)
    texts = dict(zip(rows.tolist(), backend.texts("premises", mixture.rows[chosen[rows]]), strict=True))
    places_shown = {place for before in earlier for place in before.places.tolist()}
    shown = {place: f"shown: {texts[place]}" for place in places_shown}
    uses = [mixture.uses_of(place) for place in chosen[picked.places[asked]].tolist()]
    through = distinct(inference.uses.claim[np.concatenate([*uses, np.zeros(0, np.int64)])])
    claims = named_texts(backend, "claims", through)
    direct = {int(row): place for place, row in enumerate(reranked.found.rows)}
    trees = []
    for number, helpers, before in zip(numbers, helping, earlier, strict=True):
        place = int(picked.places[number])
        at = int(chosen[place])
        own = _directly(reranked, direct.get(int(mixture.rows[at])))
        itself = _premise(claims, inference, mixture, own, at)
        of_cluster = _cluster(float(picked.density[number]), itself, helpers, probability, texts)
        new = _new(float(picked.novelty[number]), before, shown)
        worth = _worth(of_cluster, picked.top, point_match, place)
        trees.append(Explanation("score", worth.value * new.value, "product", (worth, new)))
    return trees


def pick_scores(picked: Picked, point_match: PointMatch) -> list[float]:
    """Returns the score of each premise picked: the same product as its explanation."""
    scores, share, top = [], point_match.share, picked.top
    values = zip(picked.places.tolist(), picked.density.tolist(), picked.novelty.tolist(), strict=True)
    for place, worth, new in values:
        if share and top:
            worth = (1 - share) * (worth / top) + share * float(point_match.match[place])
        scores.append(worth * new)
    return scores


def _earlier(picked: Picked, number: int) -> Shown:
    """Returns the picks before one that may say the same; of many, those that most probably do."""
    before = picked.places[:number]
    repeats = picked.repeats[number][before]
    may = np.flatnonzero(repeats > 0)
    named = may
    if len(may) > ALL_SHOWN:
        named = np.sort(may[np.argsort(-repeats[may], kind="stable")[:MOST_SHOWN]])
    others = may[~is_among(may, named)]
    return Shown(
        before[named], 1.0 - repeats[named], len(others), math.prod((1.0 - repeats[others]).tolist())
    )


def _cluster(
    density: float, itself: Explanation, helpers: Helpers, probability: Floats, texts: Mapping[int, str]
) -> Explanation:
    """P(pi(p)|q): what a premise has itself, and what those that are like it bring."""
    parts = [itself]
    masses = probability[helpers.places].tolist()
    for place, k, mass in zip(helpers.places.tolist(), helpers.likeness.tolist(), masses, strict=True):
        factors = Explanation("k(p,p')", k), Explanation("P(p'|q)", mass)
        parts.append(Explanation("k(p,p') P(p'|q)", k * mass, "product", factors, note=texts[place]))
    further = helpers.count - len(helpers.places)
    if further > 0:
        rest = density - math.fsum(part.value for part in parts)
        parts.append(Explanation("further premises", rest, note=f"{further} that are like it"))
    return Explanation("P(π(p)|q)", density, "sum", tuple(parts))


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


def _helping(picked: Picked, number: int, probability: Floats) -> Helpers:
    """Returns the premises that bring a pick most, besides itself."""
    likeness = picked.likeness[number]
    mass = likeness * probability
    mass[picked.places[number]] = 0.0
    like = np.flatnonzero(mass > 0)
    places = np.asarray(like[np.argsort(-mass[like], kind="stable")[:NAMED]], np.int64)
    return Helpers(places, likeness[places], int(np.count_nonzero(likeness)) - 1)


def _new(novelty: float, before: Shown, shown: Mapping[int, str]) -> Explanation:
    """1 - r(p,p') of picks before that may say the same; they share their notes, and of many the rest is one factor."""
    parts = [
        Explanation("1 - r(p,p')", new, note=shown[place])
        for place, new in zip(before.places.tolist(), before.new.tolist(), strict=True)
    ]
    if before.further:
        note = f"{before.further} further ones shown before that may say the same"
        parts.append(Explanation("Π 1 - r(p,p')", before.rest, note=note))
    if not parts:
        return Explanation("not said yet", 1.0)
    return Explanation("not said yet", novelty, "product", tuple(parts))


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
    claims: NamedTexts, inference: Inference, mixture: PremiseMixture, own: Explanation | None, at: int
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


def _claims(claims: NamedTexts, inference: Inference, uses: Ints) -> Explanation:
    """Sum of P(c|q) P(p|c) over the claims a premise was reached through."""
    parts = []
    for use, row in zip(uses.tolist(), inference.uses.claim[uses].tolist(), strict=True):
        id_, text = claims[row]
        claim = float(inference.claims.probability[inference.place[use]])
        given = float(inference.given_claim[use])
        factors = (Explanation("P(c|q)", claim, of=id_, note=text), Explanation("P(p|c)", given))
        parts.append(Explanation("P(p|c) P(c|q)", claim * given, "product", factors, of=id_))
    return Explanation("Σ P(p|c) P(c|q)", math.fsum(part.value for part in parts), "sum", tuple(parts))
