"""One open engine for all requests, which follows the index when it changes."""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeVar

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from debatable import api
from debatable.engines import Engine, index_at
from debatable.errors import CorruptIndexError, DebatableError, NotAnIndexError, ReplacedError
from debatable.ranking import MAX_QUERY
from debatable.ranking.protocol import Kind
from debatable.service.kept_answers import KeptAnswers, SharingEngine
from debatable.service.refusals import Refused

T = TypeVar("T")

LOG = logging.getLogger("debatable.service")

INTERVAL = 1.0
"""Seconds between two checks whether the index has changed."""

PATIENCE = 0.05
"""Seconds that a request waits for such a check on a server; a later reply is for the requests after it."""

AGAIN = 3
"""Times that a request begins again, since what it read has been replaced."""

REMEMBERED = 1
"""Replaced engines that are kept, for those who are in the middle of a list."""


class CurrentEngine:
    """The engine over the current state of an index.

    A replaced engine is left to the garbage collector, since requests may still use it; each change has it run.
    """

    def __init__(self, where: api.Where, answers: KeptAnswers | None = None, method: str = "best") -> None:
        """Opens the index, so that an error shows at the start."""
        self._where, self.method = where, method
        self.answers = answers or KeptAnswers(0, 0)
        self._before: tuple[Engine, ...] = ()
        self._engine = self._opened()
        self._looked = time.monotonic()
        self._lock = threading.Lock()
        self._check = threading.Thread()

    def engine(self) -> Engine:
        """Returns the engine, opened anew if the index has changed and says so in time."""
        if time.monotonic() - self._looked > INTERVAL and not self._check.is_alive():
            self._looked = time.monotonic()
            if index_at(self._where).remote:
                self._check = threading.Thread(target=self.follow, daemon=True)
                self._check.start()
                self._check.join(PATIENCE)
            else:
                self._renew_if_there()
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

    def of_generation(self, state: str) -> Engine:
        """Returns the engine over the state that a list began with, as long as it is remembered.

        Raises:
            Refused: The index has changed more than once since.
        """
        current = self.engine()
        if not state or current.backend.state == state:
            return current
        for engine in self._before:
            if engine.backend.state == state:
                return engine
        raise outdated()

    @contextmanager
    def one_state(self, state: str) -> Iterator[Engine]:
        """Gives the engine over a state that a request names, or over the current one where it names none.

        Raises:
            Refused: That state is no longer there, or was replaced on a server meanwhile.
        """
        try:
            yield self.of_generation(state)
        except ReplacedError:
            if state:
                raise outdated() from None
            raise

    def again(self, work: Callable[[], T]) -> T:
        """Does some work, and does it again where the state that it read has been replaced."""
        for _ in range(AGAIN):
            before = self._engine
            try:
                return work()
            except ReplacedError:
                self.renew()
            except CorruptIndexError:  # its files may be those of another index by now
                if not self._renewed(before):
                    raise
        return work()

    @cached_property
    def route(self) -> type[APIRoute]:
        """Of requests that read the index: they are answered by a newer state where theirs has been replaced."""
        current = self

        class Reading(APIRoute):
            def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
                handle = super().get_route_handler()

                async def handled(request: Request) -> Response:
                    for _ in range(AGAIN):
                        before = current._engine
                        try:
                            return await handle(request)
                        except ReplacedError:
                            await run_in_threadpool(current.renew)
                        except CorruptIndexError:  # its files may be those of another index by now
                            if not await run_in_threadpool(current._renewed, before):
                                raise
                    return await handle(request)

                return handled

        return Reading

    def renew(self) -> None:
        """Checks at once whether the index has changed."""
        with self._lock:
            self._look()

    def _renewed(self, before: Engine) -> bool:
        """Returns whether the index has changed since an engine was the current one; looks at once."""
        if self._engine is before:
            self.renew()
        return self._engine is not before

    def _renew_if_there(self) -> None:
        """Does the same, unless another request is at it.

        While the newer state is opened, or another index is put in the place of this one, requests go on with what
        is open.
        """
        if not self._lock.acquire(blocking=False):
            return
        try:
            self._look()
        except NotAnIndexError as error:
            LOG.warning("the index is not in its place, and what is open is served: %s", error)
        finally:
            self._lock.release()

    def follow(self) -> None:
        """Does the same as far as possible: where it cannot be told or opened, a later search tells why."""
        try:
            self.renew()
        except DebatableError as error:
            LOG.warning("whether the index has changed is not known: %s", error)

    def _look(self) -> None:
        self._looked = time.monotonic()
        if self._engine.outdated():
            opened = self._opened()
            self._before, self._engine = (self._engine, *self._before)[:REMEMBERED], opened
            gc.collect()  # by itself it may come after hundreds of files of replaced states are open

    def _opened(self) -> Engine:
        return SharingEngine(api.open(self._where), self.answers)


def outdated() -> Refused:
    """Returns the refusal to go on with a list of a state that is not there any more."""
    return Refused(410, "outdated", "the index has changed since this list began; begin it again")
