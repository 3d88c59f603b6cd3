"""The inverted index: segments, deletions, statistics; every similarity runs on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.lexical import storage
from debatable.lexical.segment import Segment, Vocabulary
from debatable.lexical.similarities import Formula, Similarity, Statistics, similarity

__all__ = ["Index", "build"]


@dataclass(frozen=True)
class Index:
    """Documents as bags of words, numbered by row; immutable: a change gives a new index.

    >>> index = build([["nuclear", "power", "is", "safe"], ["ban", "nuclear", "power"], []])
    >>> [(row, round(score, 4)) for row, score in index.search(["nuclear"], k=1)]
    [(1, 0.1936)]
    """

    segments: tuple[Segment, ...]
    deleted: NDArray[np.bool_]
    exact_lengths: bool = False
    folder: Path | None = None
    _vocabularies: tuple[Vocabulary, ...] = field(init=False, repr=False, compare=False)
    _bases: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Prepares the look-up of terms."""
        found = tuple(Vocabulary(segment.letters, segment.ends) for segment in self.segments)
        object.__setattr__(self, "_vocabularies", found)
        sizes = [len(segment.lengths) for segment in self.segments]
        object.__setattr__(self, "_bases", tuple(int(base) for base in np.cumsum([0, *sizes])))

    def __len__(self) -> int:
        """Number of rows, deleted ones included."""
        return self._bases[-1]

    @property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""
        return int(np.count_nonzero(self._live_lengths()))

    @property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""
        return int(self._live_lengths().sum(dtype=np.int64))

    def _live_lengths(self) -> NDArray[np.int32]:
        if not self.segments:
            return np.zeros(0, dtype=np.int32)
        lengths = np.concatenate([segment.lengths for segment in self.segments])
        lengths[self.deleted] = 0
        return lengths

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
        scores, hit = self._all_scores(tokens, similarity)
        if among is not None:
            chosen = np.zeros(len(self), dtype=np.bool_)
            chosen[np.asarray(among)] = True
            hit &= chosen
        rows = np.flatnonzero(hit)
        order = np.lexsort((rows, -scores[rows]))[:k]
        return [(int(row), float(scores[row])) for row in rows[order]]

    def score(
        self, tokens: Sequence[str], rows: ArrayLike, similarity: str | Similarity = "BM25"
    ) -> NDArray[np.float64]:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        return self._all_scores(tokens, similarity)[0][np.asarray(rows, dtype=np.int64)]

    def _all_scores(
        self, tokens: Sequence[str], name: str | Similarity
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        model = similarity(name) if isinstance(name, str) else name
        if isinstance(model, Formula):
            model = model.for_query(len(tokens)).score
        scores = np.zeros(len(self), dtype=np.float64)
        hit = np.zeros(len(self), dtype=np.bool_)
        N, T = self.N, self.T
        for term, boost in Counter(tokens).items():
            rows, tf, dl = self._postings(term)
            if len(rows):
                statistics = Statistics(N=N, T=T, n=len(rows), F=int(tf.sum()))
                scores[rows] += model(tf, dl, statistics, boost)
                hit[rows] = True
        return scores.astype(np.float32).astype(np.float64), hit

    def _postings(self, term: str) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
        rows, tfs, lengths = [], [], []
        for base, vocabulary, segment in zip(self._bases, self._vocabularies, self.segments, strict=False):
            number = vocabulary.find(term)
            if number >= 0:
                place = slice(int(segment.starts[number]), int(segment.starts[number + 1]))
                cells = segment.cells[place]
                rows.append(segment.documents[place].astype(np.int64) + base)
                tfs.append(segment.cell_tf[cells].astype(np.float64))
                lengths.append(segment.norm_lengths[segment.cell_norm[cells]])
        if not rows:
            none = np.zeros(0, dtype=np.float64)
            return np.zeros(0, dtype=np.int64), none, none
        found = np.concatenate(rows)
        kept = ~self.deleted[found]
        return found[kept], np.concatenate(tfs)[kept], np.concatenate(lengths)[kept]

    def add(self, token_lists: Iterable[Sequence[str]]) -> Index:
        """Returns an index with more documents, in the next rows."""
        segment = Segment.of(token_lists, exact_lengths=self.exact_lengths)
        deleted = np.concatenate((self.deleted, np.zeros(len(segment.lengths), dtype=np.bool_)))
        return Index((*self.segments, segment), deleted, self.exact_lengths, self.folder)

    def delete(self, rows: ArrayLike) -> Index:
        """Returns an index without some rows; the others keep their numbers."""
        deleted = self.deleted.copy()
        deleted[np.asarray(rows, dtype=np.int64)] = True
        return Index(self.segments, deleted, self.exact_lengths, self.folder)

    def save(self, folder: str | Path) -> None:
        """Writes the index into a folder; segments that were opened from another one are linked."""
        storage.save(Path(folder), self.segments, self.deleted, self.exact_lengths)


def build(token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> Index:
    """Builds an index of documents given as tokens; row numbers follow their order.

    Args:
        token_lists: One sequence of tokens a document; it may be empty.
        exact_lengths: Whether lengths are kept as they are, not in Lucene's one byte.
    """
    segment = Segment.of(token_lists, exact_lengths=exact_lengths)
    return Index((segment,), np.zeros(len(segment.lengths), dtype=np.bool_), exact_lengths)
