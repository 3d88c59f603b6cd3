"""What answers the queries of a collection: an engine on its corpus, or anything that searches alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from debatable.engines import Configuration, Engine, collection_index, demo_collection, demo_index
from debatable.engines.building import Progress
from debatable.errors import RecordError
from debatable.evaluation.collections import Collection
from debatable.model import Answer
from debatable.ranking import Method

__all__ = ["Progress", "Searcher", "collection_engine"]


class Searcher(Protocol):
    """What can be evaluated: anything that answers a query and knows its premises by record id."""

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        """Returns the best k premises."""

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Returns the premise id of each record id it knows."""


@contextmanager
def collection_engine(
    collection: Collection,
    index: Path | None = None,
    *,
    long_texts: tuple[str, ...] = ("first",),
    cache: Path | None = None,
    on_skip: Callable[[RecordError], None] | None = None,
    progress: Progress | None = None,
) -> Iterator[Engine]:
    """Opens an engine on the corpus of a collection.

    Args:
        collection: Whose corpus is searched.
        index: Index of the corpus; without it one is made in the cache, once.
        long_texts: Vectors of premises that the index is to have.
        cache: Where indexes are kept; the user's cache folder without it.
        on_skip: Told of each record that is left out of the index.
        progress: Told about each step of making it.
    """
    how = Configuration(long_texts=long_texts)
    if index is not None:
        folder = index
    elif collection.corpus[0].parent == demo_collection() and how == Configuration():
        folder = demo_index(progress)
    else:
        folder = collection_index(
            collection, configuration=how, cache=cache, on_skip=on_skip, progress=progress
        )
    with Engine(folder) as engine:
        yield engine
