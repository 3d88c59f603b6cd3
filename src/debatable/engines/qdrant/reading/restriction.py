"""From a filter to the part of a collection that passes it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

import numpy as np
from qdrant_client import models

from debatable.arrays import Ints
from debatable.engines.filter import Filter
from debatable.engines.qdrant import names
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.filters import any_of, passing_places, premises_filter
from debatable.engines.qdrant.reading.parts import MOST, Part, part_of
from debatable.engines.qdrant.reading.points import Payload
from debatable.engines.qdrant.reading.posting_lists import PostingLists
from debatable.errors import InputError, QueryError
from debatable.lexical import Runs, allowed_rows, run_of
from debatable.text import Query

__all__ = ["restricted_part"]

Found = list[tuple[int, Payload]]


def restricted_part(index: OpenCollection, lists: PostingLists, wanted: Filter, within: Part | None) -> Part:
    """Returns what passes a filter.

    Raises:
        InputError: No argument is of the sources or languages, or has one of the ids.
        QueryError: More premises pass than can be held here.
    """
    query = None if wanted.query is None or wanted.query.plain else wanted.query
    needed = set() if query is None else _needed(query)
    if needed:
        rows = _having_all(index, lists, sorted(needed))
        found = list(zip(rows.tolist(), index.points.payloads("premises", rows), strict=True))
    else:
        found = _read(index, premises_filter(wanted))
    passing = [(row, payload, passing_places(payload, wanted)) for row, payload in found]
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
    """Says whether anything passes, operators aside."""
    if not needed:
        return False
    found = index.server.ask(
        lambda client: client.count(index.name, count_filter=premises_filter(wanted), exact=True)
    )
    return bool(found.count)


def _read(index: OpenCollection, wanted: models.Filter) -> Found:
    found: Found = []
    without_text = models.PayloadSelectorExclude(exclude=["text"])
    for page in index.points.pages(wanted, without_text):
        rows = names.rows_of("premises", list(page)).tolist()
        found += zip(rows, page.values(), strict=True)
        if len(found) > MOST:
            raise QueryError(
                f"more than {MOST:,} premises pass the filter",
                todo="narrow it, or index this part as an index of its own",
            )
    return found


def _having(index: OpenCollection, lists: PostingLists, term: str) -> Ints:
    """Returns the premises that have a word, or that speak to a claim which has it."""
    rows = [np.zeros(0, np.int64)]
    for known, _ in index.terms.of([term]):
        premises, claims = known.counts["premises"][0], known.counts["claims"][0]
        if premises:
            rows += [one.rows for one in lists.of("premises", "premises_words", [known.number], [premises])]
        if claims:
            (said,) = lists.of("claims", "claims_words", [known.number], [claims])
            rows.append(index.points.matching(any_of("premises", "claims", said.rows.tolist()), "premises"))
    return np.unique(np.concatenate(rows))


def _having_all(index: OpenCollection, lists: PostingLists, terms: Sequence[str]) -> Ints:
    rows = _having(index, lists, terms[0])
    for term in terms[1:]:
        rows = np.intersect1d(rows, _having(index, lists, term))
    return rows


class _Candidates:
    """Premises, as a field whose postings are read from the server."""

    def __init__(self, index: OpenCollection, lists: PostingLists, found: Found) -> None:
        self._index, self._lists = index, lists
        self._rows = np.array([row for row, _ in found], np.int64)
        self.deleted = np.zeros(len(found), np.bool_)

    def __len__(self) -> int:
        return len(self._rows)

    @cached_property
    def postings(self) -> Any:
        return self

    def of(self, term: str) -> tuple[Ints]:
        having = _having(self._index, self._lists, term)
        return (np.flatnonzero(np.isin(self._rows, having)),)


def _allowed(index: OpenCollection, lists: PostingLists, query: Query, found: Found) -> set[int]:
    """Returns the premises that, with the claims they speak to, have what the operators ask for."""
    rows = [row for row, _ in found]

    def claim_texts(keys: Sequence[int]) -> dict[int, str]:
        payloads = index.points.payloads("claims", list(keys))
        return {key: payload["text"] for key, payload in zip(keys, payloads, strict=True)}

    claims = Runs(claim_texts, index.analyzer)

    def runs_of(places: Sequence[int]) -> list[list[str]]:
        payloads = index.points.payloads("premises", [rows[place] for place in places])
        said = claims.of(sorted({claim for payload in payloads for claim in payload["claims"]}))
        return [
            [run_of(index.analyzer(payload["text"])), *(said[claim] for claim in payload["claims"])]
            for payload in payloads
        ]

    fields = [cast(Any, _Candidates(index, lists, found))]
    places = allowed_rows(fields, query, runs_of)
    return set(rows) if places is None else {rows[place] for place in places.tolist()}
