"""Builds segments from tokens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from debatable.lexical import norms
from debatable.lexical.segment import Segment
from debatable.lexical.vocabulary import encoded

__all__ = ["mergeable", "merged", "segments_of"]

_MOST_TOKENS = 1 << 26


def segments_of(token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> Iterator[Segment]:
    """Builds segments of documents given as tokens, one after the other, at least one.

    A segment ends with the document that fills it; its term numbers are held until then, never the tokens.
    """
    documents = iter(token_lists)
    made = False
    while True:
        taken = _Taken(documents)
        seen: defaultdict[str, int] = defaultdict()
        seen.default_factory = seen.__len__
        ids = np.fromiter(map(seen.__getitem__, chain.from_iterable(taken)), dtype=np.int32)
        if made and not taken.lengths:
            return
        yield _counted(list(seen), ids, np.array(taken.lengths, dtype=np.int32), exact_lengths)
        made = True


class _Taken:
    """The next documents, until their tokens fill a segment."""

    def __init__(self, documents: Iterator[Sequence[str]]) -> None:
        self.documents = documents
        self.lengths: list[int] = []
        self.tokens = 0

    def __iter__(self) -> Iterator[Sequence[str]]:
        while self.tokens < _MOST_TOKENS and (tokens := next(self.documents, None)) is not None:
            self.lengths.append(len(tokens))
            self.tokens += len(tokens)
            yield tokens


def merged(segments: Sequence[Segment], *, exact_lengths: bool = False) -> Segment:
    """Builds one segment of the documents of several, in their order."""
    spelled = [segment.vocabulary.spelled() for segment in segments]
    terms = sorted(set().union(*spelled))
    place = {term: number for number, term in enumerate(terms)}
    keys, frequencies, base = [], [], 0
    for segment, known in zip(segments, spelled, strict=True):
        numbers = np.array([place[term] for term in known], dtype=np.int64)
        here = np.repeat(numbers, np.diff(segment.starts))
        here <<= 32
        here |= segment.documents
        here += base
        keys.append(here)
        frequencies.append(segment.cell_tf.take(segment.cells).astype(np.int32))
        base += len(segment)
    postings, tf = np.concatenate(keys), np.concatenate(frequencies)
    order = np.argsort(postings, kind="stable")
    lengths = np.concatenate([segment.lengths for segment in segments])
    return _assembled(terms, postings.take(order), tf.take(order), lengths, exact_lengths)


def mergeable(first: Segment, second: Segment) -> bool:
    """Tells whether two neighbours should be one: of like size, so that a document is merged few times."""
    small, large = len(second.documents), len(first.documents)
    return 2 * small >= large and small + large <= _MOST_TOKENS


def _counted(
    terms: list[str], ids: NDArray[np.int32], lengths: NDArray[np.int32], exact_lengths: bool
) -> Segment:
    """Counts the tokens of documents, given one after the other as numbers of terms."""
    spelled = [encoded(term) for term in terms]
    order = sorted(range(len(terms)), key=spelled.__getitem__)
    rank = np.empty(len(terms), dtype=np.int64)
    rank[order] = np.arange(len(terms))
    keys = rank[ids]
    keys <<= 32
    keys |= np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    keys.sort()
    new = np.ones(len(keys), dtype=np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    first = np.flatnonzero(new)
    tf = np.diff(first, append=len(keys)).astype(np.int32)
    postings = keys[first]
    del keys, new, first
    return _assembled([spelled[number] for number in order], postings, tf, lengths, exact_lengths)


def _assembled(
    terms: list[bytes],
    postings: NDArray[np.int64],
    tf: NDArray[np.int32],
    lengths: NDArray[np.int32],
    exact_lengths: bool,
) -> Segment:
    """Makes a segment of postings, each a term's number and a document's in 32 bits, sorted."""
    numbers, documents = (postings >> 32).astype(np.int32), (postings & 0xFFFFFFFF).astype(np.int32)
    seen_as, codes = _lengths(lengths, exact_lengths)
    cells, cell_tf, cell_code = _cells(tf, codes[documents], len(seen_as))
    return Segment(
        letters=np.frombuffer(b"".join(terms), dtype=np.uint8),
        ends=_sums([len(term) for term in terms]),
        starts=_sums(np.bincount(numbers, minlength=len(terms))),
        occurrences=np.bincount(numbers, tf, minlength=len(terms)).astype(np.int64),
        documents=documents,
        cells=cells,
        cell_tf=cell_tf.astype(np.float64),
        cell_code=cell_code.astype(np.int32),
        code_length=seen_as,
        codes=codes,
        lengths=lengths,
    )


def _sums(counts: list[int] | NDArray[np.int64]) -> NDArray[np.int64]:
    sums = np.zeros(len(counts) + 1, dtype=np.int64)
    np.cumsum(counts, out=sums[1:])
    return sums


def _lengths(
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
