"""The index: postings that can be searched, changed and saved; every similarity runs on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from numpy.typing import ArrayLike

from debatable.lexical.postings import Postings, inverted, load, save
from debatable.lexical.search.searcher import Searcher
from debatable.lexical.similarities import Similarity


class Index(Searcher):
    """Documents as bags of words, numbered by row; immutable: a change gives a new index.

    >>> index = build([["nuclear", "power", "is", "safe"], ["ban", "nuclear", "power"], []])
    >>> [(row, round(score, 4)) for row, score in index.search(["nuclear"], k=1)]
    [(1, 0.1936)]
    """

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

    @property
    def searcher(self) -> Searcher:
        """The index itself, as a field of BM25F."""
        return self

    def search_all(
        self,
        queries: Iterable[Sequence[str]],
        similarity: str | Similarity = "BM25",
        k: int = 20,
        among: ArrayLike | None = None,
    ) -> list[list[tuple[int, float]]]:
        """Returns the best rows for each query of a batch, see :meth:`search`."""
        return [self.search(tokens, similarity, k, among) for tokens in queries]

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
    """Builds an index of documents given as tokens, in the order of their rows; arguments as of :func:`inverted`."""
    return Index(Postings.build(token_lists, exact_lengths=exact_lengths))


def open(folder: str | Path) -> Index:
    """Opens a saved index, memory-mapped: nothing is read before it is needed."""
    return Index(load(Path(folder)))


def write(folder: str | Path, token_lists: Iterable[Sequence[str]], *, exact_lengths: bool = False) -> None:
    """Writes an index of documents, as :func:`build` takes them, into a folder, holding one segment at a time."""
    save(Path(folder), inverted(token_lists, exact_lengths=exact_lengths), None, exact_lengths)
