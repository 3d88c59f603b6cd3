"""Limits of a search, from which size on each shortcut pays, and the cache they bound."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, TypeVar

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Limits:
    """Results do not depend on these, only speed and memory.

    Attributes:
        rounded_documents: Documents of a segment from which on rounded sums choose what is scored exactly.
        pruned_documents: Documents of a segment from which on frequent terms may be skipped.
        rounded_terms: Terms of a query, at most, whose rounded weights are summed; more could overflow 16 bits.
        listed_documents: Documents of a segment from which on those of rare terms are listed.
        listed_share: Up to one in so many documents is listed, or looked up instead of summed with all.
        sample: Promising documents, at least, that are scored first to find a threshold.
        candidates: Documents, at most, that are scored exactly.
        group: Documents, at most, of which only the highest sum is compared at first.
        group_share: Up to one in so many groups is looked into.
        cell_postings: Postings of a term beyond which weights are computed by cell.
        frequent_share: A term in one of so many documents is frequent: its weights are summed as a whole column.
        uncompiled_postings: Postings to add before scipy's compiled code is loaded.
        unranked_postings: Postings of queries before numba is loaded, for a thread; with 0 the first query waits.
        ranked_share: Rare terms are added up to one posting in so many documents before others are asked for.
        formulas: Similarities whose weights are cached.
        field_rankings: Rankings over several fields whose weights are cached.
        weight_bytes: Size of the cache of the weights by cell of one similarity.
        rounded_bytes: Size, at least, of the cache of rounded weights; a third of the postings' where that is more.
    """

    rounded_documents: int = 1 << 14
    pruned_documents: int = 1 << 17
    rounded_terms: int = 4096
    listed_documents: int = 1 << 20
    listed_share: int = 64
    sample: int = 32
    candidates: int = 1024
    group: int = 64
    group_share: int = 16
    cell_postings: int = 1024
    frequent_share: int = 8
    uncompiled_postings: int = 1 << 22
    unranked_postings: int = 1 << 25
    ranked_share: int = 4
    formulas: int = 8
    field_rankings: int = 4
    weight_bytes: int = 1 << 24
    rounded_bytes: int = 1 << 23


def _nbytes(value: Any) -> int:
    return int(value.nbytes)


class Cache:
    """The values asked for last; safe among threads.

    >>> cache = Cache(2, size=lambda word: 1)
    >>> [cache.get(word, word.upper) for word in ("a", "b", "c")], len(cache)
    (['A', 'B', 'C'], 2)
    """

    def __init__(self, capacity: int, size: Callable[[Any], int] = _nbytes) -> None:
        """Starts empty; keeps values of so much size in all (by default bytes of arrays), but at least one."""
        self._capacity, self._size = capacity, size
        self._taken = 0
        self._values: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Number of cached values."""
        return len(self._values)

    def find(self, key: Hashable) -> Any | None:
        """Returns the value of a key, None where it is not cached."""
        with self._lock:
            value = self._values.pop(key, None)
            if value is not None:
                self._values[key] = value
        return value

    def get(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """Returns the value of a key, made now where it is not cached."""
        value: _T | None = self.find(key)
        if value is not None:
            return value
        value = make()
        with self._lock:
            replaced = self._values.pop(key, None)
            self._values[key] = value
            self._taken += self._size(value) - (0 if replaced is None else self._size(replaced))
            while self._taken > self._capacity and len(self._values) > 1:
                self._taken -= self._size(self._values.pop(next(iter(self._values))))
        return value
