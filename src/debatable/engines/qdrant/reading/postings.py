"""Terms of a collection and their posting lists, read by request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from qdrant_client import models

from debatable.arrays import Floats, Ints
from debatable.engines.qdrant.names import rows_of, term_id, word_list_id
from debatable.engines.qdrant.reading.filters import among
from debatable.engines.qdrant.reading.points import Payload, Points, RecentValues, Sparse
from debatable.errors import QueryError
from debatable.ranking.protocol import Kind

COUNTED = ("claims", "premises", "debates", "discussions")

TERMS_CACHED = 200_000
"""Words of which what was read is kept."""

MOST = 500_000
"""Postings that are read for one query."""

FREQUENCIES_CACHED = 1_000_000
"""Frequencies that are kept."""


class Term(NamedTuple):
    """A word of the corpus.

    Attributes:
        text: The word.
        number: In the sparse vectors.
        counts: Of claims, premises, debates and named discussions: how many have it, and how often altogether.
        fields: How many premises have it in a field, by position of the ranking.
    """

    text: str
    number: int
    counts: dict[str, tuple[int, int]]
    fields: tuple[int, ...]


class QueryTerm(NamedTuple):
    """A word of a query, with its statistics; rarer ones sort first.

    Attributes:
        n: How many texts have it.
        F: How often altogether.
        text: The word.
        boost: How often the query has it.
        number: In the sparse vectors.
    """

    n: int
    F: int
    text: str
    boost: int
    number: int


class Terms:
    """The words of one collection; safe to share between threads."""

    def __init__(self, points: Points) -> None:
        """Reads nothing yet."""
        self._points = points
        self._known = RecentValues[str, Term | None](TERMS_CACHED)

    def of(self, tokens: Sequence[str]) -> list[tuple[Term, int]]:
        """Returns the words of a query that the corpus has, and how often the query has each."""
        counted = Counter(tokens)
        terms = self._known.get(list(counted), self._read)
        return [(term, counted[term.text]) for term in terms if term is not None]

    def written(self, lists: int) -> dict[str, int]:
        """Returns the written words of the corpus with their numbers of texts, from so many lists."""
        if not lists:
            return {}
        ids = [word_list_id(number) for number in range(lists)]
        words: dict[str, int] = {}
        for payload in self._payloads(ids):
            words.update(payload["words"])
        return words

    def _read(self, texts: list[str]) -> dict[str, Term | None]:
        terms: dict[str, Term | None] = dict.fromkeys(texts)
        for payload in self._payloads([term_id(text) for text in texts]):
            counts = {kind: (payload[kind][0], payload[kind][1]) for kind in COUNTED}
            terms[payload["term"]] = Term(
                payload["term"], payload["number"], counts, tuple(payload["fields"])
            )
        return terms

    def _payloads(self, ids: list[str]) -> list[Payload]:
        """Returns the payloads of those points that are there."""
        points = self._points
        records = points.server.ask(
            lambda client: client.retrieve(points.collection, ids, with_payload=True, with_vectors=False)
        )
        return [points.checked(record) for record in records]


class Postings(NamedTuple):
    """The texts that have a word, rising, how often each, and how many words each has."""

    rows: Ints
    tf: Floats
    lengths: Floats


class PostingLists:
    """Posting lists of one collection; the score of a one-word query is the frequency."""

    def __init__(self, points: Points) -> None:
        """Reads nothing yet."""
        self._points = points
        self._known = RecentValues[tuple[str, int, int], float](FREQUENCIES_CACHED)

    def of(
        self,
        kind: Kind,
        name: str,
        numbers: Sequence[int],
        counts: Sequence[int],
        wanted: models.Filter | None = None,
        length: str | None = None,
    ) -> list[Postings]:
        """Returns the postings of terms.

        Args:
            kind: Of the texts.
            name: Of the sparse vectors of frequencies.
            numbers: Of the terms.
            counts: How many texts have each, at most.
            wanted: Which texts; all without it.
            length: Field of the payload with the number of words of a text, where that is needed.

        Raises:
            QueryError: There are more than can be read in a moment.
        """
        if sum(counts) > MOST:
            raise QueryError(
                f"the words of the query are in {sum(counts):,} texts, too many to read from the server",
                todo="leave frequent words out, or choose a similarity that the index has weights of",
            )
        requests = [
            models.QueryRequest(
                query=models.SparseVector(indices=[number], values=[1.0]),
                using=name,
                filter=wanted,
                limit=max(1, count),
                with_payload=[length, f"{length}_again"] if length else False,
            )
            for number, count in zip(numbers, counts, strict=True)
        ]
        if not requests:
            return []
        answers = self._points.server.ask(
            lambda client: client.query_batch_points(self._points.collection, requests)
        )
        return [self._postings(kind, answer.points, length) for answer in answers]

    def among(self, kind: Kind, name: str, numbers: Sequence[int], rows: Ints) -> Floats:
        """Returns how often given texts have terms, texts by terms."""
        if not len(rows) or not numbers:
            return np.zeros((len(rows), len(numbers)))
        keys = [(name, number, row) for row in rows.tolist() for number in numbers]

        def read(missing: list[tuple[str, int, int]]) -> dict[tuple[str, int, int], float]:
            values = dict.fromkeys(missing, 0.0)
            terms = sorted({number for _, number, _ in missing})
            texts = np.unique(np.array([row for _, _, row in missing], np.int64))
            lists = self.of(kind, name, terms, [len(texts)] * len(terms), among(kind, texts))
            for number, postings in zip(terms, lists, strict=True):
                for row, tf in zip(postings.rows.tolist(), postings.tf.tolist(), strict=True):
                    values[name, number, row] = tf
            return values

        return np.array(self._known.get(keys, read)).reshape(len(rows), len(numbers))

    def _postings(self, kind: Kind, points: Sequence[models.ScoredPoint], length: str | None) -> Postings:
        rows = rows_of(kind, [int(point.id) for point in points])
        order = np.argsort(rows)
        lengths = [self._length(point, length) if length else 0 for point in points]
        return Postings(
            rows[order],
            np.array([point.score for point in points], np.float64)[order],
            np.array(lengths, np.float64)[order],
        )

    def _length(self, point: models.ScoredPoint, field: str) -> int:
        """Returns the number of words of a text, which its point has twice since it is read without the rest."""
        payload = point.payload or {}
        if payload.get(field) != payload.get(f"{field}_again", payload.get(field)):
            raise self._points.contradiction(point.id)
        return int(payload.get(field, 0))


def frequencies(vectors: Sequence[Sparse], numbers: Sequence[int]) -> Floats:
    """Returns how often texts have terms, texts by terms, from their vectors.

    >>> frequencies([(np.array([2, 5]), np.array([1.0, 3.0]))], [5, 4]).tolist()
    [[3.0, 0.0]]
    """
    tf = np.zeros((len(vectors), len(numbers)))
    wanted = np.array(numbers, np.int64)
    for place, (indices, values) in enumerate(vectors):
        if len(indices):
            at = np.minimum(np.searchsorted(indices, wanted), len(indices) - 1)
            tf[place] = np.where(indices[at] == wanted, values[at], 0.0)
    return tf
