"""Vectors of the words of texts: token vectors, alike and by how rare the tokens are, and stems by rarity."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np
from scipy.sparse import csr_array

from debatable.arrays import Floats, Matrix
from debatable.embedding.encoder import checked, normalised
from debatable.embedding.graph import token_ids
from debatable.embedding.static import StaticEncoder, token_matrix, tokenizer_of
from debatable.text import analyzer

STEM_DIMENSIONS = 512
"""Numbers that the stems of a text are hashed to."""


def word_vectors(texts: Sequence[str], table: StaticEncoder) -> list[Matrix]:
    """Returns three matrices, a row of length 1 a text: the mean of token vectors, the same by rarity, stems by rarity.

    What all texts have in common says nothing of the point that one of them makes, so that a token or stem weighs
    log((n + 1) / (df + 1/2)) in the last two: n is the number of texts, df that of those which have it.

    Args:
        texts: Of one debate or pile; how rare a word is, is counted in these.
        table: Token vectors.
    """
    texts, vectors = checked(texts), token_matrix(table.weights)
    tokens = _counts(token_ids(tokenizer_of(table.tokenizer), texts), len(vectors))
    terms = list(map(analyzer("english"), texts))
    places = {term: place for place, term in enumerate(sorted({one for each in terms for one in each}))}
    stems = _counts([sorted({places[one] for one in each}) for each in terms], max(len(places), 1))
    return [
        normalised(np.asarray(tokens @ vectors, np.float32)),
        normalised(np.asarray(_by_rarity(tokens) @ vectors, np.float32)),
        normalised((_by_rarity(stems) @ _hashed(list(places))).toarray().astype(np.float32)),
    ]


def _counts(rows: Sequence[Sequence[int]], width: int) -> csr_array:
    """Returns how often each text has each token, (texts, tokens)."""
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    columns = np.fromiter((one for row in rows for one in row), np.int64, int(starts[-1]))
    counts = csr_array((np.ones(len(columns)), columns, starts), shape=(len(rows), width))
    counts.sum_duplicates()
    return counts


def _by_rarity(counts: csr_array) -> csr_array:
    """Returns counts times the weight of each column."""
    found = np.bincount(counts.indices, minlength=counts.shape[1])
    weight: Floats = np.log((counts.shape[0] + 1) / (found + 0.5))
    return csr_array(
        (counts.data * weight[counts.indices], counts.indices, counts.indptr), shape=counts.shape
    )


def _hashed(terms: Sequence[str]) -> csr_array:
    """Returns a row for each term with one number, 1 or -1, at the place that its hash names."""
    marks = np.array([crc32(term.encode("utf-8", "surrogatepass")) for term in terms] or [0], np.int64)
    signs = 1.0 - 2.0 * (marks & 1)
    return csr_array(
        (signs, (marks >> 1) % STEM_DIMENSIONS, np.arange(len(marks) + 1)),
        shape=(len(marks), STEM_DIMENSIONS),
    )
