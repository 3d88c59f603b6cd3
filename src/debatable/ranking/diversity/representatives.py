"""Which member of a group of premises is shown first."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.arrays import Ints
from debatable.clustering.representatives import BestQuality, Medoid, Members, MostRelevant, Representative
from debatable.ranking.protocol import Backend, Question

__all__ = ["shown_first"]


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
