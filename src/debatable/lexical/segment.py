"""One immutable part of an index: the postings of some documents."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from debatable.lexical import norms as lucene

__all__ = ["Segment", "Vocabulary"]


class Vocabulary(Sequence[bytes]):
    """Sorted terms in one block of bytes, so that opening an index reads none of them."""

    def __init__(self, letters: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        """Keeps the joined terms and where each of them ends."""
        self._letters = letters
        self._ends = ends
        self._known: dict[str, int] = {}

    def __len__(self) -> int:
        """Number of terms."""
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> bytes:  # type: ignore[override]
        """Returns the term of a number as UTF-8."""
        return self._letters[self._ends[number] : self._ends[number + 1]].tobytes()

    def find(self, term: str) -> int:
        """Returns the number of a term, -1 for one that is not there."""
        found = self._known.get(term)
        if found is None:
            key = term.encode("utf-8", "surrogatepass")
            place = bisect_left(self, key)
            found = place if place < len(self) and self[place] == key else -1
            if found >= 0:
                self._known[term] = found
        return found


@dataclass(frozen=True, slots=True)
class Segment:
    """Postings sorted by term, then document; every array can be memory-mapped.

    A posting does not hold its frequency and its document's length but the number of that pair among
    the distinct pairs of the segment (its *cell*): a weight is a function of the cell, so any similarity
    is computed once per cell and looked up per posting.

    Attributes:
        letters: Sorted terms as UTF-8, joined.
        ends: Where each term begins in ``letters``, and the total.
        starts: Where the postings of each term begin, and the total.
        documents: Of each posting, counted from the segment's first document.
        cells: Of each posting.
        cell_tf: Frequency of each cell, rising.
        cell_norm: Code of the length of each cell, rising within a frequency.
        norm_lengths: Length that a code stands for.
        lengths: True length of each document.
    """

    letters: NDArray[np.uint8]
    ends: NDArray[np.int64]
    starts: NDArray[np.int64]
    documents: NDArray[np.int32]
    cells: NDArray[np.unsignedinteger]
    cell_tf: NDArray[np.int32]
    cell_norm: NDArray[np.unsignedinteger]
    norm_lengths: NDArray[np.float64]
    lengths: NDArray[np.int32]

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """Returns every array under its name."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of(cls, token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> Segment:
        """Builds a segment of documents given as tokens."""
        lists = token_lists if isinstance(token_lists, list) else list(token_lists)
        lengths = np.fromiter(map(len, lists), dtype=np.int32, count=len(lists))
        seen: defaultdict[str, int] = defaultdict()
        seen.default_factory = seen.__len__
        flat = map(seen.__getitem__, chain.from_iterable(lists))
        ids = np.fromiter(flat, dtype=np.int32, count=int(lengths.sum(dtype=np.int64)))
        return cls._of_ids(list(seen), ids, lengths, exact_lengths)

    @classmethod
    def _of_ids(
        cls, terms: list[str], ids: NDArray[np.int32], lengths: NDArray[np.int32], exact_lengths: bool
    ) -> Segment:
        encoded = [term.encode("utf-8", "surrogatepass") for term in terms]
        order = sorted(range(len(terms)), key=encoded.__getitem__)
        rank = np.empty(len(terms), dtype=np.int64)
        rank[order] = np.arange(len(terms))
        keys = rank[ids]
        keys <<= 32
        keys |= np.repeat(np.arange(len(lengths), dtype=np.int64), lengths)
        keys.sort()
        first = np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1]))[: len(keys)])
        tf = np.diff(first, append=len(keys)).astype(np.int32)
        keys = keys[first]
        documents = (keys & 0xFFFFFFFF).astype(np.int32)
        starts = np.zeros(len(terms) + 1, dtype=np.int64)
        np.cumsum(np.bincount(keys >> 32, minlength=len(terms)), out=starts[1:])
        norm_lengths, codes = _norms(lengths, exact_lengths)
        cells, cell_tf, cell_norm = _cells(tf, codes[documents], len(norm_lengths))
        ends = np.zeros(len(terms) + 1, dtype=np.int64)
        np.cumsum([len(encoded[number]) for number in order], out=ends[1:])
        letters = np.frombuffer(b"".join([encoded[number] for number in order]), dtype=np.uint8)
        return cls(letters, ends, starts, documents, cells, cell_tf, cell_norm, norm_lengths, lengths)


def _norms(
    lengths: NDArray[np.int32], exact: bool
) -> tuple[NDArray[np.float64], NDArray[np.unsignedinteger]]:
    if not exact:
        return lucene.LENGTHS, lucene.encode(lengths)
    distinct, codes = np.unique(lengths, return_inverse=True)
    return distinct.astype(np.float64), codes.astype(np.min_scalar_type(max(len(distinct) - 1, 0)))


def _cells(
    tf: NDArray[np.int32], norms: NDArray[np.unsignedinteger], count: int
) -> tuple[NDArray[np.unsignedinteger], NDArray[np.int32], NDArray[np.unsignedinteger]]:
    """Numbers the distinct pairs of frequency and length, by frequency, then length."""
    distinct_tf, tf_rank = _ranks(tf, int(tf.max(initial=0)) + 1)
    pair_rank_of = tf_rank.astype(np.int64) * count + norms
    pairs, cells = _ranks(pair_rank_of, max(len(distinct_tf) * count, 1))
    cell_tf = distinct_tf[pairs // count].astype(np.int32) if count else np.zeros(0, dtype=np.int32)
    return cells, cell_tf, (pairs % max(count, 1)).astype(norms.dtype)


def _ranks(values: NDArray[np.integer], limit: int) -> tuple[NDArray[np.int64], NDArray[np.unsignedinteger]]:
    """Returns the distinct values in order and the place of each value among them, without sorting."""
    there = np.zeros(limit, dtype=np.bool_)
    there[values] = True
    distinct = np.flatnonzero(there)
    kind = np.uint16 if len(distinct) <= 1 << 16 else np.uint32
    place = np.zeros(limit, dtype=kind)
    place[distinct] = np.arange(len(distinct), dtype=kind)
    return distinct, place[values]
