"""The postings of an index: segments, deletions, and the statistics that similarities ask for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.arrays import Bools, Floats, Ints
from debatable.errors import InputError
from debatable.lexical.postings.inversion import SEGMENT_TOKENS, inverted, mergeable, merged
from debatable.lexical.postings.segment import Segment


class Term(NamedTuple):
    """A term and its statistics; rarer terms sort first.

    Attributes:
        n: Number of documents with the term.
        F: Number of its occurrences in all documents.
        text: The term itself.
        numbers: Its number in each segment, -1 where it is not there.
    """

    n: int
    F: int
    text: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Postings:
    """Documents as bags of words, numbered by row; immutable: a change gives new postings.

    Attributes:
        segments: Parts that were built at one time, in the order of their rows.
        deleted: Whether each row is deleted.
        exact_lengths: Whether similarities use true lengths instead of Lucene's one byte.

    >>> postings = Postings.build([["nuclear", "power"], ["ban", "nuclear", "nuclear", "power"], []])
    >>> len(postings), postings.N, postings.T, postings.term("nuclear")
    (3, 2, 6, Term(n=2, F=3, text='nuclear', numbers=(1,)))
    """

    segments: tuple[Segment, ...]
    deleted: Bools = field(repr=False)
    exact_lengths: bool = False

    @classmethod
    def build(
        cls,
        token_lists: Iterable[Sequence[str]],
        *,
        exact_lengths: bool = False,
        segment_tokens: int = SEGMENT_TOKENS,
    ) -> Postings:
        """Inverts documents given as tokens; arguments as of :func:`inverted`."""
        segments = inverted(token_lists, exact_lengths=exact_lengths, segment_tokens=segment_tokens)
        return cls._of([*segments], np.zeros(0, dtype=np.bool_), exact_lengths)

    @classmethod
    def _of(cls, segments: Sequence[Segment], deleted: Bools, exact_lengths: bool) -> Postings:
        """Returns postings whose rows beyond the deletions given are not deleted."""
        missing = sum(map(len, segments)) - len(deleted)
        everything = np.concatenate((deleted, np.zeros(missing, dtype=np.bool_)))
        return cls(tuple(segments), everything, exact_lengths)

    def __len__(self) -> int:
        """Number of rows, deleted ones included."""
        return self.bases[-1]

    @cached_property
    def bases(self) -> list[int]:
        """Row at which each segment begins, and the total."""
        return [0, *np.cumsum([len(segment) for segment in self.segments], dtype=np.int64).tolist()]

    @cached_property
    def live(self) -> list[Bools | None]:
        """For each segment which documents are not deleted; None for all."""
        parts = [self.deleted[begin:end] for begin, end in pairwise(self.bases)]
        return [~part if part.any() else None for part in parts]

    def problems(self) -> list[str]:
        """Returns what in its segments leads to a place that is not there."""
        return [
            f"segment {number}: {problem}"
            for number, segment in enumerate(self.segments)
            for problem in segment.problems()
        ]

    @property
    def nbytes(self) -> int:
        """Size in memory."""
        return sum(segment.nbytes for segment in self.segments)

    @cached_property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""
        return sum(int(np.count_nonzero(lengths)) for lengths in self._live_lengths())

    @cached_property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""
        return sum(int(lengths.sum(dtype=np.int64)) for lengths in self._live_lengths())

    def _live_lengths(self) -> Iterator[NDArray[np.int32]]:
        for segment, live in zip(self.segments, self.live, strict=True):
            yield segment.lengths if live is None else segment.lengths[live]

    def lengths(self) -> NDArray[np.int32]:
        """Returns the true length of each row, 0 for a deleted one."""
        parts = [segment.lengths for segment in self.segments]
        lengths = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
        lengths[self.deleted] = 0
        return lengths

    def term(self, text: str) -> Term:
        """Returns a term with its statistics: n and F are 0 where no document has it."""
        numbers = tuple(segment.vocabulary.find(text) for segment in self.segments)
        n = F = 0
        for segment, live, number in zip(self.segments, self.live, numbers, strict=True):
            if number >= 0:
                documents, occurrences = segment.counts(number, live)
                n, F = n + documents, F + occurrences
        return Term(n, F, text, numbers)

    def of(self, term: str) -> tuple[Ints, Floats, Floats]:
        """Returns the rows that have a term, rising, its frequency there, and their true lengths."""
        rows: list[Ints] = [np.zeros(0, dtype=np.int64)]
        frequencies, lengths = [np.zeros(0)], [np.zeros(0)]
        for segment, live, base in zip(self.segments, self.live, self.bases, strict=False):
            number = segment.vocabulary.find(term)
            if number >= 0:
                documents, cells = segment.postings(number)
                tf = segment.cell_tf.take(cells)
                if live is not None:
                    kept = live.take(documents)
                    documents, tf = documents[kept], tf[kept]
                rows.append(documents.astype(np.int64) + base)
                frequencies.append(tf)
                lengths.append(segment.lengths.take(documents).astype(np.float64))
        return np.concatenate(rows), np.concatenate(frequencies), np.concatenate(lengths)

    def rows(self, wanted: ArrayLike) -> Ints:
        """Returns row numbers given as such or as a mask; raises InputError for what is neither, or not there."""
        rows = np.asarray(wanted)
        if rows.dtype == np.bool_:
            if rows.shape != (len(self),):
                what = f"a mask of the shape {rows.shape} for {len(self)} rows"
                raise InputError(what, todo="give a truth value for each row of the index")
            return np.flatnonzero(rows)
        if rows.size and rows.dtype.kind not in "iu":
            raise InputError("rows that are no whole numbers", todo=f"give rows from 0 to {len(self) - 1}")
        rows = rows.astype(np.int64).reshape(-1)
        if len(rows) and not 0 <= rows.min() <= rows.max() < len(self):
            raise InputError("a row that is not in the index", todo=f"give rows from 0 to {len(self) - 1}")
        return rows

    def mask(self, wanted: ArrayLike) -> Bools:
        """Returns whether each row is among those given."""
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[self.rows(wanted)] = True
        return mask

    def add(self, token_lists: Iterable[Sequence[str]]) -> Postings:
        """Returns postings with more documents, in the next rows; small segments at the end are merged."""
        segments, exact = [*self.segments], self.exact_lengths
        for segment in inverted(token_lists, exact_lengths=exact):
            segments.append(segment)
            while len(segments) > 1 and mergeable(*segments[-2:]):
                segments[-2:] = [merged(segments[-2:], exact_lengths=exact)]
        return Postings._of(segments, self.deleted, exact)

    def delete(self, rows: ArrayLike) -> Postings:
        """Returns postings without some rows; the others keep their numbers."""
        return Postings(self.segments, self.deleted | self.mask(rows), self.exact_lengths)
