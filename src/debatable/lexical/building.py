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

__all__ = ["segment_of"]


def segment_of(token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> Segment:
    """Builds a segment of documents given as tokens; holds their term numbers, never the tokens."""
    seen: defaultdict[str, int] = defaultdict()
    seen.default_factory = seen.__len__
    counts: list[int] = []

    def counted() -> Iterator[Sequence[str]]:
        for tokens in token_lists:
            counts.append(len(tokens))
            yield tokens

    numbers = map(seen.__getitem__, chain.from_iterable(counted()))
    ids = np.fromiter(numbers, dtype=np.int32)
    return _segment(list(seen), ids, np.array(counts, dtype=np.int32), exact_lengths)


def _segment(
    terms: list[str], ids: NDArray[np.int32], lengths: NDArray[np.int32], exact_lengths: bool
) -> Segment:
    spelled = [encoded(term) for term in terms]
    order = sorted(range(len(terms)), key=spelled.__getitem__)
    ordered = [spelled[number] for number in order]
    rank = np.empty(len(terms), dtype=np.int64)
    rank[order] = np.arange(len(terms))
    numbers, documents, tf = _counted(rank, ids, lengths)
    seen_as, codes = _lengths(lengths, exact_lengths)
    cells, cell_tf, cell_code = _cells(tf, codes[documents], len(seen_as))
    return Segment(
        letters=np.frombuffer(b"".join(ordered), dtype=np.uint8),
        ends=_sums([len(term) for term in ordered]),
        starts=_sums(np.bincount(numbers, minlength=len(terms))),
        occurrences=np.bincount(rank[ids], minlength=len(terms)),
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


def _counted(
    rank: NDArray[np.int64], ids: NDArray[np.int32], lengths: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """Returns term, document and frequency of every posting, sorted by term, then document."""
    keys = rank[ids]
    keys <<= 32
    keys |= np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
    keys.sort()
    new = np.ones(len(keys), dtype=np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    first = np.flatnonzero(new)
    tf = np.diff(first, append=len(keys)).astype(np.int32)
    keys = keys[first]
    return (keys >> 32).astype(np.int32), (keys & 0xFFFFFFFF).astype(np.int32), tf


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
