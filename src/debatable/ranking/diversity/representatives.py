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
    shown = []
    for rows in groups:
        first = pick(_members(pick, question, backend, rows)) if len(rows) > 1 else 0
        others = rows.tolist()
        shown.append([others.pop(first), *others])
    return shown


def _members(pick: Representative, question: Question, backend: Backend, rows: Ints) -> Members:
    """Returns what a way to pick a representative looks at."""
    texts = backend.texts("premises", rows)
    match pick:
        case Medoid():
            return Members(texts, vectors=backend.vectors("premises", rows))
        case MostRelevant() if backend.has_vectors:
            return Members(texts, relevance=backend.cosines("premises", question.vector, rows).tolist())
        case MostRelevant():
            return Members(texts, relevance=backend.score("premises", question.tokens, rows).tolist())
        case BestQuality():
            return Members(texts, quality=_quality(backend, rows))
        case _:
            return Members(texts)


def _quality(backend: Backend, rows: Ints) -> list[float] | None:
    """Returns the best sum of quality dimensions that each premise has with any of its claims."""
    links = backend.links("premises", rows)
    quality = backend.quality(links.number)
    if quality is None:
        return None
    best = np.zeros(len(rows))
    np.maximum.at(best, np.searchsorted(rows, links.premise), quality.sum(axis=1))
    return best.tolist()
