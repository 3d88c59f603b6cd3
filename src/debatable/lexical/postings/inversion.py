"""Segments from documents: tokens are inverted, (frequency, length) pairs numbered, neighbouring segments merged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from debatable.arrays import Floats, Ints, Rows
from debatable.lexical.postings.segment import Segment
from debatable.lexical.postings.vocabulary import Numbering

_EXACT = 24


def _decoded(code: int) -> int:
    if code < _EXACT:
        return code
    bits, shift = (code - _EXACT) & 7, ((code - _EXACT) >> 3) - 1
    return _EXACT + (bits if shift < 0 else (bits | 8) << shift)


LENGTHS: Floats = np.array([_decoded(code) for code in range(256)], dtype=np.float64)
"""The length that each of the 256 codes stands for."""


def encode(lengths: Rows) -> NDArray[np.uint8]:
    """Returns the codes of true lengths: exact up to 40, then four leading bits, rounded down.

    >>> LENGTHS[encode(np.array([0, 23, 40, 41, 100, 4000]))].astype(int).tolist()
    [0, 23, 40, 40, 96, 3864]
    """
    return (np.searchsorted(LENGTHS, lengths, side="right") - 1).astype(np.uint8)


class _Counts(NamedTuple):
    """Numbers of terms and documents, in the order of documents, and how often the one is in the other.

    Entries of the same term and document are added up.
    """

    terms: NDArray[np.int32]
    documents: NDArray[np.int32]
    tf: NDArray[np.int32]


def _assembled(
    terms: list[bytes], counts: _Counts, lengths: NDArray[np.int32], exact_lengths: bool
) -> Segment:
    """Makes a segment of sorted terms, their counts, and the true lengths of documents."""
    by_term = _sorted_by_term if len(counts.tf) < FEW else _converted_by_term
    starts, documents, tf = by_term(counts, len(terms), len(lengths))
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


ByTerm: TypeAlias = tuple[Ints, NDArray[np.int32], NDArray[np.int32]]
"""Where the postings of each term begin, and the total; their documents; how often each has the term."""


def _converted_by_term(counts: _Counts, terms: int, documents: int) -> ByTerm:
    """Returns postings by term, without sorting."""
    from scipy.sparse import coo_array

    table = coo_array((counts.tf, (counts.terms, counts.documents)), (terms, documents)).tocsr()
    return table.indptr.astype(np.int64), table.indices.astype(np.int32, copy=False), table.data


def _sorted_by_term(counts: _Counts, terms: int, documents: int) -> ByTerm:
    """Returns the same by sorting, which takes less time for few of them than loading what converts many."""
    order = np.lexsort((counts.documents, counts.terms))
    term, document = counts.terms[order], counts.documents[order]
    first = np.ones(len(order), np.bool_)
    first[1:] = (np.diff(term) != 0) | (np.diff(document) != 0)
    places = np.flatnonzero(first)
    tf = np.add.reduceat(counts.tf[order], places) if len(places) else counts.tf[:0]
    starts = np.searchsorted(term[places], np.arange(terms + 1)).astype(np.int64)
    return starts, document[places], tf.astype(np.int32, copy=False)


def _offsets(counts: list[int] | NDArray[np.int32]) -> Ints:
    """Returns where each of several runs begins, and the total."""
    offsets = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=offsets[1:])
    return offsets


def _codes(lengths: NDArray[np.int32], exact: bool) -> tuple[Floats, NDArray[np.unsignedinteger]]:
    """Returns the lengths that similarities use, and the number of each document's among them."""
    if not exact:
        return LENGTHS, encode(lengths)
    distinct, codes = np.unique(lengths, return_inverse=True)
    return distinct.astype(np.float64), codes.astype(np.min_scalar_type(len(distinct)))


def _cells(
    tf: NDArray[np.int32], codes: NDArray[np.unsignedinteger], count: int
) -> tuple[NDArray[np.unsignedinteger], Ints, Ints]:
    """Numbers the distinct pairs of frequency and length, by frequency, then length."""
    frequencies, pairs = _ranks(tf, int(tf.max(initial=0)) + 1)
    pairs = pairs.astype(np.int64)
    pairs *= count
    pairs += codes
    distinct, cells = _ranks(pairs, len(frequencies) * count)
    return cells, frequencies[distinct // max(count, 1)], distinct % max(count, 1)


def _ranks(values: Rows, limit: int) -> tuple[Ints, NDArray[np.unsignedinteger]]:
    """Returns the distinct values in order and the place of each value among them, without sorting."""
    present = np.zeros(limit, dtype=np.bool_)
    present[values] = True
    distinct = np.flatnonzero(present)
    kind = np.uint16 if len(distinct) <= 1 << 16 else np.uint32
    place: NDArray[np.unsignedinteger] = np.zeros(limit, dtype=kind)
    place[distinct] = np.arange(len(distinct), dtype=kind)
    return distinct, place[values]


FEW = 1 << 16
"""Counts below which they are sorted."""

SEGMENT_TOKENS = 1 << 26
"""Tokens that fill a segment."""

BLOCK = 1 << 16
"""Tokens, or a few more, that are numbered at once."""


def inverted(
    token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False, segment_tokens: int = SEGMENT_TOKENS
) -> Iterator[Segment]:
    """Builds segments of documents given as tokens, one after the other, at least one.

    A segment ends with the document that fills it; until then it is held as numbers of terms.

    Args:
        token_lists: One sequence of tokens a document; it may be empty.
        exact_lengths: Whether similarities use true lengths instead of Lucene's one byte.
        segment_tokens: Tokens that fill a segment.
    """
    documents = iter(token_lists)
    made = False
    while True:
        numbering, lengths = Numbering(), list[int]()
        blocks = [numbering(block) for block in _blocks(documents, lengths, segment_tokens)]
        if made and not lengths:
            return
        ids = np.concatenate(blocks) if blocks else np.empty(0, dtype=np.int32)
        del blocks
        yield _counted(list(numbering.terms), ids, np.array(lengths, dtype=np.int32), exact_lengths)
        made = True


def _blocks(documents: Iterator[Sequence[str]], lengths: list[int], left: int) -> Iterator[list[str]]:
    """Yields the tokens of the next documents in blocks until they fill a segment; appends the lengths of documents."""
    block: list[str] = []
    while left > 0 and (tokens := next(documents, None)) is not None:
        lengths.append(len(tokens))
        left -= len(tokens)
        block += tokens
        if len(block) >= BLOCK:
            yield block
            block = []
    if block:
        yield block


def _counted(
    terms: list[bytes], ids: NDArray[np.int32], lengths: NDArray[np.int32], exact_lengths: bool
) -> Segment:
    """Counts the tokens of documents, given one after the other as numbers of terms."""
    order = sorted(range(len(terms)), key=terms.__getitem__)
    rank = np.empty(len(terms), dtype=np.int32)
    rank[order] = np.arange(len(terms), dtype=np.int32)
    documents = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    postings = _Counts(rank[ids], documents, np.ones(len(ids), dtype=np.int32))
    return _assembled([terms[number] for number in order], postings, lengths, exact_lengths)


def mergeable(first: Segment, second: Segment) -> bool:
    """Whether two neighbours should be merged: of like size, so that a document is merged few times."""
    small, large = len(second.documents), len(first.documents)
    return 2 * small >= large and small + large <= SEGMENT_TOKENS


def merged(segments: Sequence[Segment], *, exact_lengths: bool = False) -> Segment:
    """Builds one segment of the documents of several, in their order."""
    vocabularies = [segment.vocabulary.stored() for segment in segments]
    terms = sorted(set().union(*vocabularies))
    place = {term: number for number, term in enumerate(terms)}
    numbers, documents, frequencies, base = [], [], [], 0
    for segment, vocabulary in zip(segments, vocabularies, strict=True):
        new_numbers = np.array([place[term] for term in vocabulary], dtype=np.int32)
        numbers.append(np.repeat(new_numbers, np.diff(segment.starts)))
        documents.append(segment.documents + np.int32(base))
        frequencies.append(segment.cell_tf.take(segment.cells).astype(np.int32))
        base += len(segment)
    counts = _Counts(*map(np.concatenate, (numbers, documents, frequencies)))
    lengths = np.concatenate([segment.lengths for segment in segments])
    return _assembled(terms, counts, lengths, exact_lengths)
