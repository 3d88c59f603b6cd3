"""What was read lately, kept while there is room."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

__all__ = ["Kept"]

_K = TypeVar("_K", bound=Hashable)
_V = TypeVar("_V")


class Kept(Generic[_K, _V]):
    """Values by key, those asked for longest ago let go first; safe among threads.

    >>> kept = Kept[str, int](2)
    >>> kept.get(["a", "b"], lambda keys: {key: len(key) for key in keys})
    [1, 1]
    >>> kept.get(["b", "c"], lambda keys: {key: len(keys) for key in keys}), len(kept)
    ([1, 1], 2)
    """

    def __init__(self, room: int) -> None:
        """Starts empty, with room for so many values."""
        self._room = room
        self._values: dict[_K, _V] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """How many values are kept."""
        return len(self._values)

    def get(self, keys: Sequence[_K], read: Callable[[list[_K]], Mapping[_K, _V]]) -> list[_V]:
        """Returns the values of keys, those that are not kept read in one go."""
        found: dict[_K, _V] = {}
        with self._lock:
            for key in keys:
                if key in self._values and key not in found:
                    found[key] = self._values[key] = self._values.pop(key)
        missing = [key for key in dict.fromkeys(keys) if key not in found]
        if missing:
            fresh = read(missing)
            found.update(fresh)
            self.put(fresh.items())
        return [found[key] for key in keys]

    def put(self, items: Iterable[tuple[_K, _V]]) -> None:
        """Keeps values."""
        with self._lock:
            for key, value in items:
                self._values.pop(key, None)
                self._values[key] = value
            while len(self._values) > self._room:
                del self._values[next(iter(self._values))]
