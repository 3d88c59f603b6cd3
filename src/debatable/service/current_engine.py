"""One open engine for all requests, which follows the index when it changes."""

from __future__ import annotations

import threading
import time

from debatable import api
from debatable.engines import Engine

__all__ = ["CurrentEngine"]

INTERVAL = 1.0
"""Seconds between two checks whether the index has changed."""


class CurrentEngine:
    """The engine over the current state of an index.

    A replaced engine is left to the garbage collector, since requests may still use it.
    """

    def __init__(self, where: api.Where) -> None:
        """Opens the index, so that an error shows at the start."""
        self._where = where
        self._engine = api.open(where)
        self._looked = time.monotonic()
        self._lock = threading.Lock()

    def engine(self) -> Engine:
        """Returns the engine, opened anew if the index has changed."""
        with self._lock:
            if time.monotonic() - self._looked > INTERVAL:
                self._look()
            return self._engine

    def renew(self) -> None:
        """Checks at once whether the index has changed, so that a writer reads what was written."""
        with self._lock:
            self._look()

    def _look(self) -> None:
        self._looked = time.monotonic()
        if self._engine.outdated():
            self._engine = api.open(self._where)
