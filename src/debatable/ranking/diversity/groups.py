"""From premises to hits: formulas (3) and (4) over premise clusters, split by stance where wanted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints, Signs
from debatable.clustering.representatives import BestQuality, Medoid, Members, MostRelevant, Representative
from debatable.corpus.links import grouped
from debatable.model import Stance
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Uses
from debatable.ranking.clusters import PremiseClusters
from debatable.ranking.formulas.ecir2020 import of_clusters, premise_of_either_side
from debatable.ranking.protocol import Backend, DeferredExplanation, Explainer, Question, Scored


@dataclass(frozen=True, slots=True)
class Groups:
    """Premises that are shown as one hit.

    Attributes:
        premise: Rows of all premises that were reached, rising.
        group: Group of each of these premises.
        cluster: Premise cluster of each group.
        score: P(pi|q) of each group.
        stance: +1, -1, or 0 where no stance is known, of each group.
        supporting: P(p+|q) of each premise.
        attacking: P(p-|q) of each premise.
    """

    premise: Ints
    group: Ints
    cluster: Ints
    score: Floats
    stance: Signs
    supporting: Floats
    attacking: Floats

    def members(self, groups: Iterable[int]) -> list[Ints]:
        """Returns the premises of some groups, by rising row."""
        starts, order = grouped(self.group, len(self.score))
        return [self.premise[order[starts[number] : starts[number + 1]]] for number in groups]

    def uses(self, groups: Iterable[int], uses: Uses) -> list[Ints]:
        """Returns the places of the uses of premises of some groups."""
        of_premise = np.searchsorted(self.premise, uses.premise)
        starts, order = grouped(self.group[of_premise], len(self.score))
        return [order[starts[number] : starts[number + 1]] for number in groups]

    def order(self) -> Ints:
        """Returns the groups by falling score; ties by the smallest row of a member."""
        first = np.full(len(self.score), np.iinfo(np.int64).max)
        np.minimum.at(first, self.group, self.premise)
        return np.lexsort((first, -self.score))


def group(
    uses: Uses,
    supporting: Floats,
    attacking: Floats,
    own: Found,
    clusters: PremiseClusters,
    *,
    split: bool = True,
    coin: bool = True,
) -> Groups:
    """Sums up premises over their clusters.

    Args:
        uses: Of premises.
        supporting: What each use adds to P(p+|q).
        attacking: What each use adds to P(p-|q).
        own: Premises that were found by themselves, with their probability; they have no stance.
        clusters: Which premises say the same.
        split: Whether the members of a cluster that speak for the query and those that speak against it are
            two groups, so that a hit has one stance; else (3) and (4) run over whole clusters.
        coin: Whether each side is picked by a coin, as in (4); else both sides share one probability.
    """
    rows, place = np.unique(np.concatenate([uses.premise, own.rows]), return_inverse=True)
    nothing = np.zeros(len(own))
    supporting = of_clusters(place, np.concatenate([supporting, own.probability]), len(rows))
    attacking = of_clusters(place, np.concatenate([attacking, nothing]), len(rows))
    stances = np.concatenate([uses.known, nothing > 0]).astype(np.float64)
    known = of_clusters(place, stances, len(rows)) > 0
    side = attacking > supporting
    cluster = clusters.of(rows)
    key = cluster * 2 + (side if split else 0)
    _, first, number = np.unique(key, return_index=True, return_inverse=True)
    count = len(first)
    sides = of_clusters(number, supporting, count), of_clusters(number, attacking, count)
    scores = premise_of_either_side(*sides) if coin else sides[0] + sides[1]
    margin = of_clusters(number, np.where(known, supporting - attacking, 0.0), count)
    stance = np.sign(margin).astype(np.int8)
    return Groups(rows, number, cluster[first], scores, stance, supporting, attacking)


def scored_groups(
    groups: Groups,
    order: Sequence[int],
    shown: Sequence[Sequence[int]],
    clusters: Sequence[str],
    claims: Sequence[tuple[int, ...]],
    explain: Explainer,
) -> list[Scored]:
    """Returns ranked groups as scored premises; explanations are built when somebody wants to see them."""
    return [
        Scored(
            members[0],
            float(groups.score[number]),
            Stance.of_sign(int(groups.stance[number])),
            DeferredExplanation(rank, explain),
            claims[rank],
            tuple(members),
            clusters[rank],
        )
        for rank, (number, members) in enumerate(zip(order, shown, strict=True))
    ]


def ties_broken(backend: Backend, groups: Groups, k: int) -> list[int]:
    """Returns the best k groups: by falling score, then length of the longest member, then its text (Touché 2020)."""
    longest = np.zeros(len(groups.score), np.int64)
    np.maximum.at(longest, groups.group, backend.lengths(groups.premise))
    order = np.lexsort((longest, groups.score))[::-1]
    if len(order) > k:
        last = order[k - 1]
        tied = (groups.score == groups.score[last]) & (longest == longest[last])
        reach = int(np.flatnonzero(tied[order])[-1]) + 1
        order = order[:reach]
    members = dict(zip(order.tolist(), groups.members(order.tolist()), strict=True))
    keys = groups.score, longest
    tied_before = [
        place > 0 and all(key[order[place]] == key[order[place - 1]] for key in keys)
        for place in range(len(order))
    ]
    tied_after = [*tied_before[1:], False][: len(tied_before)]
    text = {
        number: min(backend.texts("premises", _longest(backend, members[number])))
        for number, before, after in zip(order.tolist(), tied_before, tied_after, strict=True)
        if before or after
    }
    ranked = sorted(
        order.tolist(), key=lambda number: (-keys[0][number], -keys[1][number], text.get(number, ""))
    )
    return ranked[:k]


def _longest(backend: Backend, rows: Ints) -> Ints:
    lengths = backend.lengths(rows)
    return np.asarray(rows[lengths == lengths.max()])


def shown_first(
    pick: Representative, question: Question, backend: Backend, groups: Sequence[Ints]
) -> list[list[int]]:
    """Returns the members of each group with the representative first, the others by row."""
    several = [rows for rows in groups if len(rows) > 1]
    firsts = iter([pick(members) for members in _members(pick, question, backend, several)])
    shown = []
    for rows in groups:
        first, others = next(firsts) if len(rows) > 1 else 0, rows.tolist()
        shown.append([others.pop(first), *others])
    return shown


def _members(
    pick: Representative, question: Question, backend: Backend, groups: Sequence[Ints]
) -> list[Members]:
    """Returns what a way to pick a representative looks at, of all groups asked for at once."""
    if not groups:
        return []
    rows = np.concatenate(groups)
    ends = np.cumsum([len(group) for group in groups]).tolist()
    parts = [slice(end - len(group), end) for group, end in zip(groups, ends, strict=True)]
    texts = backend.texts("premises", rows)
    match pick:
        case Medoid():
            vectors = backend.vectors("premises", rows)
            return [Members(texts[part], vectors=vectors[part]) for part in parts]
        case MostRelevant() if backend.has_vectors:
            relevance = backend.cosines("premises", question.vector, rows).tolist()
            return [Members(texts[part], relevance=relevance[part]) for part in parts]
        case MostRelevant():
            relevance = backend.score("premises", question.tokens, rows).tolist()
            return [Members(texts[part], relevance=relevance[part]) for part in parts]
        case BestQuality():
            return [Members(texts[part], quality=_quality(backend, rows[part])) for part in parts]
        case _:
            return [Members(texts[part]) for part in parts]


def _quality(backend: Backend, rows: Ints) -> list[float] | None:
    """Returns the best sum of quality dimensions that each premise has with any of its claims."""
    links = backend.links("premises", rows)
    quality = backend.quality(links.number)
    if quality is None:
        return None
    best = np.zeros(len(rows))
    np.maximum.at(best, np.searchsorted(rows, links.premise), quality.sum(axis=1))
    return best.tolist()
