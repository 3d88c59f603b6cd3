"""What terms weigh in texts, as sparse vectors: by any additive similarity, and over fields by BM25F."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from debatable.arrays import Floats, Ints
from debatable.engines.qdrant.writing.documents import Documents, Rows
from debatable.errors import InputError
from debatable.lexical import BM25F, Formula, Statistics, similarity
from debatable.lexical.postings.inversion import LENGTHS, encode
from debatable.lexical.similarities.bm25 import idf

__all__ = ["LEAST", "FieldWeights", "counts", "stored_formula", "weights"]

LEAST = 1e-30
"""What a weight of 0 is stored as: the server leaves zeros out, and who has the word must be found."""

CHUNK = 1_000
"""Premises whose discussions are held at once."""


def stored_formula(name: str) -> Formula:
    """Returns a similarity whose weights can be stored.

    Raises:
        InputError: They depend on the query.
    """
    formula = similarity(name)
    if formula.for_query(1) != formula.for_query(2):
        raise InputError(f"the weights of {name} depend on the query", todo="choose another similarity")
    return formula


def counts(rows: Rows) -> tuple[Ints, Ints]:
    """Returns how many texts have each term, and how often all of them together."""
    n = np.bincount(rows.indices, minlength=rows.shape[1])
    F = np.bincount(rows.indices, rows.data, minlength=rows.shape[1])
    return n.astype(np.int64), F.astype(np.int64)


def weights(rows: Rows, formula: Formula) -> Rows:
    """Returns what each term weighs in each text."""
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
    """What terms weigh in premises with their conclusions and discussions, some premises at a time."""

    def __init__(self, documents: Documents, ranking: BM25F) -> None:
        """Counts how many premises have each term in a field that counts."""
        self._documents, self._ranking = documents, ranking
        lengths = documents.lengths()
        self._lengths = np.stack([lengths[:, 0], lengths[:, 0] + lengths[:, 1], lengths[:, 2]], axis=1)
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
        found: Rows = sparse.csr_array((stop - start, len(self.n)))
        for field in self._used:
            rows = documents.around(start, stop) if field == 2 else tf[field]
            norm = 1 - b + b * self._lengths[start:stop, field] / self._means[field]
            scale = self._ranking.weights[field] / np.where(norm > 0, norm, 1.0)
            found = found + sparse.diags_array(scale) @ rows
        found = sparse.csr_array(found)
        found.eliminate_zeros()
        found.sort_indices()
        return found


def _marked(values: Floats) -> Floats:
    """Returns weights, those of 0 as little more."""
    return np.where(np.abs(values) < LEAST, LEAST, values)
