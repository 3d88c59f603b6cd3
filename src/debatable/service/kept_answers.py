"""Answers for several people: equal questions at once are searched for once, and answers are kept for a while."""

from __future__ import annotations

import sys
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import Future
from typing import Any

from debatable.engines import Engine
from debatable.model import Answer
from debatable.progress import Deadline

LARGEST = 8
"""An answer larger than one so many-th of all that may be kept is not kept: it would push out too many others."""


class KeptAnswers:
    """The answers given last, and those that are being searched for; safe to share between threads.

    >>> kept = KeptAnswers(2, 10_000)
    >>> [kept("cars", lambda: Answer("Ban cars", "bm25", ()))[0].query for _ in range(2)]
    ['Ban cars', 'Ban cars']
    >>> kept.counts()["searched"], kept.counts()["kept"]
    (1, 1)
    """

    def __init__(self, most: int, size: int) -> None:
        """Starts with none.

        Args:
            most: Answers that are kept; those not asked for longest are dropped first.
            size: Bytes that they may take.
        """
        self._most, self._size = most, size
        self._answers: OrderedDict[Hashable, tuple[Answer, int]] = OrderedDict()
        self._bytes = 0
        self._searches: dict[Hashable, Future[tuple[Answer, bool]]] = {}
        self._counted: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __call__(
        self, key: Hashable, search: Callable[[], Answer], lasting: Callable[[], bool] = lambda: True
    ) -> tuple[Answer, bool]:
        """Returns the answer to a question: a kept one, that of a search under way, or that of a new search.

        Returns whether it lasts, too. One that does not is given to those who wait for it, and not kept. An error of a
        search is raised for everybody who waits for it, and not kept either.

        Args:
            key: Equal for equal questions to equal states of an index.
            search: Finds the answer.
            lasting: Called after the search: whether its answer would be the same later.
        """
        with self._lock:
            if key in self._answers:
                self._counted["kept"] += 1
                self._answers.move_to_end(key)
                return self._answers[key][0], True
            running = self._searches.get(key)
            self._counted["searched" if running is None else "shared"] += 1
            if running is None:
                own = self._searches[key] = Future()
        if running is not None:
            return running.result()
        try:
            answer = search()
            lasts = lasting()
            size = size_of(answer) if lasts else self._size
        except BaseException as error:
            with self._lock:
                del self._searches[key]
            own.set_exception(error)
            raise
        with self._lock:
            del self._searches[key]
            if size * LARGEST <= self._size:
                self._keep(key, answer, size)
        own.set_result((answer, lasts))
        return answer, lasts

    def counts(self) -> dict[str, int]:
        """Returns how many answers were kept ones, shared, or searched for, and what is kept now."""
        with self._lock:
            given = {name: self._counted[name] for name in ("kept", "searched", "shared")}
            return {**given, "held": len(self._answers), "bytes": self._bytes}

    def _keep(self, key: Hashable, answer: Answer, size: int) -> None:
        self._answers[key] = answer, size
        self._bytes += size
        while len(self._answers) > self._most or self._bytes > self._size:
            _, (_, freed) = self._answers.popitem(last=False)
            self._bytes -= freed


class SharingEngine(Engine):
    """An engine whose answers are shared by those who ask the same, as long as its state is served."""

    def __init__(self, engine: Engine, answers: KeptAnswers) -> None:
        """Serves the backend of an engine."""
        super().__init__(engine.backend, pipeline=engine.pipeline)
        self._answers = answers

    def search(self, query: str, *, deadline: Deadline | None = None, **options: Any) -> Answer:
        """Finds the best premises for and against a claim, as `Engine.search` does with the same options.

        The deadline of the first who asks holds for all who wait with them. Where it was over before all was read, the
        answer is not kept, and the others' deadlines say so, too.
        """
        backend = self.backend

        def search() -> Answer:
            return super(SharingEngine, self).search(query, deadline=deadline, **options)

        def lasting() -> bool:
            return not backend.remarks() and (deadline is None or not deadline.unread)

        key = (backend.state, query, *sorted((name, _hashable(value)) for name, value in options.items()))
        answer, lasts = self._answers(key, search, lasting)
        if deadline is not None and not lasts:
            deadline.unread = max(deadline.unread, 1)
        return answer


def _hashable(value: Any) -> Hashable:
    """Returns a value of a key; lists of names are the same in any order but as they are given.

    >>> _hashable(["b", "a"])
    ('b', 'a')
    """
    return tuple(value) if isinstance(value, list) else value


def size_of(answer: Answer) -> int:
    """Returns about how many bytes an answer takes: all that it holds, each thing once.

    >>> size_of(Answer("Ban cars", "bm25", (), remarks=("x" * 1000,))) > 1000
    True
    """
    total, seen, left = 0, set[int](), [answer]
    while left:
        one: Any = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        left.extend(_parts(one))
    return total


def _parts(one: Any) -> Iterable[Any]:
    if isinstance(one, (str, float, int)):
        return ()
    if isinstance(one, (tuple, list)):
        return one
    if isinstance(one, dict):
        return [*one, *one.values()]
    return [getattr(one, name) for name in getattr(type(one), "__dataclass_fields__", ())]
