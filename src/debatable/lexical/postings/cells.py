"""Assembles a segment: numbers the distinct pairs of frequency and length, its cells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.postings import norms
from debatable.lexical.postings.segment import Segment

__all__ = ["Counts", "assembled"]


class Counts(NamedTuple):
    """How often terms are in documents, in the order of documents; what is said of the same two is added up.

    Attributes:
        terms: The number of a term.
        documents: The number of a document.
        tf: How often the term is in it.
    """

    terms: NDArray[np.int32]
    documents: NDArray[np.int32]
    tf: NDArray[np.int32]


def assembled(
    terms: list[bytes],
    counts: Counts,
    lengths: NDArray[np.int32],
    exact_lengths: bool,
) -> Segment:
    """Makes a segment.

    Args:
        terms: As they are stored, sorted.
        counts: How often they are in the documents.
        lengths: True length of each document.
        exact_lengths: Whether similarities see those instead of Lucene's one byte.
    """
    from scipy.sparse import coo_array  # not before: it costs time at the start of the CLI

    shape = (len(terms), len(lengths))
    table = coo_array((counts.tf, (counts.terms, counts.documents)), shape).tocsr()
    starts, documents, tf = (
        table.indptr.astype(np.int64),
        table.indices.astype(np.int32, copy=False),
        table.data,
    )
    code_length, codes = _codes(lengths, exact_lengths)
    cells, cell_tf, cell_code = _cells(tf, codes[documents], len(code_length))
    return Segment(
        letters=np.frombuffer(b"".join(terms), dtype=np.uint8),
        ends=_offsets([len(term) for term in terms]),
        starts=starts,
        occurrences=np.diff(_offsets(tf).take(starts)),
        documents=documents,
        cells=cells,
        cell_tf=cell_tf.astype(np.float64),
        cell_code=cell_code.astype(np.int32),
        code_length=code_length,
        codes=codes,
        lengths=lengths,
    )


def _offsets(counts: list[int] | NDArray[np.int32]) -> NDArray[np.int64]:
    """Returns where each of several runs begins, and the total."""
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _codes(
    lengths: NDArray[np.int32], exact: bool
) -> tuple[NDArray[np.float64], NDArray[np.unsignedinteger]]:
    """Returns the lengths that similarities see, and the number of each document's among them."""
    if not exact:
        return norms.LENGTHS, norms.encode(lengths)
    distinct, codes = np.unique(lengths, return_inverse=True)
    return distinct.astype(np.float64), codes.astype(np.min_scalar_type(len(distinct)))


def _cells(
    tf: NDArray[np.int32], codes: NDArray[np.unsignedinteger], count: int
) -> tuple[NDArray[np.unsignedinteger], NDArray[np.int64], NDArray[np.int64]]:
    """Numbers the distinct pairs of frequency and length, by frequency, then length."""
    frequencies, pairs = _ranks(tf, int(tf.max(initial=0)) + 1)
    pairs = pairs.astype(np.int64)
    pairs *= count
    pairs += codes
    distinct, cells = _ranks(pairs, len(frequencies) * count)
    return cells, frequencies[distinct // max(count, 1)], distinct % max(count, 1)


def _ranks(values: NDArray[np.integer], limit: int) -> tuple[NDArray[np.int64], NDArray[np.unsignedinteger]]:
    """Returns the distinct values in order and the place of each value among them, without sorting."""
    there = np.zeros(limit, dtype=np.bool_)
    there[values] = True
    distinct = np.flatnonzero(there)
    kind = np.uint16 if len(distinct) <= 1 << 16 else np.uint32
    place = np.zeros(limit, dtype=kind)
    place[distinct] = np.arange(len(distinct), dtype=kind)
    return distinct, place[values]
