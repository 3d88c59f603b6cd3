"""Inverts documents: from the tokens of each document to the documents of each term."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.postings.cells import assembled
from debatable.lexical.postings.segment import Segment
from debatable.lexical.postings.vocabulary import encoded

__all__ = ["SEGMENT_TOKENS", "inverted"]

SEGMENT_TOKENS = 1 << 26
"""With so many tokens a segment is full."""


def inverted(
    token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False, segment_tokens: int = SEGMENT_TOKENS
) -> Iterator[Segment]:
    """Builds segments of documents given as tokens, one after the other, at least one.

    A segment ends with the document that fills it; its term numbers are held until then, never the tokens.

    Args:
        token_lists: One sequence of tokens a document; it may be empty.
        exact_lengths: Whether similarities see true lengths instead of Lucene's one byte.
        segment_tokens: Tokens that fill a segment.
    """
    documents = iter(token_lists)
    made = False
    while True:
        batch = _Batch(documents, segment_tokens)
        seen: defaultdict[str, int] = defaultdict()
        seen.default_factory = seen.__len__
        ids = np.fromiter(map(seen.__getitem__, chain.from_iterable(batch)), dtype=np.int32)
        if made and not batch.lengths:
            return
        yield _counted(list(seen), ids, np.array(batch.lengths, dtype=np.int32), exact_lengths)
        made = True


class _Batch:
    """The next documents, until their tokens fill a segment."""

    def __init__(self, documents: Iterator[Sequence[str]], segment_tokens: int) -> None:
        self.documents = documents
        self.room = segment_tokens
        self.lengths: list[int] = []

    def __iter__(self) -> Iterator[Sequence[str]]:
        while self.room > 0 and (tokens := next(self.documents, None)) is not None:
            self.lengths.append(len(tokens))
            self.room -= len(tokens)
            yield tokens


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
    return assembled([spelled[number] for number in order], postings, tf, lengths, exact_lengths)
