"""Term frequencies of the texts of an index, and their weights by similarities and BM25F, as sparse matrices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.texts import Texts
from debatable.engines.qdrant.reading.field_search import field_lengths
from debatable.errors import InputError
from debatable.lexical import BM25F, Formula, Statistics, similarity
from debatable.lexical.postings.inversion import LENGTHS, encode
from debatable.lexical.similarities.bm25 import idf
from debatable.progress import Step

Rows: TypeAlias = Any
"""A sparse matrix of texts by terms: how often each text has each term."""

LEAST = 1e-30
"""What a weight of 0 is stored as: the server leaves zeros out, and who has the word must be found."""

CHUNK = 1_000
"""Premises whose discussions are held at once."""


@dataclass(frozen=True)
class Documents:
    """Frequencies of the terms in claims, premises and named discussions.

    Attributes:
        vocabulary: Every term, by number.
        claims: Claims by terms.
        premises: Premises by terms.
        discussions: Premises by terms of the discussions that the corpus names.
        speaks: Premises by claims, 1 where a premise is linked to a claim.
    """

    vocabulary: list[str]
    claims: Rows
    premises: Rows
    discussions: Rows
    speaks: Rows

    @cached_property
    def debates(self) -> Rows:
        """Claims by terms: each claim with all its premises."""
        return sparse.csr_array(self.speaks.T @ self.premises + self.claims)

    @cached_property
    def named(self) -> Bools:
        """Which premises are in a discussion that the corpus names."""
        return np.asarray(self.discussions.sum(axis=1)) > 0

    def conclusions(self, start: int, stop: int) -> Rows:
        """Returns premises by terms of their claims."""
        return sparse.csr_array(self.speaks[start:stop] @ self.claims)

    def around(self, start: int, stop: int) -> Rows:
        """Returns premises by terms of their discussions."""
        unnamed = sparse.diags_array((~self.named[start:stop]).astype(np.float64))
        return sparse.csr_array(
            unnamed @ (self.speaks[start:stop] @ self.debates) + self.discussions[start:stop]
        )

    def lengths(self) -> Ints:
        """Returns the words of the conclusions, of itself and of the discussion of each premise."""
        of_claims = np.asarray(self.claims.sum(axis=1))
        own = np.asarray(self.premises.sum(axis=1))
        debates = np.asarray(self.debates.sum(axis=1))
        around = np.where(self.named, np.asarray(self.discussions.sum(axis=1)), self.speaks @ debates)
        return np.stack([self.speaks @ of_claims, own, around], axis=1).astype(np.int64)


def documents_of(index: OpenIndex, progress: Step | None = None) -> Documents:
    """Analyses all texts of an index."""
    texts = Texts(index.snapshot, index.tables)
    numbers: dict[str, int] = {}
    rows = [
        _rows(texts.of(field), index.analyzer, numbers) for field in ("claims", "premises", "discussions")
    ]
    claims, premises, discussions = (
        sparse.csr_array((tf, indices, starts), shape=(len(starts) - 1, len(numbers)))
        for starts, indices, tf in rows
    )
    links = index.tables.links
    linked = links.claim >= 0
    pairs = np.unique(np.stack([links.premise[linked], links.claim[linked]], axis=1), axis=0)
    speaks = sparse.csr_array(
        (np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(links.premises, links.claims)
    )
    if progress is not None:
        progress(1, 1)
    return Documents(list(numbers), claims, premises, discussions, speaks)


def _rows(
    texts: Iterable[str], analyzer: Callable[[str], list[str]], numbers: dict[str, int]
) -> tuple[Ints, Ints, Floats]:
    starts, indices, frequencies = [0], [], []
    for text in texts:
        counted = Counter(analyzer(text))
        terms = sorted((numbers.setdefault(term, len(numbers)), tf) for term, tf in counted.items())
        indices.append(np.array([number for number, _ in terms], np.int32))
        frequencies.append(np.array([tf for _, tf in terms], np.float32))
        starts.append(starts[-1] + len(terms))
    return (
        np.array(starts, np.int64),
        np.concatenate([np.zeros(0, np.int32), *indices]).astype(np.int64),
        np.concatenate([np.zeros(0, np.float32), *frequencies]).astype(np.float64),
    )


def stored_formula(name: str) -> Formula:
    """Returns a similarity; raises an InputError where its weights depend on the query."""
    formula = similarity(name)
    if formula.for_query(1) != formula.for_query(2):
        raise InputError(f"the weights of {name} depend on the query", todo="choose another similarity")
    return formula


def counts(rows: Rows) -> tuple[Ints, Ints]:
    """Returns how many texts have each term, and how often altogether."""
    n = np.bincount(rows.indices, minlength=rows.shape[1])
    F = np.bincount(rows.indices, rows.data, minlength=rows.shape[1])
    return n.astype(np.int64), F.astype(np.int64)


def weights(rows: Rows, formula: Formula) -> Rows:
    """Returns the weight of each term in each text."""
    lengths = np.asarray(rows.sum(axis=1)).astype(np.int64)
    n, F = counts(rows)
    dl = np.repeat(LENGTHS[encode(lengths)], np.diff(rows.indptr))
    N, T = int(np.count_nonzero(lengths)), int(lengths.sum())
    if not N:
        return rows
    statistics = Statistics(N, T, n[rows.indices].astype(np.float64), F[rows.indices].astype(np.float64))
    values = np.asarray(formula.score(rows.data, dl, statistics), np.float64)
    return sparse.csr_array((_marked(values), rows.indices, rows.indptr), shape=rows.shape)


class FieldWeights:
    """Weights of terms in premises with their conclusions and discussions, some premises at a time."""

    def __init__(self, documents: Documents, ranking: BM25F) -> None:
        """Counts how many premises have each term in a field that counts."""
        self._documents, self._ranking = documents, ranking
        self._lengths = field_lengths(documents.lengths())
        filled, total = np.count_nonzero(self._lengths, axis=0), self._lengths.sum(axis=0)
        self._means = total / np.maximum(filled, 1)
        self._used = [field for field, weight in enumerate(ranking.weights) if weight > 0 and filled[field]]
        self.n = np.zeros(len(documents.vocabulary), np.int64)
        premises = documents.premises.shape[0]
        for start in range(0, premises, CHUNK):
            x = self._normalised(start, min(start + CHUNK, premises))
            self.n += np.bincount(x.indices, minlength=len(self.n))
        there = self._lengths[:, self._used].any(axis=1)
        self._rarity = idf(Statistics(int(np.count_nonzero(there)), 0, self.n.astype(np.float64), 0))

    def of(self, start: int, stop: int) -> Rows:
        """Returns the weights of some premises."""
        x, k1 = self._normalised(start, stop), self._ranking.k1
        values = self._rarity[x.indices] * (k1 + 1) * x.data / (k1 + x.data)
        return sparse.csr_array((_marked(values), x.indices, x.indptr), shape=x.shape)

    def _normalised(self, start: int, stop: int) -> Rows:
        """Returns the frequencies by length and weight of the fields, added."""
        documents, b = self._documents, self._ranking.b
        conclusions = documents.conclusions(start, stop)
        tf: tuple[Rows, Rows] = (conclusions, conclusions + documents.premises[start:stop])
        total: Rows = sparse.csr_array((stop - start, len(self.n)))
        for field in self._used:
            rows = documents.around(start, stop) if field == 2 else tf[field]
            norm = 1 - b + b * self._lengths[start:stop, field] / self._means[field]
            scale = self._ranking.weights[field] / np.where(norm > 0, norm, 1.0)
            total = total + sparse.diags_array(scale) @ rows
        total = sparse.csr_array(total)
        total.eliminate_zeros()
        total.sort_indices()
        return total


def _marked(values: Floats) -> Floats:
    """Returns weights, those of 0 as `LEAST`."""
    return np.where(np.abs(values) < LEAST, LEAST, values)
