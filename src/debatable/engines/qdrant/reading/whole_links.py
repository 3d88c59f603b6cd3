"""Links and clusters of a whole collection, read where they are asked for and cached."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.arrays import Ints
from debatable.engines.qdrant.names import rows_of
from debatable.engines.qdrant.reading.filters import any_of, of_kind
from debatable.engines.qdrant.reading.parts import link_rows, speaking_to
from debatable.engines.qdrant.reading.points import Payload, Points, RecentValues
from debatable.ranking.protocol import Kind, LinkRows

CACHED = 50_000
"""Claims and clusters whose premises are kept."""

AT_ONCE = 256
"""Claims or clusters that are asked for in one request."""

Place = tuple[int, int, int]
"""When a link was added, the row of its premise, and its place there."""


class WholeLinks:
    """Which premises belong to claims and clusters; safe to share between threads."""

    def __init__(self, points: Points) -> None:
        """Reads nothing yet."""
        self._points = points
        self._of_claims = RecentValues[int, list[Place]](CACHED)
        self._members = RecentValues[tuple[Kind, int], list[int]](CACHED)
        self._frequencies = RecentValues[int, tuple[int, int]](CACHED)

    def of(self, kind: Kind, rows: Ints) -> LinkRows:
        """Returns the links of given claims or premises, those of the first row first, as they were added."""
        if kind == "premises":
            payloads = self._points.payloads(kind, rows)
            pairs = zip(rows.tolist(), payloads, strict=True)
            return link_rows(
                [(row, payload, place) for row, payload in pairs for place in range(len(payload["links"]))]
            )
        lists = self._of_claims.get(rows.tolist(), self._read_claims)
        places = [place for some in lists for place in some]
        premises = np.array([premise for _, premise, _ in places], np.int64)
        by_row = self._payloads(premises)
        return link_rows([(premise, by_row[premise], place) for _, premise, place in places])

    def members(self, kind: Kind, clusters: Ints) -> Ints:
        """Returns the claims or premises of given clusters, rising."""
        wanted = [(kind, number) for number in clusters.tolist()]
        lists = self._members.get(wanted, lambda missing: self._read_members(kind, missing))
        return np.unique(np.array([row for some in lists for row in some], np.int64))

    def claim_frequencies(self, clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given premise clusters."""
        pairs = self._frequencies.get(clusters.tolist(), self._read_frequencies)
        frequencies = np.array(pairs, np.int64).reshape(-1, 2)
        return frequencies[:, 0], frequencies[:, 1]

    def cache_frequencies(self, payloads: Sequence[Payload]) -> None:
        """Caches the frequencies that were read with premises."""
        self._frequencies.put(
            (payload["cluster"], (payload["support"], payload["attack"])) for payload in payloads
        )

    def _payloads(self, premises: Ints) -> dict[int, Payload]:
        distinct = np.unique(premises)
        return dict(zip(distinct.tolist(), self._points.payloads("premises", distinct), strict=True))

    def _read_claims(self, claims: list[int]) -> dict[int, list[Place]]:
        links: dict[int, list[Place]] = {claim: [] for claim in claims}
        for start in range(0, len(claims), AT_ONCE):
            premises = speaking_to(self._points, claims[start : start + AT_ONCE])
            for premise, payload in self._payloads(premises).items():
                for place, link in enumerate(payload["links"]):
                    if link["claim"] in links:
                        links[link["claim"]].append((link["order"], premise, place))
        return {claim: sorted(set(places)) for claim, places in links.items()}

    def _read_members(
        self, kind: Kind, missing: Sequence[tuple[Kind, int]]
    ) -> dict[tuple[Kind, int], list[int]]:
        members: dict[tuple[Kind, int], list[int]] = {key: [] for key in missing}
        numbers = [number for _, number in missing]
        for start in range(0, len(numbers), AT_ONCE):
            wanted = any_of(kind, "cluster", numbers[start : start + AT_ONCE])
            rows = self._points.matching(wanted, kind)
            sizes = dict.fromkeys(numbers[start : start + AT_ONCE], 1)
            for row, payload in zip(rows.tolist(), self._points.payloads(kind, rows), strict=True):
                members[kind, payload["cluster"]].append(row)
                sizes[payload["cluster"]] = payload.get("members", len(members[kind, payload["cluster"]]))
            for number, size in sizes.items():
                self._points.require(len(members[kind, number]), size, f"{kind} of cluster {number}")
        return members

    def _read_frequencies(self, clusters: list[int]) -> dict[int, tuple[int, int]]:
        """Asks for one premise of each cluster."""
        from qdrant_client import models

        server, collection = self._points.server, self._points.collection
        requests = [
            models.QueryRequest(filter=any_of("premises", "cluster", [number]), limit=1, with_payload=True)
            for number in clusters
        ]
        answers = server.ask(lambda client: client.query_batch_points(collection, requests))
        frequencies: dict[int, tuple[int, int]] = {}
        for number, answer in zip(clusters, answers, strict=True):
            self._points.require(len(answer.points), 1, f"premises of cluster {number}")
            payload = self._points.checked(answer.points[0])
            frequencies[number] = payload["support"], payload["attack"]
        return frequencies


def all_rows(points: Points, kind: Kind, there: int) -> Ints:
    """Returns the rows of all claims or premises, rising, of which so many are there."""
    ids = [int(one.id) for records in points.records(of_kind(kind), False) for one in records]
    points.require(len(ids), there, kind)
    return np.sort(rows_of(kind, ids))
