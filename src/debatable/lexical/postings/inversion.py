"""Inverts documents: from the tokens of each document to the documents of each term."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.postings.cells import Counts, assembled
from debatable.lexical.postings.numbering import Numbering
from debatable.lexical.postings.segment import Segment

__all__ = ["SEGMENT_TOKENS", "inverted"]

SEGMENT_TOKENS = 1 << 26
"""With so many tokens a segment is full."""

BLOCK = 1 << 16
"""So many tokens, or a few more, are numbered at once."""


def inverted(
    token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False, segment_tokens: int = SEGMENT_TOKENS
) -> Iterator[Segment]:
    """Builds segments of documents given as tokens, one after the other, at least one.

    A segment ends with the document that fills it; until then it is held as numbers of terms, of tokens a block.

    Args:
        token_lists: One sequence of tokens a document; it may be empty.
        exact_lengths: Whether similarities see true lengths instead of Lucene's one byte.
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


def _blocks(documents: Iterator[Sequence[str]], lengths: list[int], room: int) -> Iterator[list[str]]:
    """Yields the tokens of the next documents in blocks until they fill a segment; notes how long documents are."""
    block: list[str] = []
    while room > 0 and (tokens := next(documents, None)) is not None:
        lengths.append(len(tokens))
        room -= len(tokens)
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
    postings = Counts(rank[ids], documents, np.ones(len(ids), dtype=np.int32))
    return assembled([terms[number] for number in order], postings, lengths, exact_lengths)
