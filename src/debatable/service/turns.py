"""Whose turn it is: as many requests are worked on at once as there are cores, the others wait, not too long."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from typing import TypeAlias, TypeVar

from starlette.concurrency import run_in_threadpool

from debatable.progress import READING, Deadline

Result = TypeVar("Result")
Place: TypeAlias = tuple[str, Hashable, asyncio.Future[None]]
"""In a queue: the kind of a request, what it asks, and what ends its waiting."""

WEIGHT = 0.2
"""Share of the latest request in the mean of its kind."""

FIRST_GUESS = 0.25
"""Share of the budget that a kind of request is thought to take before the first of it was measured."""

MOST_KINDS = 256
"""Kinds of requests whose seconds are remembered."""


class GoneError(Exception):
    """Who asked is gone."""


class Turns:
    """Gives turns to requests in the order of their arrival; long jobs go on where nobody else waits.

    More requests at once than cores only make each other slow. So the others wait, and how long they will is known
    before: a request that would wait for more than half of its budget is better refused at once. So is one whose
    server would not answer in time: the more searches wait for a server, the longer each does, in proportion where it
    is busy, so what is known is the seconds of one of them alone. Equal questions are answered by one search, so they
    count as one, and one that waits already is let wait again.

    >>> Turns(2, budget=4.0).wait()
    0.0
    """

    def __init__(
        self,
        slots: int,
        budget: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
        guess: float | None = None,
        server: float = 0.0,
    ) -> None:
        """Has a number of slots.

        Args:
            slots: Requests that are worked on at once.
            budget: Seconds in which a request should be answered; 0 for any number.
            clock: Tells seconds.
            guess: Seconds that a request is thought to take before the first of its kind was measured; None for a
                share of the budget.
            server: Seconds that a server is thought to need for a search before the first of its kind was measured.
        """
        self._server = server
        self._guess = FIRST_GUESS * budget if guess is None else guess
        self.slots, self.budget = max(1, slots), budget
        self._clock = clock
        self._means: dict[str, float] = {}
        self._servers: dict[str, float] = {}
        self._taken = self._taken_by_long = 0
        self._begun: dict[object, tuple[str, float, Hashable]] = {}
        self._queue: deque[Place] = deque()
        self._long_queue: deque[Place] = deque()

    def mean(self, kind: str) -> float:
        """Returns the seconds that a request of a kind takes, as far as is known."""
        return self._means.get(kind, self._guess)

    def wait(self) -> float:
        """Returns the seconds that a request which came now would wait for its turn."""
        if self._taken < self.slots and not self._queue:
            return 0.0
        now = self._clock()
        running = sum(max(0.0, self.mean(kind) - (now - begun)) for kind, begun, _ in self._begun.values())
        under_way = {question for _, _, question in self._begun.values()}
        queued = {question: kind for kind, question, _ in self._queue if question not in under_way}
        return (running + sum(map(self.mean, queued.values()))) / self.slots

    def too_long(self, question: Hashable = None, kind: str = "") -> int:
        """Returns the seconds after which to ask again, where a request of a kind would take too long; else 0."""
        asked = {place[1] for place in self._queue} | {begun[2] for begun in self._begun.values()}
        if not self.budget or question in asked:
            return 0
        waiting, others = self.wait(), self._taken - self._taken_by_long + len(self._queue)
        server = self._servers.get(kind, self._server) * min(self.slots, others + 1)
        if waiting > self.budget / 2:
            return max(1, math.ceil(waiting))
        late = others and waiting + server > READING * self.budget
        return max(1, math.ceil(min(server, self.budget))) if late else 0

    @asynccontextmanager
    async def turn(
        self,
        kind: str,
        *,
        question: Hashable = None,
        long: bool = False,
        gone: asyncio.Future[bool] | None = None,
        deadline: Deadline | None = None,
    ) -> AsyncIterator[None]:
        """Waits for a turn and holds it.

        Args:
            kind: Whose seconds are counted together.
            question: What is asked, equal for those that one search answers; None for a question of its own.
            long: Whether it is a part of a long job, which waits behind all others and never takes every slot.
            gone: Gets True where who asked is gone; None where nobody looks.
            deadline: Of the search, which says how long a server was waited for; None where none is.

        Raises:
            GoneError: Who asked was gone before the turn came.
        """
        key = object()
        question = key if question is None else question
        await self._granted(kind, question, long, gone)
        begun, others = self._clock(), self._taken
        self._begun[key] = (kind, begun, question)
        try:
            yield
        finally:
            del self._begun[key]
            self._learn(self._means, kind, self._clock() - begun)
            if deadline is not None and (deadline.waited or deadline.missed):
                seconds = self.budget if deadline.missed else deadline.waited  # at least: it was given up
                alone = 2 * seconds / (others + self._taken)
                self._learn(self._servers, kind, alone, at_once=deadline.missed)
            self._give_back(long)

    async def run(self, kind: str, work: Callable[[], Result]) -> Result:
        """Runs a part of a long job in a thread, when it is its turn."""
        async with self.turn(kind, long=True):
            return await run_in_threadpool(work)

    async def _granted(
        self, kind: str, question: Hashable, long: bool, gone: asyncio.Future[bool] | None
    ) -> None:
        """Returns when a request has its slot."""
        queue = self._long_queue if long else self._queue
        turn = asyncio.get_running_loop().create_future()
        place = (kind, question, turn)
        queue.append(place)
        self._hand_out()
        try:
            if gone is not None and not turn.done():
                await asyncio.wait((turn, gone), return_when=asyncio.FIRST_COMPLETED)
                if gone.done() and gone.result():
                    raise GoneError
            await turn
        except (asyncio.CancelledError, GoneError):
            if place in queue:
                queue.remove(place)
            elif not turn.cancelled():  # it was given the slot in the same moment
                self._give_back(long)
            raise

    def _hand_out(self) -> None:
        """Gives free slots to those who wait, and passes over those who were cancelled but do not know it yet."""
        while self._queue and self._taken < self.slots:
            turn = self._queue.popleft()[2]
            if not turn.done():
                self._taken += 1
                turn.set_result(None)
        while self._long_queue and self._taken < self.slots and self._taken_by_long < max(1, self.slots // 2):
            turn = self._long_queue.popleft()[2]
            if not turn.done():
                self._taken += 1
                self._taken_by_long += 1
                turn.set_result(None)

    def _give_back(self, long: bool) -> None:
        self._taken -= 1
        self._taken_by_long -= long
        self._hand_out()

    def _learn(self, means: dict[str, float], kind: str, seconds: float, *, at_once: bool = False) -> None:
        known = means.get(kind)
        if known is not None:
            latest = (1 - WEIGHT) * known + WEIGHT * seconds
            means[kind] = max(latest, seconds) if at_once else latest
        elif len(means) < MOST_KINDS:
            means[kind] = seconds
