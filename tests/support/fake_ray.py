"""A stand-in for the module ray: actors that live here, start when told to, and are lost when told to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

__all__ = ["FakeRay"]


class RayError(Exception):
    """Base of what goes wrong, as in Ray."""


class RayTaskError(RayError):
    """The work itself failed."""


class ActorDiedError(RayError):
    """The worker is gone."""


@dataclass(eq=False)
class Reference:
    """A result to come."""

    actor: Actor
    call: Callable[[], Any]


class Actor:
    """A worker; its methods give references."""

    def __init__(self, ray: FakeRay, kind: type) -> None:
        self.ray, self.inner, self.alive = ray, kind(), True
        self.version = SimpleNamespace(remote=lambda: Reference(self, self._version))
        self.do = SimpleNamespace(remote=self._do)

    def _version(self) -> Any:
        if self.ray.unborn > 0:
            self.ray.unborn -= 1
            raise ActorDiedError("The actor died.\nNo module named 'debatable'")
        return self.ray.version or self.inner.version()

    def _do(self, work: Any, chunk: Any) -> Reference:
        self.ray.in_flight += 1
        self.ray.most_in_flight = max(self.ray.most_in_flight, self.ray.in_flight)
        self.ray.given.append(chunk)
        return Reference(self, lambda: self._done(work, chunk))

    def _done(self, work: Any, chunk: Any) -> Any:
        self.ray.in_flight -= 1
        if self.alive and self.ray.losses.get(chunk, 0) > 0:
            self.ray.losses[chunk] -= 1
            self.alive = False
        if not self.alive:
            raise ActorDiedError("The actor died.\nThe process was killed.")
        try:
            return self.inner.do(work, chunk)
        except Exception as error:
            raise RayTaskError(f"ray::Worker.do()\n{type(error).__name__}: {error}") from error


@dataclass
class FakeRay:
    """What the pool asks of Ray.

    Attributes:
        cores: Of the cluster.
        room: Workers that find room, None for all.
        losses: How many workers are lost with a chunk.
        unborn: How many workers fail to start.
        version: What workers say of theirs, where it is not the real one.
    """

    cores: int = 2
    room: int | None = None
    losses: dict[Any, int] = field(default_factory=dict)
    unborn: int = 0
    version: str = ""
    actors: list[Actor] = field(default_factory=list)
    given: list[Any] = field(default_factory=list)
    in_flight: int = 0
    most_in_flight: int = 0
    exceptions: Any = field(
        default_factory=lambda: SimpleNamespace(RayError=RayError, RayTaskError=RayTaskError)
    )

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores)}

    def remote(self, kind: type) -> Any:
        def hired() -> Actor:
            self.actors.append(Actor(self, kind))
            return self.actors[-1]

        return SimpleNamespace(options=lambda **_: SimpleNamespace(remote=hired))

    def wait(self, references: list[Reference], timeout: float) -> tuple[list[Reference], list[Reference]]:
        placed = self.actors if self.room is None else self.actors[: self.room]
        done = [one for one in references if one.actor in placed][
            -1:
        ]  # the last first: nothing comes in order
        return done, [one for one in references if one not in done]

    def get(self, reference: Reference) -> Any:
        return reference.call()
