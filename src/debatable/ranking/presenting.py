"""From groups of premises to scored premises: representatives and explanations for those shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from debatable.corpus.links import Ints
from debatable.model import Stance
from debatable.ranking.claim_step import Found
from debatable.ranking.clusters import Clusters
from debatable.ranking.explaining import explain_group
from debatable.ranking.grouping import Groups
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.inference import Inference
from debatable.ranking.nearest import cosines, query_vector
from debatable.ranking.uses import grouped

if TYPE_CHECKING:
    from debatable.clustering.representatives import Members

__all__ = ["chosen_first", "present"]


def present(
    query: str,
    index: ArgumentIndex,
    inference: Inference,
    groups: Groups,
    own: Found,
    clusters: Clusters,
    way: str,
    k: int,
    *,
    named: bool = True,
) -> list[Scored]:
    """Returns the best k groups with their representative first and their explanation."""
    order = groups.order()[:k]
    shown = groups.members(order.tolist())
    firsts = chosen_first(query, index, shown, way)
    of_premise = np.searchsorted(groups.premise, inference.uses.premise)
    starts, by_group = grouped(groups.group[of_premise], len(groups.score))
    uses = [by_group[starts[number] : starts[number + 1]] for number in order]
    rows = np.unique(inference.uses.claim[np.concatenate([*uses, np.zeros(0, np.int64)])])
    claims = dict(
        zip(rows.tolist(), zip(index.claim_ids(rows), index.claim_texts(rows), strict=True), strict=True)
    )
    found = dict(zip(own.rows.tolist(), own.probability.tolist(), strict=True))
    scored = []
    for number, first, some, through in zip(order.tolist(), firsts, shown, uses, strict=True):
        name = (
            index.cluster_name("premises", int(groups.cluster[number])) if named and index.has_vectors else ""
        )
        alone = sum(found.get(row, 0.0) for row in some.tolist())
        score = float(groups.score[number])
        tree = explain_group(inference, through, alone, score, clusters.count, claims, name)
        stance = Stance.of_sign(int(groups.stance[number]))
        scored.append(
            Scored(first[0], score, stance, tree, _claims_of(inference, through), tuple(first), name)
        )
    return scored


def chosen_first(query: str, index: ArgumentIndex, groups: Sequence[Ints], way: str) -> list[list[int]]:
    """Returns the members of each group with the representative first, the others by row."""
    from debatable.clustering.representatives import representative

    pick = representative(way)
    chosen = []
    for rows in groups:
        first = pick(_known_of(query, index, rows, way)) if len(rows) > 1 else 0
        chosen.append([int(rows[first]), *(int(row) for row in np.delete(rows, first))])
    return chosen


def _known_of(query: str, index: ArgumentIndex, rows: Ints, way: str) -> Members:
    """Returns what a way to pick a representative looks at."""
    from debatable.clustering.representatives import Members

    texts = index.premise_texts(rows)
    match way:
        case "medoid":
            return Members(texts, vectors=np.asarray(index.premise_vectors[rows], np.float32))
        case "relevance" if index.has_vectors:
            found = cosines(index.premise_vectors, query_vector(index, query), rows)
            return Members(texts, relevance=found.tolist())
        case "relevance":
            return Members(texts, relevance=index.premises.score(index.tokens(query), rows).tolist())
        case "quality":
            return Members(texts, quality=_quality(index, rows))
        case _:
            return Members(texts)


def _quality(index: ArgumentIndex, rows: Ints) -> list[float] | None:
    """Returns the best sum of quality dimensions that each premise has with any of its claims."""
    quality, links = index.quality, index.links
    if quality is None:
        return None
    return [float(quality[links.of_premise(int(row))].sum(axis=1).max(initial=0.0)) for row in rows]


def _claims_of(inference: Inference, uses: Ints) -> tuple[int, ...]:
    """Returns the claims that the uses came through, the one that brought most first."""
    claims, place = np.unique(inference.uses.claim[uses], return_inverse=True)
    mass = np.bincount(
        place, weights=(inference.supporting + inference.attacking)[uses], minlength=len(claims)
    )
    return tuple(int(claims[i]) for i in np.lexsort((claims, -mass)))
