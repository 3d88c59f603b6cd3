"""Browsing an index: its topics, which are its claim clusters, and what is said on each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints
from debatable.engines import Engine
from debatable.model import Claim, Premise
from debatable.ranking import Backend

__all__ = ["Said", "Topic", "Topics", "topic_claims", "topic_page"]


@dataclass(frozen=True, slots=True)
class Topic:
    """A claim cluster.

    Attributes:
        name: Of the cluster, such as ``c7``.
        claim: Text of the claim that most is said on.
        claims: How many claims it holds.
        pro: How many arguments speak for one of them.
        con: How many speak against one.
    """

    name: str
    claim: str
    claims: int
    pro: int
    con: int


@dataclass(frozen=True, slots=True)
class Said:
    """Premises of one cluster on one side of a claim.

    Attributes:
        claim: What they speak to.
        sign: +1 for, -1 against, 0 where the corpus does not say.
        premises: The first, and those that say the same.
    """

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
            self._order, self._first, self._sizes = _debated(backend)
            self._state = backend.state
        clusters, first = self._order[offset : offset + limit], self._first[offset : offset + limit]
        sizes = self._sizes[offset : offset + limit].tolist()
        texts = backend.texts("claims", first)
        return len(self._order), [
            Topic(f"c{cluster}", text, *size)
            for cluster, text, size in zip(clusters.tolist(), texts, sizes, strict=True)
        ]


def _debated(backend: Backend) -> tuple[Ints, Ints, Ints]:
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
    digits = name[1:]
    if name[:1] != "c" or not (digits.isascii() and digits.isdecimal()) or len(digits) > 12:
        return None
    backend = engine.backend
    rows = backend.rows("claims")
    rows = rows[backend.clusters("claims", rows) == int(digits)]
    if not len(rows):
        return None
    said = np.bincount(np.searchsorted(rows, backend.links("claims", rows).claim), minlength=len(rows))
    return np.asarray(rows[np.lexsort((rows, -said))])


def topic_page(engine: Engine, claims: Ints, offset: int, limit: int) -> tuple[int, list[Said]]:
    """Returns how many things are said on the claims of a topic, and some of them.

    What premises of one cluster say on one side of a claim is one thing.
    """
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
        Said(whole[claim], sign, tuple(backend.premises(np.array(list(groups[claim, sign, cluster])))))
        for claim, sign, cluster in shown
    ]
