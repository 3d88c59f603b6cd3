"""What was dear to compute, remembered while there is room."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

__all__ = ["Cache"]

_T = TypeVar("_T")


def _nbytes(thing: Any) -> int:
    return int(thing.nbytes)


class Cache:
    """Remembers what was asked for last; safe among threads.

    >>> cache = Cache(2, size=lambda word: 1)
    >>> [cache.get(word, word.upper) for word in ("a", "b", "c")], len(cache)
    (['A', 'B', 'C'], 2)
    """

    def __init__(self, room: int, size: Callable[[Any], int] = _nbytes) -> None:
        """Starts empty.

        Args:
            room: How much is remembered in all, but one thing at least.
            size: What a thing takes of the room; the bytes of an array.
        """
        self._room = room
        self._size = size
        self._taken = 0
        self._things: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many things are remembered."""
        return len(self._things)

    def find(self, key: Hashable) -> Any | None:
        """Returns what belongs to a key, None where it is not remembered."""
        with self._lock:
            found = self._things.pop(key, None)
            if found is not None:
                self._things[key] = found
        return found

    def get(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """Returns what belongs to a key, made now where it is not remembered."""
        found: _T | None = self.find(key)
        if found is not None:
            return found
        found = make()
        with self._lock:
            replaced = self._things.pop(key, None)
            self._things[key] = found
            self._taken += self._size(found) - (0 if replaced is None else self._size(replaced))
            while self._taken > self._room and len(self._things) > 1:
                self._taken -= self._size(self._things.pop(next(iter(self._things))))
        return found
