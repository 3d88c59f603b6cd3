"""BM25F over conclusion, full argument and discussion, from the words of premises, claims and debates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.qdrant import names
from debatable.engines.qdrant.reading.candidates import best, ordered
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.parts import Part, speaking_to
from debatable.engines.qdrant.reading.points import Payload
from debatable.engines.qdrant.reading.postings import PostingLists, Term, frequencies
from debatable.engines.qdrant.reading.word_search import ROUNDING, columns, weighted_candidates
from debatable.errors import InputError
from debatable.lexical import BM25F, Statistics
from debatable.lexical.similarities.bm25 import idf
from debatable.ranking.protocol import Ranked

FIELDS = ("conclusion", "argument", "discussion")


class Frequencies(NamedTuple):
    """How often premises have terms in the fields, and how long the fields are."""

    rows: Ints
    tf: tuple[Floats, Floats, Floats]
    lengths: Ints


class FieldSearch:
    """Ranks the premises of a collection, or of a part of it."""

    def __init__(self, index: OpenCollection, lists: PostingLists, part: Part | None) -> None:
        """Asks nothing yet."""
        self._index, self._lists, self._part = index, lists, part
        self._counted: dict[tuple[tuple[int, ...], str], int] = {}

    def search(self, ranking: BM25F, tokens: Sequence[str], k: int) -> Ranked:
        """Finds at most k premises."""
        terms = self._index.terms.of(tokens)
        place = self._stored(ranking)
        if k < 1 or not terms or place is None:
            read = self._all(terms)
            scores, _, has = self._scores(ranking, terms, read, self._counts(ranking, terms, read))
            return ordered(read.rows[has], _single(scores[has]), k)
        vectors = [[(term.number, float(boost)) for term, boost in terms]]

        def rescore(_: int, rows: Ints) -> tuple[Floats, float]:
            counts = [term.fields[place] for term, _ in terms]
            scores, error, _there = self._scores(ranking, terms, self._of(rows, terms), counts)
            return _single(scores), error

        return best(
            1,
            k,
            lambda _, limit: weighted_candidates(
                self._index, "premises", names.field_weights(place), vectors, limit
            ),
            rescore,
        )[0]

    def score(self, ranking: BM25F, tokens: Sequence[str], rows: Ints) -> Floats:
        """Scores given premises."""
        terms = self._index.terms.of(tokens)
        if not terms or not len(rows):
            return np.zeros(len(rows))
        place = self._stored(ranking)
        counts = self._counts(ranking, terms) if place is None else [term.fields[place] for term, _ in terms]
        return self._scores(ranking, terms, self._of(rows, terms), counts)[0]

    def _stored(self, ranking: BM25F) -> int | None:
        stored = self._index.manifest.rankings
        return stored.index(repr(ranking)) if self._part is None and repr(ranking) in stored else None

    def _statistics(self, ranking: BM25F) -> tuple[list[tuple[int, float, float]], int]:
        """Returns field, weight and mean length of the fields that count, and how many premises have one."""
        if len(ranking.weights) != len(FIELDS):
            raise InputError(f"{len(ranking.weights)} weights for {len(FIELDS)} fields of the same rows")
        if self._part is None:
            sizes = [self._index.manifest.fields[name] for name in FIELDS]
        else:
            lengths = field_lengths(self._part.lengths)
            sizes = [(int(np.count_nonzero(of)), int(of.sum())) for of in lengths.T]
        used = [
            (field, weight, total / filled)
            for field, (weight, (filled, total)) in enumerate(zip(ranking.weights, sizes, strict=True))
            if weight > 0 and filled
        ]
        if self._part is None:
            documents = self._index.manifest.documents["".join(str(field) for field, _, _ in used)]
        else:
            documents = int(lengths[:, [field for field, _, _ in used]].any(axis=1).sum())
        return used, documents

    def _scores(
        self, ranking: BM25F, terms: Sequence[tuple[Term, int]], read: Frequencies, counts: Sequence[int]
    ) -> tuple[Floats, float, Ints]:
        """Returns scores, how far sums in single precision may be off, and where there is a word."""
        used, documents = self._statistics(ranking) if len(read.rows) else ([], 0)
        sums, b, k1 = np.zeros(len(read.rows)), ranking.b, ranking.k1
        has = np.zeros(len(read.rows), np.bool_)
        lengths = field_lengths(read.lengths)
        for column in sorted(range(len(terms)), key=lambda place: counts[place]):
            x = np.zeros(len(read.rows))
            for field, weight, mean in used:
                x += weight * read.tf[field][:, column] / (1 - b + b * lengths[:, field] / mean)
            rarity = float(idf(Statistics(documents, 0, counts[column], 0))) if counts[column] else 0.0
            sums += terms[column][1] * rarity * (k1 + 1) * x / (k1 + x + (x == 0))
            has |= x > 0
        error = float(np.abs(sums).max(initial=0.0)) * (len(terms) + 2) * ROUNDING
        return sums, error, np.flatnonzero(has)

    def _counts(
        self, ranking: BM25F, terms: Sequence[tuple[Term, int]], read: Frequencies | None = None
    ) -> list[int]:
        """Returns how many premises have each term in a field that counts."""
        fields = tuple(field for field, weight in enumerate(ranking.weights[: len(FIELDS)]) if weight > 0)
        if any((fields, term.text) not in self._counted for term, _ in terms):
            read = read or self._all(terms)
            for column, (term, _) in enumerate(terms):
                there = np.zeros(len(read.rows), np.bool_)
                for field in fields if len(read.rows) else ():
                    there |= read.tf[field][:, column] > 0
                self._counted[fields, term.text] = int(np.count_nonzero(there))
        return [self._counted[fields, term.text] for term, _ in terms]

    def _of(self, rows: Ints, terms: Sequence[tuple[Term, int]]) -> Frequencies:
        """Reads the frequencies of given premises."""
        points, numbers = self._index.points, [term.number for term, _ in terms]
        distinct, place = np.unique(rows, return_inverse=True)
        payloads = points.payloads("premises", distinct)
        own = frequencies(points.sparse("premises", distinct, names.words("premises")), numbers)
        named = self._lists.among("premises", names.premises_discussion, numbers, distinct)
        premise, claim = _claim_pairs(payloads)
        claims, at = np.unique(claim, return_inverse=True)
        of_claims = frequencies(points.sparse("claims", claims, names.words("claims")), numbers)
        debates = self._lists.among("claims", names.claims_debate, numbers, claims)
        whole = _joined(own, named, _named(payloads), premise, of_claims[at], debates[at])
        lengths = _lengths(payloads)
        return Frequencies(rows, tuple(part[place] for part in whole), lengths[place])  # type: ignore[arg-type]

    def _all(self, terms: Sequence[tuple[Term, int]]) -> Frequencies:
        """Reads the frequencies of all premises that have one of the terms in a field."""
        numbers = [term.number for term, _ in terms]
        inside = None if self._part is None else self._part.filter("premises")

        def lists(kind: str, name: str, counts: list[int]) -> tuple[Ints, Floats]:
            here = inside if kind == "premises" else None
            rows, tf, _ = columns(self._lists.of(kind, name, numbers, counts, here))  # type: ignore[arg-type]
            return rows, tf

        own = lists("premises", names.words("premises"), [t.counts["premises"][0] for t, _ in terms])
        named = lists("premises", names.premises_discussion, [t.counts["discussions"][0] for t, _ in terms])
        of_claims = lists("claims", names.words("claims"), [t.counts["claims"][0] for t, _ in terms])
        debate = lists("claims", names.claims_debate, [t.counts["debates"][0] for t, _ in terms])
        claims = np.union1d(of_claims[0], debate[0])
        rows = np.unique(np.concatenate([own[0], named[0], self._speaking_to(claims)]))
        payloads = self._index.points.payloads("premises", rows)
        premise, claim = _claim_pairs(payloads)
        tf = _joined(
            _at(own, rows),
            _at(named, rows),
            _named(payloads),
            premise,
            _at(of_claims, claim),
            _at(debate, claim),
        )
        return Frequencies(rows, tf, _lengths(payloads))

    def _speaking_to(self, claims: Ints) -> Ints:
        if self._part is not None:
            premise, claim = self._part.claim_links
            return premise[np.isin(claim, claims)]
        return speaking_to(self._index.points, claims.tolist()) if len(claims) else claims


def _named(payloads: Sequence[Payload]) -> Bools:
    """Returns which premises are in a discussion that the corpus names."""
    return np.array([bool(payload["named"]) for payload in payloads], np.bool_)


def _claim_pairs(payloads: Sequence[Payload]) -> tuple[Ints, Ints]:
    """Returns the positions of premises, each with a claim of it."""
    pairs = [(at, claim) for at, payload in enumerate(payloads) for claim in payload["claims"]]
    premise, claim = np.array(pairs, np.int64).reshape(-1, 2).T
    return premise, claim


def _joined(
    own: Floats, named: Floats, has_name: Bools, premise: Ints, of_claims: Floats, debate: Floats
) -> tuple[Floats, Floats, Floats]:
    """Returns the frequencies in conclusions, full arguments and discussions."""
    conclusions: Floats = np.zeros(own.shape)
    around: Floats = np.zeros(own.shape)
    np.add.at(conclusions, premise, of_claims)
    np.add.at(around, premise, debate)
    return conclusions, conclusions + own, np.where(has_name[:, None], named, around)


def _at(postings: tuple[Ints, Floats], rows: Ints) -> Floats:
    """Returns the frequencies of given rows, 0 of those that were not found."""
    listed, tf = postings
    if not len(listed):
        return np.zeros((len(rows), tf.shape[1]))
    at = np.minimum(np.searchsorted(listed, rows), len(listed) - 1)
    return np.where((listed[at] == rows)[:, None], tf[at], 0.0)


def _lengths(payloads: Sequence[Payload]) -> Ints:
    lengths = [[payload[name] for name in ("conclusions", "words", "discussion")] for payload in payloads]
    return np.array(lengths, np.int64).reshape(-1, 3)


def field_lengths(lengths: Ints) -> Ints:
    """Turns lengths of conclusions, premise and discussion into those of the fields."""
    return np.stack([lengths[:, 0], lengths[:, 0] + lengths[:, 1], lengths[:, 2]], axis=1)


def _single(scores: Floats) -> Floats:
    return scores.astype(np.float32).astype(np.float64)
