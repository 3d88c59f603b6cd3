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

__all__ = ["Examples", "claims_page", "cluster_members", "similar_premises"]

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
    """Returns how many claims there are, and some of them: the first, or those whose words are asked for."""
    backend = engine.backend
    if q.strip():
        rows = backend.search("claims", backend.tokens(q), "BM25", min(offset + limit, MAX_HITS)).rows
        return backend.counts.claims, backend.claims(rows[offset:])
    rows = backend.rows("claims")
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


def cluster_members(engine: Engine, name: str) -> list[Claim] | list[Premise] | None:
    """Returns the members of a claim or premise cluster of the index, or None where there is no such cluster."""
    backend = engine.backend
    for kind in ("claims", "premises"):
        digits = name[1:]
        if name[:1] == kind[0] and digits.isdecimal() and digits.isascii() and len(digits) < 12:
            rows = backend.rows(kind)
            rows = rows[backend.clusters(kind, rows) == int(digits)]
            if len(rows):
                return backend.claims(rows) if kind == "claims" else backend.premises(rows)
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
