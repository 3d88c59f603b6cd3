"""One open engine for all requests, which follows the index when it changes."""

from __future__ import annotations

import logging
import threading
import time

from debatable import api
from debatable.engines import Engine
from debatable.errors import DebatableError
from debatable.ranking import MAX_QUERY
from debatable.ranking.protocol import Kind
from debatable.service.kept_answers import KeptAnswers, SharingEngine

__all__ = ["CurrentEngine"]

LOG = logging.getLogger("debatable.service")

INTERVAL = 1.0
"""Seconds between two checks whether the index has changed."""


class CurrentEngine:
    """The engine over the current state of an index.

    A replaced engine is left to the garbage collector, since requests may still use it.

    Attributes:
        answers: What its engines answered last.
    """

    def __init__(self, where: api.Where, answers: KeptAnswers | None = None) -> None:
        """Opens the index, so that an error shows at the start; answers are kept as far as they may."""
        self._where = where
        self.answers = answers or KeptAnswers(0, 0)
        self._engine = self._opened()
        self._looked = time.monotonic()
        self._lock = threading.Lock()

    def engine(self) -> Engine:
        """Returns the engine, opened anew if the index has changed."""
        with self._lock:
            if time.monotonic() - self._looked > INTERVAL:
                self._look()
            return self._engine

    def warm(self) -> float | None:
        """Searches for two texts of the corpus, so that models are open and files are read before the first request.

        Returns the seconds that the second search took. An index that cannot be searched is served all the same: each
        request says why.
        """
        backend, seconds = self._engine.backend, None
        try:
            kind: Kind = "claims" if backend.counts.claims else "premises"
            rows = backend.rows(kind)
            for text in backend.texts(kind, rows[:: max(1, len(rows) // 2)][:2]):
                seconds = Engine.search(self._engine, text[:MAX_QUERY], stance="both").seconds
        except DebatableError as error:
            LOG.warning("no search before the first request: %s", error)
        return seconds

    def renew(self) -> None:
        """Checks at once whether the index has changed, so that a writer reads what was written."""
        with self._lock:
            self._look()

    def _look(self) -> None:
        self._looked = time.monotonic()
        if self._engine.outdated():
            self._engine = self._opened()

    def _opened(self) -> Engine:
        return SharingEngine(api.open(self._where), self.answers)
