"""Search by words: candidates by stored weights, or whole posting lists; scored by the similarity."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
from qdrant_client import models

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.qdrant import names
from debatable.engines.qdrant.reading.candidates import best, ordered
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.parts import Part
from debatable.engines.qdrant.reading.postings import PostingLists, Postings, QueryTerm, Term, frequencies
from debatable.lexical import Formula, Similarity, Statistics, similarity
from debatable.lexical.postings.inversion import LENGTHS, encode
from debatable.ranking.protocol import Kind, Ranked

ROUNDING = 2.0**-22
"""How far a sum in single precision may be off, a term, as a share of what is added."""

Weigh = Callable[[Any, Any, Statistics, float], Any]


class WordSearch:
    """Searches the claims or premises of a collection, or of a part of it."""

    def __init__(self, index: OpenCollection, lists: PostingLists, part: Part | None) -> None:
        """Asks nothing yet."""
        self._index, self._lists, self._part = index, lists, part
        self._counted: dict[tuple[Kind, str], tuple[int, int]] = {}

    def search(
        self, kind: Kind, queries: Sequence[Sequence[str]], given: str | Similarity, k: int
    ) -> list[Ranked]:
        """Finds at most k rows for each query."""
        if k < 1:
            return [ordered(np.zeros(0, np.int64), np.zeros(0), 0) for _ in queries]
        asked = [self._terms(kind, tokens) for tokens in queries]
        place = self._stored(given)
        if place is None:
            pairs = zip(queries, asked, strict=True)
            return [self._listed(kind, _weigh(given, len(tokens)), terms, k) for tokens, terms in pairs]
        counted = [self._asked(kind, terms) for terms in asked]
        weigh = _weigh(given, 0)

        def ask(wanted: Sequence[int], limit: int) -> list[tuple[Ints, Floats]]:
            vectors = [[(term.number, float(term.boost)) for term in counted[query]] for query in wanted]
            return weighted_candidates(self._index, kind, names.weights(kind, place), vectors, limit)

        def rescore(query: int, rows: Ints) -> tuple[Floats, float]:
            scores, error, _ = self._scores(kind, weigh, counted[query], rows)
            return scores, error

        return best(len(queries), k, ask, rescore)

    def score(self, kind: Kind, tokens: Sequence[str], rows: Ints, given: str | Similarity) -> Floats:
        """Scores given rows."""
        terms = self._asked(kind, self._terms(kind, tokens))
        return self._scores(kind, _weigh(given, len(tokens)), terms, rows)[0]

    def _terms(self, kind: Kind, tokens: Sequence[str]) -> list[tuple[Term, int]]:
        """Returns the words of a query that a text of the kind has."""
        return [(term, boost) for term, boost in self._index.terms.of(tokens) if term.counts[kind][0]]

    def _asked(self, kind: Kind, terms: Sequence[tuple[Term, int]]) -> list[QueryTerm]:
        """Returns words with their statistics, rarest first; in a part with those of the part."""
        if self._part is not None:
            missing = [term for term, _ in terms if (kind, term.text) not in self._counted]
            self._read(kind, missing)
            counts = [self._counted[kind, term.text] for term, _ in terms]
        else:
            counts = [term.counts[kind] for term, _ in terms]
        return sorted(
            QueryTerm(n, F, term.text, boost, term.number)
            for (term, boost), (n, F) in zip(terms, counts, strict=True)
            if n
        )

    def _read(self, kind: Kind, terms: Sequence[Term]) -> list[Postings]:
        """Reads the postings of terms, and counts them."""
        lists = self._lists.of(
            kind,
            names.words(kind),
            [term.number for term in terms],
            [term.counts[kind][0] for term in terms],
            None if self._part is None else self._part.filter(kind),
            "words",
        )
        if self._part is not None:
            for term, postings in zip(terms, lists, strict=True):
                self._counted[kind, term.text] = len(postings.rows), int(postings.tf.sum())
        return lists

    def _statistics(self, kind: Kind) -> tuple[int, int]:
        """Returns N and T."""
        if self._part is None:
            N, T = self._index.manifest.words[kind]
            return N, T
        lengths = self._part.words(kind, self._index.points)
        return int(np.count_nonzero(lengths)), int(lengths.sum())

    def _scores(
        self, kind: Kind, weigh: Weigh, terms: Sequence[QueryTerm], rows: Ints
    ) -> tuple[Floats, float, Bools]:
        """Returns scores, how far sums in single precision may be off, and which rows have a word."""
        if not len(rows) or not terms:
            return np.zeros(len(rows)), 0.0, np.zeros(len(rows), np.bool_)
        points = self._index.points
        distinct, place = np.unique(rows, return_inverse=True)
        tf = frequencies(points.sparse(kind, distinct, names.words(kind)), [term.number for term in terms])[
            place
        ]
        lengths = np.array([payload["words"] for payload in points.payloads(kind, distinct)], np.int64)[place]
        return self._summed(kind, weigh, terms, tf, lengths)

    def _summed(
        self, kind: Kind, weigh: Weigh, terms: Sequence[QueryTerm], tf: Floats, lengths: Ints
    ) -> tuple[Floats, float, Bools]:
        N, T = self._statistics(kind)
        dl = LENGTHS[encode(lengths)]
        sums, sizes = np.zeros(len(tf)), np.zeros(len(tf))
        for column, term in enumerate(terms):
            has = tf[:, column] > 0
            part = weigh(tf[has, column], dl[has], Statistics(N, T, term.n, term.F), float(term.boost))
            sums[has] += part
            sizes[has] += np.abs(part)
        error = float(sizes.max(initial=0.0)) * (len(terms) + 2) * ROUNDING
        return sums.astype(np.float32).astype(np.float64), error, np.asarray((tf > 0).any(axis=1))

    def _listed(self, kind: Kind, weigh: Weigh, terms: Sequence[tuple[Term, int]], k: int) -> Ranked:
        """Finds rows by reading all postings of the words."""
        postings = dict(zip((t.text for t, _ in terms), self._read(kind, [t for t, _ in terms]), strict=True))
        counted = [
            QueryTerm(len(one.rows), int(one.tf.sum()), term.text, boost, term.number)
            for term, boost in terms
            if len((one := postings[term.text]).rows)
        ]
        counted.sort()
        rows, tf, lengths = columns([postings[term.text] for term in counted])
        scores, _, _ = self._summed(kind, weigh, counted, tf, lengths)
        return ordered(rows, scores, k)

    def _stored(self, given: str | Similarity) -> int | None:
        """Returns the position of the weights of a similarity; None where they are computed here."""
        if self._part is not None:
            return None
        formula = similarity(given) if isinstance(given, str) else given
        stored = [similarity(name) for name in self._index.manifest.similarities]
        return stored.index(formula) if isinstance(formula, Formula) and formula in stored else None


def weighted_candidates(
    index: OpenCollection, kind: Kind, name: str, vectors: Sequence[Sequence[tuple[int, float]]], limit: int
) -> list[tuple[Ints, Floats]]:
    """Returns the candidates of queries by stored weights, all in one request.

    Args:
        index: The collection.
        kind: Of the candidates.
        name: Of the sparse vectors of weights.
        vectors: Numbers and boosts of the terms of each query; one without terms has no candidates.
        limit: Candidates a query.
    """
    nothing = np.zeros(0, np.int64), np.zeros(0)
    candidates: list[tuple[Ints, Floats]] = [nothing] * len(vectors)
    places = [place for place, vector in enumerate(vectors) if vector]
    requests = [
        models.QueryRequest(
            query=models.SparseVector(
                indices=[number for number, _ in vectors[place]],
                values=[value for _, value in vectors[place]],
            ),
            using=name,
            limit=limit,
            with_payload=False,
        )
        for place in places
    ]
    if not requests:
        return candidates
    answers = index.server.ask(lambda client: client.query_batch_points(index.name, requests))
    for place, answer in zip(places, answers, strict=True):
        rows = names.rows_of(kind, [int(point.id) for point in answer.points])
        candidates[place] = rows, np.array([point.score for point in answer.points], np.float64)
    return candidates


def columns(postings: Sequence[Postings]) -> tuple[Ints, Floats, Ints]:
    """Returns the rows that have a word, rising, how often each has each word, and how many words each has."""
    rows = np.unique(np.concatenate([np.zeros(0, np.int64), *(one.rows for one in postings)]))
    tf, lengths = np.zeros((len(rows), len(postings))), np.zeros(len(rows), np.int64)
    for column, one in enumerate(postings):
        at = np.searchsorted(rows, one.rows)
        tf[at, column] = one.tf
        lengths[at] = one.lengths
    return rows, tf, lengths


def _weigh(given: str | Similarity, length: int) -> Weigh:
    formula = similarity(given) if isinstance(given, str) else given
    return partial(formula.for_query(length).score) if isinstance(formula, Formula) else formula
