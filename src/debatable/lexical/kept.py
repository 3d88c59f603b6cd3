"""What was dear to compute, kept while there is room."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

__all__ = ["Kept"]


class _Sized(Protocol):
    """Something that takes memory, such as an array."""

    @property
    def nbytes(self) -> int:
        """How much."""


_T = TypeVar("_T", bound=_Sized)


class Kept:
    """Remembers what was asked for last, up to a number of bytes; safe among threads."""

    def __init__(self, most: int) -> None:
        """Starts empty.

        Args:
            most: Bytes to remember.
        """
        self._most = most
        self._bytes = 0
        self._things: dict[Hashable, Any] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many things are remembered."""
        return len(self._things)

    def get(self, key: Hashable, make: Callable[[], _T]) -> _T:
        """Returns what belongs to a key, made now where it is not remembered."""
        with self._lock:
            found: _T | None = self._things.pop(key, None)
            if found is not None:
                self._things[key] = found
                return found
        found = make()
        with self._lock:
            replaced = self._things.pop(key, None)
            self._things[key] = found
            self._bytes += found.nbytes - (0 if replaced is None else replaced.nbytes)
            while self._bytes > self._most and len(self._things) > 1:
                self._bytes -= self._things.pop(next(iter(self._things))).nbytes
        return found
