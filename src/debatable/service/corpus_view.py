"""What the served corpus holds: its claims, premises like a given one, clusters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from debatable.arrays import Ints
from debatable.engines import Engine, Filter
from debatable.errors import InputError
from debatable.model import Claim, Premise
from debatable.ranking import MAX_HITS, Backend
from debatable.ranking.protocol import Kind

__all__ = ["Examples", "claims_page", "cluster_members", "clusters_page", "similar_premises"]

LOOKED_AT = 2_000
"""Claims that examples are chosen from."""


class Examples:
    """Claims of the served corpus to try: those with most arguments on both sides, one a claim cluster."""

    def __init__(self, count: int = 6) -> None:
        """Chooses at the first use, and again when the index has changed."""
        self._count, self._state, self._chosen = count, "", [""]

    def __call__(self, engine: Engine) -> list[str]:
        """Returns their texts."""
        backend = engine.backend
        if self._state != backend.state:
            self._chosen = backend.texts("claims", _debated(backend, self._count))
            self._state = backend.state
        return self._chosen


def _debated(backend: Backend, count: int) -> Ints:
    rows = backend.rows("claims")
    rows = rows[np.linspace(0, len(rows) - 1, min(len(rows), LOOKED_AT)).astype(np.int64)]
    links = backend.links("claims", rows)
    place = np.searchsorted(rows, links.claim)
    sides = [np.bincount(place[links.sign == sign], minlength=len(rows)) for sign in (1, -1)]
    order = np.lexsort((rows, -(sides[0] + sides[1]), -np.minimum(*sides)))
    _, first = np.unique(backend.clusters("claims", rows[order]), return_index=True)
    return np.asarray(rows[order][np.sort(first)[:count]])


def claims_page(engine: Engine, q: str, limit: int, offset: int) -> tuple[int, list[Claim]]:
    """Returns how many claims there are, all or with the words asked for, and a page of them."""
    backend = engine.backend
    rows = backend.rows("claims")
    if q.strip():
        rows = backend.search("claims", backend.tokens(q), "BM25", MAX_HITS).rows
    return len(rows), backend.claims(rows[offset : offset + limit])


@dataclass(frozen=True, slots=True)
class Similar:
    """A premise like another one."""

    premise: Premise
    similarity: float


def similar_premises(engine: Engine, name: str, k: int) -> list[Similar] | None:
    """Returns the premises most like a given one, best first, or None where no premise has the id.

    Likeness is the cosine of the vectors, and BM25 in an index without vectors.
    """
    backend = engine.backend
    row = _premise_row(engine, name)
    if row is None:
        return None
    if backend.has_vectors:
        found = backend.nearest("premises", backend.vectors("premises", np.array([row]))[0], k + 1)
    else:
        words = backend.tokens(backend.texts("premises", np.array([row]))[0])
        found = backend.search("premises", words, "BM25", k + 1)
    kept = found.rows != row
    premises = backend.premises(found.rows[kept][:k])
    return [
        Similar(premise, score) for premise, score in zip(premises, found.scores[kept].tolist(), strict=False)
    ]


def clusters_page(engine: Engine, kind: Kind, limit: int, offset: int) -> tuple[int, list[tuple[str, int]]]:
    """Returns how many clusters there are, and a page of their ids and sizes, the largest first."""
    backend = engine.backend
    numbers, sizes = np.unique(backend.clusters(kind, backend.rows(kind)), return_counts=True)
    order = np.lexsort((numbers, -sizes))[offset : offset + limit]
    pairs = zip(numbers[order].tolist(), sizes[order].tolist(), strict=True)
    return len(numbers), [(f"{kind[0]}{number}", size) for number, size in pairs]


def cluster_members(
    engine: Engine, name: str, limit: int, offset: int
) -> tuple[int, list[Claim] | list[Premise]] | None:
    """Returns the size of a claim or premise cluster and a page of it, or None where there is no such cluster."""
    backend = engine.backend
    kinds: tuple[Kind, ...] = ("claims", "premises")
    for kind in kinds:
        digits = name[1:]
        if name[:1] == kind[0] and digits.isdecimal() and digits.isascii() and len(digits) < 12:
            rows = backend.rows(kind)
            rows = rows[backend.clusters(kind, rows) == int(digits)]
            if len(rows):
                some = rows[offset : offset + limit]
                return len(rows), backend.claims(some) if kind == "claims" else backend.premises(some)
    return None


def _premise_row(engine: Engine, name: str) -> int | None:
    try:
        part: Any = engine.backend.restricted(Filter(ids=(name,)))
    except InputError:
        return None
    rows = part.rows("premises")
    ids = part.ids("premises", rows)
    wanted = name if name in ids else engine.resolve([name]).get(name)
    return int(rows[ids.index(wanted)]) if wanted in ids else None
