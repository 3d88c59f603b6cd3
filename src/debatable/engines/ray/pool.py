"""Workers of a Ray cluster: a process for every core or GPU, each with one chunk in work and one waiting."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from debatable.engines.ray.works import Arrays, Work
from debatable.errors import DebatableError, InputError
from debatable.version import VERSION

IN_FLIGHT = 2
"""Chunks that a worker has at most: the one it works on, and the next."""

TRIES = 3
"""How often a chunk is given out whose worker was lost, and how many workers in turn may fail to start."""

MOST = 1_024
"""Workers at most."""

Tag = TypeVar("Tag")


class Worker:
    """What runs in a process of the cluster."""

    def version(self) -> str:
        """Returns the version of Debatable there."""
        return VERSION

    def do(self, work: Work[Any], chunk: Any) -> Arrays | str:
        """Does some work; returns the message of a user's mistake."""
        try:
            return work(chunk)
        except DebatableError as error:
            return str(error)


@dataclass(slots=True, eq=False)
class _Task:
    """A chunk on its way, and how many workers were lost while they worked on it."""

    tag: Any
    chunk: Any
    tries: int = 0


@dataclass(slots=True, eq=False)
class _WorkerHandle:
    """A worker and its tasks; it works on the first."""

    actor: Any
    tasks: list[_Task] = field(default_factory=list)

    @property
    def load(self) -> int:
        """How much it has to do."""
        return len(self.tasks)


@dataclass(slots=True)
class RayPool:
    """Runs work on the workers of a cluster, which are started at the first chunk and kept.

    A pool may be as large as the cluster: nothing waits for a worker that finds no place.

    Attributes:
        ray: The module, connected.
        patience: Seconds to wait for a first worker before the cluster counts as full.
    """

    ray: Any
    patience: float = 120.0
    _ready: dict[bool, list[_WorkerHandle]] = field(default_factory=lambda: {False: [], True: []})
    _starting: dict[bool, dict[Any, _WorkerHandle]] = field(default_factory=lambda: {False: {}, True: {}})
    _failed: int = 0

    def __call__(self, work: Work[Any], chunks: Iterable[tuple[Tag, Any]]) -> Iterator[tuple[Tag, Arrays]]:
        """Yields the result of each chunk, as it comes.

        Raises:
            DebatableError: A worker found a mistake, or was lost again and again, or there is none.
        """
        source = (_Task(tag, chunk) for tag, chunk in chunks)
        again: deque[_Task] = deque()
        pending: dict[Any, tuple[_WorkerHandle, _Task]] = {}
        if (first := next(source, None)) is None:
            return
        again.append(first)
        gpu = work.gpu and self.ray.cluster_resources().get("GPU", 0) >= 1
        self._request_workers(gpu)
        while True:
            while worker := self._free(gpu):
                task = again.popleft() if again else next(source, None)
                if task is None:
                    break
                worker.tasks.append(task)
                pending[worker.actor.do.remote(work, task.chunk)] = worker, task
            if not pending and not again:
                return
            for reference in self._finished(gpu, pending):
                if reference in pending:
                    worker, task = pending.pop(reference)
                    made = self._made(reference, worker, task, gpu)
                    if made is None:
                        again.append(task)
                    else:
                        yield task.tag, made
                else:
                    self._admit(reference, gpu)

    def _free(self, gpu: bool) -> _WorkerHandle | None:
        """Returns the worker with the least to do, None where all have enough."""
        least = min(self._ready[gpu], key=lambda worker: worker.load, default=None)
        return least if least is not None and least.load < IN_FLIGHT else None

    def _request_workers(self, gpu: bool) -> None:
        """Requests as many workers as the cluster has cores or GPUs."""
        count = min(int(self.ray.cluster_resources().get("GPU" if gpu else "CPU", 1)), MOST) or 1
        actor = self.ray.remote(Worker).options(num_cpus=1, num_gpus=1 if gpu else 0)
        for _ in range(count - len(self._ready[gpu]) - len(self._starting[gpu])):
            worker = _WorkerHandle(actor.remote())
            self._starting[gpu][worker.actor.version.remote()] = worker

    def _finished(self, gpu: bool, pending: Iterable[Any]) -> list[Any]:
        """Waits until a chunk is done or a worker has started; raises a DebatableError where none starts in time."""
        done, _ = self.ray.wait([*pending, *self._starting[gpu]], timeout=self.patience)
        if not done and not self._ready[gpu]:
            raise DebatableError(
                f"the Ray cluster had no room for a worker for {self.patience:.0f} seconds",
                todo="wait until others are done, or take a larger one",
            )
        return list(done)

    def _admit(self, reference: Any, gpu: bool) -> None:
        """Adds a worker that has started, if it is of this version; requests another for one that failed."""
        worker = self._starting[gpu].pop(reference)
        try:
            version = self.ray.get(reference)
        except self.ray.exceptions.RayError as error:
            self._failed += 1
            if self._failed >= TRIES:
                raise DebatableError(
                    f"the workers of Ray do not start ({_reason(error)})",
                    todo="install debatable[ray] on every node of the cluster",
                ) from error
            self._request_workers(gpu)
            return
        if version != VERSION:
            raise InputError(
                f"a worker of Ray has Debatable {version}, here it is {VERSION}",
                todo="install the same version on every node of the cluster",
            )
        self._failed = 0
        self._ready[gpu].append(worker)

    def _made(self, reference: Any, worker: _WorkerHandle, task: _Task, gpu: bool) -> Arrays | None:
        """Returns the result of a chunk; None where its worker was lost and it must be tried again."""
        errors = self.ray.exceptions
        try:
            made: Arrays | str = self.ray.get(reference)
        except errors.RayTaskError as error:
            raise DebatableError(f"a worker of Ray failed ({_reason(error)})") from error
        except errors.RayError as error:
            if worker in self._ready[gpu]:  # seen for the first time: what it had in hand may be why
                self._ready[gpu].remove(worker)
                worker.tasks[0].tries += 1
                self._request_workers(gpu)
            if task.tries >= TRIES:
                raise DebatableError(
                    f"{TRIES} workers of Ray were lost with the same work ({_reason(error)})",
                    todo="look for what ended them, often too little memory, and run it again to go on",
                ) from error
            return None
        worker.tasks.remove(task)
        if isinstance(made, str):
            raise InputError(made)
        return made


def _reason(error: Exception) -> str:
    """Returns the last line of an error of Ray, which is its cause."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1] if lines else ''}"[:200].rstrip(": ")
