"""The index: postings, and what searches them; every similarity runs on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from debatable.lexical.postings import Postings, inverted, load, save
from debatable.lexical.search.limits import Limits
from debatable.lexical.search.searcher import Searcher
from debatable.lexical.similarities import Similarity

__all__ = ["Index", "build", "open", "write"]


@dataclass(frozen=True, eq=False)
class Index:
    """Documents as bags of words, numbered by row; immutable: a change gives a new index.

    Attributes:
        postings: What is searched.
        limits: From where on shortcuts of the search pay.

    >>> index = build([["nuclear", "power", "is", "safe"], ["ban", "nuclear", "power"], []])
    >>> [(row, round(score, 4)) for row, score in index.search(["nuclear"], k=1)]
    [(1, 0.1936)]
    """

    postings: Postings = field(repr=False)
    limits: Limits = field(default=Limits(), repr=False)

    def __len__(self) -> int:
        """Number of rows, deleted ones included."""
        return len(self.postings)

    @property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of documents with at least one token."""
        return self.postings.N

    @property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all documents."""
        return self.postings.T

    @cached_property
    def searcher(self) -> Searcher:
        """What searches the postings, and remembers."""
        return Searcher(self.postings, self.limits)

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
        return self.searcher.search(tokens, similarity, k, among)

    def search_all(
        self,
        queries: Iterable[Sequence[str]],
        similarity: str | Similarity = "BM25",
        k: int = 20,
        among: ArrayLike | None = None,
    ) -> list[list[tuple[int, float]]]:
        """Returns the best rows for each query of a batch, see :meth:`search`."""
        return [self.search(tokens, similarity, k, among) for tokens in queries]

    def score(
        self, tokens: Sequence[str], rows: ArrayLike, similarity: str | Similarity = "BM25"
    ) -> NDArray[np.float64]:
        """Returns the scores of given rows, 0 for a row without a word of the query."""
        return self.searcher.score(tokens, rows, similarity)

    def add(self, token_lists: Iterable[Sequence[str]]) -> Index:
        """Returns an index with more documents, in the next rows; small segments at the end are merged."""
        return Index(self.postings.add(token_lists), self.limits)

    def delete(self, rows: ArrayLike) -> Index:
        """Returns an index without some rows; the others keep their numbers."""
        return Index(self.postings.delete(rows), self.limits)

    def save(self, folder: str | Path) -> None:
        """Writes the index into a folder; files of segments that were opened from another are linked."""
        postings = self.postings
        save(Path(folder), postings.segments, postings.deleted, postings.exact_lengths)


def build(token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> Index:
    """Builds an index of documents given as tokens; row numbers follow their order.

    Args:
        token_lists: One sequence of tokens a document; it may be empty.
        exact_lengths: Whether lengths are kept as they are, not in Lucene's one byte.
    """
    return Index(Postings.build(token_lists, exact_lengths=exact_lengths))


def open(folder: str | Path) -> Index:
    """Opens a saved index, memory-mapped: nothing is read before it is needed."""
    return Index(load(Path(folder)))


def write(folder: str | Path, token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> None:
    """Writes an index of documents straight into a folder, holding one segment at a time.

    Args:
        folder: What :func:`open` opens afterwards.
        token_lists: As :func:`build` takes them.
        exact_lengths: As :func:`build` takes it.
    """
    save(Path(folder), inverted(token_lists, exact_lengths=exact_lengths), None, exact_lengths)
