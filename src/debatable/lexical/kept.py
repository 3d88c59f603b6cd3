"""Arrays that were dear to compute, kept while there is room."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Any

from numpy.typing import NDArray

__all__ = ["Kept"]


class Kept:
    """Remembers the arrays asked for last, up to a number of bytes; safe among threads."""

    def __init__(self, most: int) -> None:
        """Starts empty.

        Args:
            most: Bytes to remember.
        """
        self._most = most
        self._bytes = 0
        self._arrays: dict[Hashable, NDArray[Any]] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], NDArray[Any]]) -> NDArray[Any]:
        """Returns the array of a key, made now where it is not remembered."""
        with self._lock:
            found = self._arrays.pop(key, None)
            if found is not None:
                self._arrays[key] = found
                return found
        found = make()
        with self._lock:
            replaced = self._arrays.pop(key, None)
            self._arrays[key] = found
            self._bytes += found.nbytes - (0 if replaced is None else replaced.nbytes)
            while self._bytes > self._most and len(self._arrays) > 1:
                self._bytes -= self._arrays.pop(next(iter(self._arrays))).nbytes
        return found
