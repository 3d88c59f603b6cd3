"""Merges neighbouring segments, so that there are never many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.lexical.postings.cells import assembled
from debatable.lexical.postings.inversion import SEGMENT_TOKENS
from debatable.lexical.postings.segment import Segment

__all__ = ["mergeable", "merged"]


def mergeable(first: Segment, second: Segment) -> bool:
    """Tells whether two neighbours should be one: of like size, so that a document is merged few times."""
    small, large = len(second.documents), len(first.documents)
    return 2 * small >= large and small + large <= SEGMENT_TOKENS


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
    return assembled(terms, postings.take(order), tf.take(order), lengths, exact_lengths)
