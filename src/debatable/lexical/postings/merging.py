"""Merges neighbouring segments, so that there are never many."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.lexical.postings.cells import Counts, assembled
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
    numbers, documents, frequencies, base = [], [], [], 0
    for segment, known in zip(segments, spelled, strict=True):
        here = np.array([place[term] for term in known], dtype=np.int32)
        numbers.append(np.repeat(here, np.diff(segment.starts)))
        documents.append(segment.documents + np.int32(base))
        frequencies.append(segment.cell_tf.take(segment.cells).astype(np.int32))
        base += len(segment)
    counts = Counts(*map(np.concatenate, (numbers, documents, frequencies)))
    lengths = np.concatenate([segment.lengths for segment in segments])
    return assembled(terms, counts, lengths, exact_lengths)
