"""Executors of builds that need no cluster: they work here, out of order, and count, and stop when told to."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from debatable.engines.ray.works import Arrays, Work

__all__ = ["Interrupted", "ShuffledExecutor"]

Tag = TypeVar("Tag")


class Interrupted(Exception):
    """The build was ended in the middle."""


@dataclass
class ShuffledExecutor:
    """Does a few chunks at a time, the first one last or not, as it happens.

    Attributes:
        most: Chunks after which it ends the build; None for never.
        done: Chunks by kind of work.
    """

    most: int | None = None
    done: Counter[str] = field(default_factory=Counter)
    draw: random.Random = field(default_factory=lambda: random.Random(3))

    def __call__(self, work: Work[Any], chunks: Iterable[tuple[Tag, Any]]) -> Iterator[tuple[Tag, Arrays]]:
        stream = iter(chunks)
        while few := list(islice(stream, 3)):
            self.draw.shuffle(few)
            for tag, chunk in few:
                if self.most is not None and self.done.total() >= self.most:
                    raise Interrupted
                made = work(chunk)
                self.done[type(work).__name__] += 1
                yield tag, made
