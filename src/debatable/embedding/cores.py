"""Batches of texts and the cores they run on: side by side, each batch on one core.

A graph shared out over several cores makes them wait for each other after every step. A batch on one core waits for
nothing and gives the same bits on every machine of its kind, however many cores it has.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

Batch = TypeVar("Batch")
Result = TypeVar("Result")

STEP = 4
"""Tokens by which padded lengths differ."""

LEAST = 64
"""Padded tokens below which a batch is not worth sharing out, where a model has few weights."""


def padded_length(length: int) -> int:
    """Returns the number of tokens a text is padded to, in steps of 4.

    It depends on the text alone, so that a text has the same shape, and so the same rounding, in every batch. A product
    takes its rows four at a time, so that smaller steps would save nothing.

    >>> [padded_length(n) for n in (0, 3, 17, 33, 65, 256)]
    [4, 4, 20, 36, 68, 256]
    """
    return max(-(-length // STEP) * STEP, STEP)


def batches(lengths: Sequence[int], tokens: int, spare: int = 0) -> Iterator[tuple[int, list[int]]]:
    """Yields (padded length, rows) of texts of equal padded length, short ones first, order kept within.

    Args:
        lengths: Tokens of every text.
        tokens: How many padded tokens a batch may have; a longer text makes a batch of its own.
        spare: How many tokens of further padding texts of one length may take to join longer ones.

    >>> list(batches([5, 30, 6, 29], tokens=16))
    [(8, [0, 2]), (32, [1]), (32, [3])]
    >>> list(batches([17, 25, 18, 9], tokens=99, spare=16))
    [(12, [3]), (28, [0, 1, 2])]
    """
    groups: dict[int, list[int]] = {}
    for row, length in enumerate(lengths):
        groups.setdefault(padded_length(length), []).append(row)
    joined: list[tuple[int, list[int]]] = []  # long ones first
    for width in sorted(groups, reverse=True):
        rows = groups[width]
        if joined:
            longest, others = joined[-1]
            fits = (len(others) + len(rows)) * longest <= tokens
            if fits and (longest - width) * len(rows) <= spare:
                joined[-1] = (longest, sorted(others + rows))
                continue
        joined.append((width, rows))
    for width, rows in reversed(joined):
        most = max(1, tokens // width)
        for start in range(0, len(rows), most):
            yield width, rows[start : start + most]


class Cores:
    """Runs a limited number of batches at once, over all callers; safe to share between threads.

    >>> list(Cores(2).run(len, ["a", "bc", "def"]))
    [1, 2, 3]
    """

    def __init__(self, count: int) -> None:
        """Has a number of cores, one at least."""
        self.count = max(1, count)
        self._slots = threading.Semaphore(self.count)
        self._pool = ThreadPoolExecutor(self.count)  # starts no thread before the first batch
        self._callers, self._lock = 0, threading.Lock()

    def run(
        self, job: Callable[[Batch], Result], batches: Sequence[Batch], most: int | None = None
    ) -> Iterator[Result]:
        """Yields the results of a job for every batch, in their order.

        Args:
            job: Computes on one core, without holding the interpreter.
            batches: Its inputs.
            most: Cores to use at most; None for all.
        """
        with self._counted():
            if min(len(batches), self.count, most or self.count) <= 1:
                for batch in batches:
                    yield self._run(job, batch)
                return
            own_slots = threading.Semaphore(most or self.count)

            def limited(batch: Batch) -> Result:
                with own_slots:
                    return self._run(job, batch)

            running = [self._pool.submit(limited, batch) for batch in batches]
            try:
                for result in running:
                    yield result.result()
            finally:
                for result in running:
                    result.cancel()

    def batch_tokens(self, total: int, largest: int, most: int | None = None, least: int = LEAST) -> int:
        """Returns how large batches may be so that every idle core gets one.

        Args:
            total: Tokens of all texts.
            largest: Tokens of a batch at most.
            most: Cores to use at most; None for all.
            least: Tokens below which a batch is not worth sharing out.

        >>> [Cores(2).batch_tokens(total, 1024) for total in (100, 400, 9000)]
        [64, 200, 1024]
        """
        idle = max(1, min(self.count - self._callers, most or self.count))
        return min(largest, max(least, -(-total // idle)))

    def _run(self, job: Callable[[Batch], Result], batch: Batch) -> Result:
        with self._slots:
            return job(batch)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self._callers += 1
        try:
            yield
        finally:
            with self._lock:
                self._callers -= 1


def cores_of_machine() -> int:
    """Returns how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Process:
    """The cores of this process; a forked one gets its own, since threads are not copied."""

    cores = Cores(cores_of_machine())


def cores() -> Cores:
    """Returns the cores that models of this process run on."""
    return _Process.cores


def share_cores(workers: int) -> None:
    """Limits this process to its share of the cores, as one of several workers."""
    _Process.cores = Cores(cores_of_machine() // max(1, workers))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=lambda: setattr(_Process, "cores", Cores(_Process.cores.count)))
