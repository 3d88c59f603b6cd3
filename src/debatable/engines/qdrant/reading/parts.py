"""The part of a collection that passes a filter: its links, premises and claims, held as arrays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

import numpy as np
from qdrant_client import models

from debatable.arrays import Bools, Ints, Signs
from debatable.engines.protocol import Filter
from debatable.engines.qdrant import names
from debatable.engines.qdrant.names import link_number
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.filters import (
    among,
    any_of,
    narrowest,
    passing_places,
    premises_filter,
)
from debatable.engines.qdrant.reading.points import TEXT_CHECKSUM, Payload, Points
from debatable.engines.qdrant.reading.postings import PostingLists
from debatable.errors import InputError, QueryError
from debatable.lexical import Runs, allowed_rows, run_of
from debatable.ranking.formulas.ecir2020 import claim_frequency
from debatable.ranking.protocol import Kind, LinkRows
from debatable.text import Query

MOST = 1_000_000
"""Premises that a part has at most."""

Found = list[tuple[int, Payload]]


@dataclass(frozen=True)
class Part:
    """Some links of a collection.

    Attributes:
        links: Those that pass, by row of the premise.
        order: The order in which links were added, a number a link.
        claim_clusters: Cluster of the claim of each link, -1 without a claim.
        premise_clusters: Cluster of the premise of each link.
        premises: Rows of the premises, rising.
        lengths: Words of each of these: of the conclusions, of itself, of the discussion.
        claim_links: Premise and claim of every link that these premises have in the whole.
    """

    links: LinkRows
    order: Ints
    claim_clusters: Ints
    premise_clusters: Ints
    premises: Ints
    lengths: Ints
    claim_links: tuple[Ints, Ints]

    @cached_property
    def claims(self) -> Ints:
        """Rows of the claims, rising."""
        rows = np.unique(self.links.claim)
        return rows[rows >= 0]

    @cached_property
    def alone(self) -> Ints:
        """Rows of the premises that hang on no claim, rising."""
        return np.setdiff1d(self.premises, self.links.premise[self.links.claim >= 0])

    @cached_property
    def _filters(self) -> Mapping[str, models.Filter]:
        return {
            "claims": among("claims", self.claims),
            "premises": among("premises", self.premises),
            "alone": among("premises", self.alone),
        }

    def filter(self, kind: Kind, *, claimless: bool = False) -> models.Filter:
        """Lets the part pass."""
        return self._filters["alone" if claimless else kind]

    def rows(self, kind: Kind) -> Ints:
        """Returns the rows that are there, rising."""
        return self.claims if kind == "claims" else self.premises

    def words(self, kind: Kind, points: Points) -> Ints:
        """Returns how many words each text has."""
        if kind == "premises":
            return self.lengths[:, 1]
        return np.array([payload["words"] for payload in points.payloads(kind, self.claims)], np.int64)

    def links_of(self, kind: Kind, rows: Ints) -> LinkRows:
        """Returns the links of given rows, those of the first row first, as they were added."""
        of, places = self._by_claim if kind == "claims" else self._by_premise
        begins, ends = np.searchsorted(of, rows, "left"), np.searchsorted(of, rows, "right")
        spans = [places[begin:end] for begin, end in zip(begins.tolist(), ends.tolist(), strict=True)]
        return LinkRows(*(column[np.concatenate([places[:0], *spans])] for column in self.links))

    def premises_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the premises of given clusters, rising."""
        return np.unique(self.links.premise[np.isin(self.premise_clusters, clusters)])

    def claim_frequencies(self, clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given premise clusters."""
        distinct, place = np.unique(clusters, return_inverse=True)
        kept = (self.links.claim >= 0) & np.isin(self.premise_clusters, distinct)
        support, attack = claim_frequency(
            np.searchsorted(distinct, self.premise_clusters[kept]),
            self.claim_clusters[kept],
            np.where(self.links.sign[kept] < 0, -1, 1),
            len(distinct),
        )
        return np.asarray(support[place], np.int64), np.asarray(attack[place], np.int64)

    def without(self, kept: Bools) -> Part:
        """Returns the part that has only some of the links."""
        links = self.links.take(kept)
        there = np.isin(self.premises, links.premise)
        spoken = np.isin(self.claim_links[0], links.premise)
        return Part(
            links,
            self.order[kept],
            self.claim_clusters[kept],
            self.premise_clusters[kept],
            self.premises[there],
            self.lengths[there],
            (self.claim_links[0][spoken], self.claim_links[1][spoken]),
        )

    @cached_property
    def _by_claim(self) -> tuple[Ints, Ints]:
        places = np.lexsort((self.order, self.links.claim))
        return self.links.claim[places], places

    @cached_property
    def _by_premise(self) -> tuple[Ints, Ints]:
        places = np.lexsort((self.order, self.links.premise))
        return self.links.premise[places], places


def part_of(passing: Sequence[tuple[int, Payload, Sequence[int]]]) -> Part:
    """Makes a part of premises, their payloads, and the places of those of their links that pass."""
    passing = sorted((one for one in passing if one[2]), key=lambda one: one[0])
    rows = [(row, payload, place) for row, payload, places in passing for place in places]
    links = link_rows(rows)
    link_payloads = [payload["links"][place] for _, payload, place in rows]
    spoken = [(row, claim) for row, payload, _ in passing for claim in payload["claims"]]
    pairs = np.array(spoken, np.int64).reshape(-1, 2)
    return Part(
        links,
        np.array([link["order"] for link in link_payloads], np.int64),
        np.array([link["claim_cluster"] for link in link_payloads], np.int64),
        np.array([payload["cluster"] for _, payload, _ in rows], np.int64),
        np.array([row for row, _, _ in passing], np.int64),
        np.array(
            [[payload[name] for name in ("conclusions", "words", "discussion")] for _, payload, _ in passing],
            np.int64,
        ).reshape(-1, 3),
        (pairs[:, 0], pairs[:, 1]),
    )


def link_rows(places_of: Sequence[tuple[int, Payload, int]]) -> LinkRows:
    """Returns links by premise, its payload, and the place of the link in it."""
    premise = np.array([row for row, _, _ in places_of], np.int64)
    places = np.array([place for _, _, place in places_of], np.int64)
    payloads = [payload["links"][place] for _, payload, place in places_of]
    sign: Signs = np.array([link["sign"] for link in payloads], np.int8)
    claim = np.array([link["claim"] for link in payloads], np.int64)
    return LinkRows(premise, claim, sign, link_number(premise, places))


def restricted_part(index: OpenCollection, lists: PostingLists, wanted: Filter, within: Part | None) -> Part:
    """Returns what passes a filter.

    Raises:
        InputError: No argument is of the sources or languages, or has one of the ids.
        QueryError: More premises pass than can be read.
    """
    query = None if wanted.query is None or wanted.query.plain else wanted.query
    needed = set() if query is None else _needed(query)
    if needed:
        rows = _having_all(index, lists, sorted(needed))
        candidates = list(zip(rows.tolist(), index.points.payloads("premises", rows), strict=True))
    else:
        candidates = _read(index, wanted)
    passing = [(row, payload, passing_places(payload, wanted)) for row, payload in candidates]
    passing = [one for one in passing if one[2]]
    if (wanted.sources or wanted.languages or wanted.ids) and not passing and not _any(index, wanted, needed):
        raise InputError(
            f"no argument {wanted}",
            where=index.where,
            todo="'debatable info' lists the sources and languages of an index",
        )
    if query is not None:
        allowed = _allowed(index, lists, query, [(row, payload) for row, payload, _ in passing])
        passing = [one for one in passing if one[0] in allowed]
    part = part_of(passing)
    return part if within is None else part.without(np.isin(part.links.number, within.links.number))


def _needed(query: Query) -> set[str]:
    return {*query.must, *(term for phrase in query.phrases for term in phrase)}


def _any(index: OpenCollection, wanted: Filter, needed: set[str]) -> bool:
    """Whether anything passes, operators aside."""
    manifest = index.manifest
    narrow = wanted if wanted.ids else narrowest(wanted, manifest.corpus, manifest.counts["links"])[0]
    return bool(needed) and any(
        passing_places(payload, wanted) for page in _pages(index, narrow) for _, payload in page
    )


def _read(index: OpenCollection, wanted: Filter) -> Found:
    """Reads the premises that may pass, by ids or else by source or language."""
    narrow, there = narrowest(wanted, index.manifest.corpus, index.manifest.counts["links"])
    premises: Found = []
    for page in _pages(index, wanted if wanted.ids else narrow):
        premises += page
        if len(premises) > MOST:
            raise QueryError(
                f"more than {MOST:,} premises pass the filter",
                todo="narrow it, or index this part as an index of its own",
            )
    if not wanted.ids:
        found = sum(len(passing_places(payload, narrow)) for _, payload in premises)
        index.points.require(found, there, f"arguments {narrow}".rstrip())
    return premises


def _pages(index: OpenCollection, wanted: Filter) -> Iterator[Found]:
    """Yields premises without their texts; points of earlier versions cannot be checked without these."""
    points, without_text = index.points, models.PayloadSelectorExclude(exclude=["text"])
    for records in points.records(premises_filter(wanted, index.manifest.twice), without_text):
        rows = names.rows_of("premises", [int(record.id) for record in records]).tolist()
        payloads = [
            points.checked(record) if TEXT_CHECKSUM in record.payload else record.payload
            for record in records
        ]
        yield list(zip(rows, payloads, strict=True))


def speaking_to(points: Points, claims: Sequence[int]) -> Ints:
    """Returns the premises of given claims, rising; raises a CorruptIndexError where the server misses one."""
    rows = points.matching(any_of("premises", "claims", claims), "premises")
    payloads = points.payloads("premises", rows)
    found = Counter(claim for payload in payloads for claim in payload["claims"])
    for claim, payload in zip(claims, points.payloads("claims", claims), strict=True):
        points.require(found[claim], payload.get("premises", found[claim]), f"premises of claim {claim}")
    return rows


def _having(index: OpenCollection, lists: PostingLists, term: str) -> Ints:
    """Returns the premises that have a word, themselves or in a claim."""
    rows = [np.zeros(0, np.int64)]
    for known_term, _ in index.terms.of([term]):
        premises, claims = known_term.counts["premises"][0], known_term.counts["claims"][0]
        if premises:
            rows += [
                one.rows for one in lists.of("premises", "premises_words", [known_term.number], [premises])
            ]
        if claims:
            (of_claims,) = lists.of("claims", "claims_words", [known_term.number], [claims])
            rows.append(speaking_to(index.points, of_claims.rows.tolist()))
    return np.unique(np.concatenate(rows))


def _having_all(index: OpenCollection, lists: PostingLists, terms: Sequence[str]) -> Ints:
    rows = _having(index, lists, terms[0])
    for term in terms[1:]:
        rows = np.intersect1d(rows, _having(index, lists, term))
    return rows


class _Candidates:
    """Premises, as a field whose postings are read from the server."""

    def __init__(self, index: OpenCollection, lists: PostingLists, premises: Found) -> None:
        self._index, self._lists = index, lists
        self._rows = np.array([row for row, _ in premises], np.int64)
        self.deleted = np.zeros(len(premises), np.bool_)

    def __len__(self) -> int:
        return len(self._rows)

    @cached_property
    def postings(self) -> Any:
        return self

    def of(self, term: str) -> tuple[Ints]:
        having = _having(self._index, self._lists, term)
        return (np.flatnonzero(np.isin(self._rows, having)),)


def _allowed(index: OpenCollection, lists: PostingLists, query: Query, premises: Found) -> set[int]:
    """Returns the premises that, with their claims, match the operators."""
    rows = [row for row, _ in premises]

    def claim_texts(keys: Sequence[int]) -> dict[int, str]:
        payloads = index.points.payloads("claims", list(keys))
        return {key: payload["text"] for key, payload in zip(keys, payloads, strict=True)}

    claims = Runs(claim_texts, index.analyzer)

    def runs_of(places: Sequence[int]) -> list[list[str]]:
        payloads = index.points.payloads("premises", [rows[place] for place in places])
        claim_runs = claims.of(sorted({claim for payload in payloads for claim in payload["claims"]}))
        return [
            [run_of(index.analyzer(payload["text"])), *(claim_runs[claim] for claim in payload["claims"])]
            for payload in payloads
        ]

    fields = [cast(Any, _Candidates(index, lists, premises))]
    places = allowed_rows(fields, query, runs_of)
    return set(rows) if places is None else {rows[place] for place in places.tolist()}
