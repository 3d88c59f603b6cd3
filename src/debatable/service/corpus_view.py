"""What the served corpus holds: claims, arguments, similar premises, clusters, topics, qualities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from debatable.arrays import Ints
from debatable.engines import Engine, Filter
from debatable.errors import InputError
from debatable.model import Argument, Claim, Hit, Premise
from debatable.ranking import MAX_HITS, Backend
from debatable.ranking.protocol import Kind
from debatable.service.refusals import Refused

SAMPLED = 2_000
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
    rows = rows[np.linspace(0, len(rows) - 1, min(len(rows), SAMPLED)).astype(np.int64)]
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


def similar_premises(engine: Engine, name: str, k: int) -> list[tuple[Premise, float]]:
    """Returns the premises most similar to a given one, best first: by cosine, or by BM25 without vectors.

    Raises:
        Refused: No premise has the id.
    """
    backend = engine.backend
    row = _premise_row(engine, name)
    if row is None:
        raise Refused(404, "not_found", "no premise has this id")
    if backend.has_vectors:
        similar = backend.nearest("premises", backend.vectors("premises", np.array([row]))[0], k + 1)
    else:
        words = backend.tokens(backend.texts("premises", np.array([row]))[0])
        similar = backend.search("premises", words, "BM25", k + 1)
    others = similar.rows != row
    premises = backend.premises(similar.rows[others][:k])
    return list(zip(premises, similar.scores[others].tolist(), strict=False))


def argument_named(engine: Engine, name: str) -> Argument:
    """Returns the argument of an id.

    Raises:
        Refused: No argument has it; the id of a premise alone is none.
    """
    try:
        part: Any = engine.backend.restricted(Filter(ids=(name,)))
    except InputError:
        part = None
    uses = part.arguments(part.rows("premises")) if part is not None else ()
    found: Argument | None = next((one for some in uses for one in some if one.id == name), None)
    if found is None:
        raise Refused(404, "not_found", "no argument has this id")
    return found


def clusters_page(engine: Engine, kind: Kind, limit: int, offset: int) -> tuple[int, list[tuple[str, int]]]:
    """Returns how many clusters there are, and a page of their ids and sizes, the largest first."""
    backend = engine.backend
    numbers, sizes = np.unique(backend.clusters(kind, backend.rows(kind)), return_counts=True)
    order = np.lexsort((numbers, -sizes))[offset : offset + limit]
    pairs = zip(numbers[order].tolist(), sizes[order].tolist(), strict=True)
    return len(numbers), [(f"{kind[0]}{number}", size) for number, size in pairs]


def cluster_members(
    engine: Engine, name: str, limit: int, offset: int
) -> tuple[int, list[Claim] | list[Premise]]:
    """Returns the size of a cluster, such as ``p7`` of premises or ``c7`` of claims, and a page of its members.

    Raises:
        Refused: There is no such cluster.
    """
    backend = engine.backend
    kind: Kind = "claims" if name.startswith("c") else "premises"
    rows = _cluster_rows(backend, kind, name)
    if not len(rows):
        raise Refused(404, "not_found", "there is no such cluster")
    page = rows[offset : offset + limit]
    return len(rows), backend.claims(page) if kind == "claims" else backend.premises(page)


def _cluster_rows(backend: Backend, kind: Kind, name: str) -> Ints:
    """Returns the rows of a cluster; none where there is no such cluster."""
    rows, digits = backend.rows(kind), name[1:]
    if name[:1] != kind[0] or not (digits.isascii() and digits.isdecimal()) or len(digits) > 11:
        return rows[:0]
    return np.asarray(rows[backend.clusters(kind, rows) == int(digits)])


def _premise_row(engine: Engine, name: str) -> int | None:
    try:
        part: Any = engine.backend.restricted(Filter(ids=(name,)))
    except InputError:
        return None
    rows = part.rows("premises")
    ids = part.ids("premises", rows)
    wanted = name if name in ids else engine.resolve([name]).get(name)
    return int(rows[ids.index(wanted)]) if wanted in ids else None


@dataclass(frozen=True, slots=True)
class Topic:
    """A claim cluster, such as ``c7``: its most debated claim, and how many claims, pro and con arguments it has."""

    name: str
    claim: str
    claims: int
    pro: int
    con: int


@dataclass(frozen=True, slots=True)
class ClaimPremises:
    """Premises of one cluster on one side of a claim; the sign is +1 for, -1 against, 0 for none."""

    claim: Claim
    sign: int
    premises: tuple[Premise, ...]


class Topics:
    """The topics of the served index, most debated first; put in order once a state."""

    def __init__(self) -> None:
        """Orders at the first use."""
        self._state = ""
        self._order = self._first = np.zeros(0, np.int64)
        self._sizes = np.zeros((0, 3), np.int64)

    def __call__(self, engine: Engine, offset: int, limit: int) -> tuple[int, list[Topic]]:
        """Returns how many there are, and some of them."""
        backend = engine.backend
        if self._state != backend.state:
            self._order, self._first, self._sizes = _ranked_topics(backend)
            self._state = backend.state
        clusters, first = self._order[offset : offset + limit], self._first[offset : offset + limit]
        sizes = self._sizes[offset : offset + limit].tolist()
        texts = backend.texts("claims", first)
        return len(self._order), [
            Topic(f"c{cluster}", text, *size)
            for cluster, text, size in zip(clusters.tolist(), texts, sizes, strict=True)
        ]


def _ranked_topics(backend: Backend) -> tuple[Ints, Ints, Ints]:
    """Returns the claim clusters, the claim of each that most is said on, and how many claims, pros and cons."""
    rows = backend.rows("claims")
    clusters, place = np.unique(backend.clusters("claims", rows), return_inverse=True)
    links = backend.links("claims", rows)
    at = np.searchsorted(rows, links.claim)
    said = np.bincount(at, minlength=len(rows))
    sides = [np.bincount(place[at[links.sign == sign]], minlength=len(clusters)) for sign in (1, -1)]
    sizes = np.stack([np.bincount(place, minlength=len(clusters)), *sides], axis=1)
    by_cluster = np.lexsort((rows, -said, place))
    first = rows[by_cluster[np.searchsorted(place[by_cluster], np.arange(len(clusters)))]]
    total = np.bincount(place, weights=said, minlength=len(clusters))
    order = np.lexsort((clusters, -total))
    return clusters[order], np.asarray(first[order]), np.asarray(sizes[order])


def topic_claims(engine: Engine, name: str) -> Ints | None:
    """Returns the claims of a topic by row, most debated first, or None where there is no such topic."""
    backend = engine.backend
    rows = _cluster_rows(backend, "claims", name)
    if not len(rows):
        return None
    said = np.bincount(np.searchsorted(rows, backend.links("claims", rows).claim), minlength=len(rows))
    return np.asarray(rows[np.lexsort((rows, -said))])


def topic_page(engine: Engine, claims: Ints, offset: int, limit: int) -> tuple[int, list[ClaimPremises]]:
    """Returns how many groups of premises speak to the claims of a topic, and a page of them."""
    backend = engine.backend
    links = backend.links("claims", claims)
    clusters = backend.clusters("premises", links.premise)
    groups: dict[tuple[int, int, int], dict[int, None]] = {}
    for claim, sign, cluster, premise in zip(
        links.claim.tolist(), links.sign.tolist(), clusters.tolist(), links.premise.tolist(), strict=True
    ):
        groups.setdefault((claim, sign, cluster), {})[premise] = None
    place = {claim: number for number, claim in enumerate(claims.tolist())}
    order = sorted(groups, key=lambda key: (place[key[0]], -key[1], -len(groups[key])))
    shown = order[offset : offset + limit]
    whole = dict(zip(claims.tolist(), backend.claims(claims), strict=True))
    return len(order), [
        ClaimPremises(
            whole[claim], sign, tuple(backend.premises(np.array(list(groups[claim, sign, cluster]))))
        )
        for claim, sign, cluster in shown
    ]


def qualities(engine: Engine, hits: Sequence[Hit]) -> dict[str, float]:
    """Returns by id the share of rivals that each premise beats, over all dimensions, on the claim where it is best.

    Premises without rivals, or of an index without quality, have none.
    """
    names = tuple(hit.premise.id for hit in hits)
    if not names:
        return {}
    backend = engine.backend
    part = backend.restricted(Filter(ids=names))
    rows = part.rows("premises")
    links = part.links("premises", rows)
    shares = part.quality(links.number)
    if shares is None:
        return {}
    claims, place = np.unique(links.claim, return_inverse=True)
    whole = backend.links("claims", claims[claims >= 0])
    rivals = np.array([np.unique(whole.premise[whole.claim == claim]).size > 1 for claim in claims], np.bool_)
    compared = rivals[place]
    best = np.full(len(rows), -1.0)
    np.maximum.at(best, np.searchsorted(rows, links.premise[compared]), shares[compared].mean(axis=1))
    by_id = dict(zip(part.ids("premises", rows), best.tolist(), strict=True))
    return {name: by_id[name] for name in names if by_id.get(name, -1.0) >= 0}
