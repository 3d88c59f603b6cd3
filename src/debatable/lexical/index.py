"""The inverted index: segments, deletions, statistics; every similarity runs on it."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.errors import InputError
from debatable.lexical import storage, topk
from debatable.lexical.building import mergeable, merged, segments_of
from debatable.lexical.clause import Clause
from debatable.lexical.kept import Kept
from debatable.lexical.scorer import Scorer
from debatable.lexical.segment import Segment
from debatable.lexical.similarities import Formula, Similarity, similarity

__all__ = ["Index", "build", "ordered", "write"]

_SCORERS = 8
_ROOM = 1 << 23


@dataclass(frozen=True, eq=False)
class Index:
    """Documents as bags of words, numbered by row; immutable: a change gives a new index.

    Attributes:
        segments: Parts that were built at one time, in the order of their rows.
        deleted: Whether each row is deleted.
        exact_lengths: Whether similarities see true lengths instead of Lucene's one byte.
        fielded: What searches it as one field of several remember of it.

    >>> index = build([["nuclear", "power", "is", "safe"], ["ban", "nuclear", "power"], []])
    >>> [(row, round(score, 4)) for row, score in index.search(["nuclear"], k=1)]
    [(1, 0.1936)]
    """

    segments: tuple[Segment, ...]
    deleted: NDArray[np.bool_] = field(repr=False)
    exact_lengths: bool = False
    _counts: dict[str, tuple[int, int]] = field(default_factory=dict, init=False, repr=False)
    _scorers: dict[object, Scorer] = field(default_factory=dict, init=False, repr=False)
    fielded: dict[object, Any] = field(default_factory=dict, init=False, repr=False)
    _local: threading.local = field(default_factory=threading.local, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    @classmethod
    def _of(cls, segments: Sequence[Segment], deleted: NDArray[np.bool_], exact_lengths: bool) -> Index:
        """Returns an index whose rows beyond the deletions given are there."""
        missing = sum(map(len, segments)) - len(deleted)
        everything = np.concatenate((deleted, np.zeros(missing, dtype=np.bool_)))
        return cls(tuple(segments), everything, exact_lengths)

    def __len__(self) -> int:
        """Number of rows, deleted ones included."""
        return self._bases[-1]

    @cached_property
    def _bases(self) -> list[int]:
        """Row at which each segment begins, and the total."""
        return [0, *np.cumsum([len(segment) for segment in self.segments], dtype=np.int64).tolist()]

    @cached_property
    def _live(self) -> list[NDArray[np.bool_] | None]:
        """For each segment which documents are there; None for all."""
        parts = [self.deleted[begin:end] for begin, end in zip(self._bases, self._bases[1:], strict=False)]
        return [~part if part.any() else None for part in parts]

    @cached_property
    def kept(self) -> Kept:
        """Room for the weights of postings: a third of what the postings take, and some megabytes at least."""
        return Kept(max(_ROOM, self.nbytes // 3))

    @property
    def nbytes(self) -> int:
        """What the postings take."""
        return sum(segment.documents.nbytes + segment.cells.nbytes for segment in self.segments)

    @cached_property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""
        return sum(int(np.count_nonzero(lengths)) for lengths in self._lengths())

    @cached_property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""
        return sum(int(lengths.sum(dtype=np.int64)) for lengths in self._lengths())

    def _lengths(self) -> Iterable[NDArray[np.int32]]:
        for segment, live in zip(self.segments, self._live, strict=True):
            yield segment.lengths if live is None else segment.lengths[live]

    def counts(self, term: str) -> tuple[int, int]:
        """Returns in how many documents a term occurs, and how often in all."""
        found = self._counts.get(term)
        if found is None:
            n = F = 0
            for segment, live in zip(self.segments, self._live, strict=True):
                number = segment.vocabulary.find(term)
                if number >= 0:
                    documents, occurrences = segment.counts(number, live)
                    n, F = n + documents, F + occurrences
            found = n, F
            if n:  # words of queries that no document has are without number
                self._counts[term] = found
        return found

    def lengths(self) -> NDArray[np.int32]:
        """Returns the true length of each row, 0 for a deleted one."""
        parts = [segment.lengths for segment in self.segments]
        lengths = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
        lengths[self.deleted] = 0
        return lengths

    def postings(self, term: str) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
        """Returns the rows that have a term, rising, its frequency there, and their true lengths."""
        rows: list[NDArray[np.int64]] = [np.zeros(0, dtype=np.int64)]
        frequencies, lengths = [np.zeros(0)], [np.zeros(0)]
        for place, segment in enumerate(self.segments):
            number = segment.vocabulary.find(term)
            if number >= 0:
                here = segment.place(number)
                documents, live = segment.documents[here], self._live[place]
                tf = segment.cell_tf.take(segment.cells[here])
                if live is not None:
                    there = live.take(documents)
                    documents, tf = documents[there], tf[there]
                rows.append(documents.astype(np.int64) + self._bases[place])
                frequencies.append(tf)
                lengths.append(segment.lengths.take(documents).astype(np.float64))
        return np.concatenate(rows), np.concatenate(frequencies), np.concatenate(lengths)

    def rows(self, term: str) -> NDArray[np.int64]:
        """Returns the rows that have a term, rising."""
        return self.postings(term)[0]

    def search_all(
        self,
        queries: Iterable[Sequence[str]],
        similarity: str | Similarity = "BM25",
        k: int = 20,
        among: ArrayLike | None = None,
    ) -> list[list[tuple[int, float]]]:
        """Returns the best rows for each query of a batch, see :meth:`search`."""
        return [self.search(tokens, similarity, k, among) for tokens in queries]

    def search(
        self,
        tokens: Sequence[str],
        similarity: str | Similarity = "BM25",
        k: int = 20,
        among: ArrayLike | None = None,
    ) -> list[tuple[int, float]]:
        """Returns the best rows for a query, best first, ties by smaller row.

        Args:
            tokens: The analysed query; a repeated token weighs more.
            similarity: Name or object of the similarity.
            k: How many rows at most.
            among: Rows to choose from; all where None.
        """
        if k < 1 or not self.N:
            return []
        chosen = None if among is None else self._mask(among)
        floor = -np.inf
        rows: list[NDArray[np.integer[Any]]] = []
        scores: list[NDArray[np.float32]] = []
        for place, clauses in enumerate(self._clauses(tokens, similarity)):
            if clauses:
                allowed, base = self._allowed(place, chosen), self._bases[place]
                found, sums = topk.best(clauses, k, self.scratch, allowed, floor)
                best, values = ordered(found, sums.astype(np.float32), k)
                rows.append(best + base)
                scores.append(values)
                floor = max(floor, float(values[-1])) if len(values) == k else floor
        if not rows:
            return []
        best, values = rows[0], scores[0]
        if len(rows) > 1:
            best, values = ordered(np.concatenate(rows), np.concatenate(scores), k)
        return list(zip(best.tolist(), values.tolist(), strict=True))

    def score(
        self, tokens: Sequence[str], rows: ArrayLike, similarity: str | Similarity = "BM25"
    ) -> NDArray[np.float64]:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        wanted = self._rows(rows)
        scores = np.zeros(len(wanted))
        if not self.N:
            return scores
        for place, clauses in enumerate(self._clauses(tokens, similarity)):
            begin, end = self._bases[place], self._bases[place + 1]
            here = np.flatnonzero((wanted >= begin) & (wanted < end) & ~self.deleted[wanted])
            documents = (wanted[here] - begin).astype(np.int32)
            scores[here] = topk.scores(clauses, documents, self.scratch)
        return scores.astype(np.float32).astype(np.float64)

    def _clauses(self, tokens: Sequence[str], name: str | Similarity) -> list[list[Clause]]:
        formula = similarity(name) if isinstance(name, str) else name
        if isinstance(formula, Formula):
            formula = formula.for_query(len(tokens))
        with self._lock:
            scorer = self._scorers.get(formula)
            if scorer is None:
                if len(self._scorers) >= _SCORERS:
                    self._scorers.pop(next(iter(self._scorers)))
                scorer = Scorer(self, formula.score if isinstance(formula, Formula) else formula)
                self._scorers[formula] = scorer
        return scorer.clauses(list(Counter(tokens).items()))

    @property
    def scratch(self) -> topk.Scratch:
        """Room to search in, one a thread."""
        if not hasattr(self._local, "scratch"):
            self._local.scratch = topk.Scratch()
        scratch: topk.Scratch = self._local.scratch
        return scratch

    def _allowed(self, place: int, chosen: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
        live = self._live[place]
        if chosen is None:
            return live
        here = chosen[self._bases[place] : self._bases[place + 1]]
        return here if live is None else here & live

    def _mask(self, rows: ArrayLike) -> NDArray[np.bool_]:
        mask = np.zeros(len(self), dtype=np.bool_)
        mask[self._rows(rows)] = True
        return mask

    def _rows(self, rows: ArrayLike) -> NDArray[np.int64]:
        wanted = np.asarray(rows)
        if wanted.dtype == np.bool_ and wanted.shape == (len(self),):
            return np.flatnonzero(wanted)
        wanted = wanted.astype(np.int64).reshape(-1)
        if len(wanted) and not 0 <= wanted.min() <= wanted.max() < len(self):
            raise InputError("a row that is not in the index", todo=f"give rows from 0 to {len(self) - 1}")
        return wanted

    def add(self, token_lists: Iterable[Sequence[str]]) -> Index:
        """Returns an index with more documents, in the next rows; small segments at the end are merged."""
        segments, exact = [*self.segments], self.exact_lengths
        for segment in segments_of(token_lists, exact_lengths=exact):
            segments.append(segment)
            while len(segments) > 1 and mergeable(*segments[-2:]):
                segments[-2:] = [merged(segments[-2:], exact_lengths=exact)]
        return Index._of(segments, self.deleted, exact)

    def delete(self, rows: ArrayLike) -> Index:
        """Returns an index without some rows; the others keep their numbers."""
        return Index(self.segments, self.deleted | self._mask(rows), self.exact_lengths)

    def save(self, folder: str | Path) -> None:
        """Writes the index into a folder; files of segments that were opened from another are linked."""
        storage.save(Path(folder), self.segments, self.deleted, self.exact_lengths)


def ordered(
    rows: NDArray[np.integer[Any]], scores: NDArray[np.float32], k: int
) -> tuple[NDArray[np.integer[Any]], NDArray[np.float32]]:
    """Returns the k best by falling score, then rising row."""
    if len(rows) > 4 * k:
        there = np.flatnonzero(scores >= np.partition(scores, len(scores) - k)[len(scores) - k])
        rows, scores = rows.take(there), scores.take(there)
    order = np.lexsort((rows, -scores))[:k]
    return rows.take(order), scores.take(order)


def build(token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> Index:
    """Builds an index of documents given as tokens; row numbers follow their order.

    Args:
        token_lists: One sequence of tokens a document; it may be empty.
        exact_lengths: Whether lengths are kept as they are, not in Lucene's one byte.
    """
    return Index._of(
        [*segments_of(token_lists, exact_lengths=exact_lengths)], np.zeros(0, dtype=np.bool_), exact_lengths
    )


def write(folder: str | Path, token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> None:
    """Writes an index of documents straight into a folder, holding one segment at a time.

    Args:
        folder: What :func:`debatable.lexical.open` opens afterwards.
        token_lists: As :func:`build` takes them.
        exact_lengths: As :func:`build` takes it.
    """
    storage.save(Path(folder), segments_of(token_lists, exact_lengths=exact_lengths), None, exact_lengths)
