"""Texts numbered once, and pairs of their numbers with a label and a source."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

LONGEST = 900  # characters kept of a text: more than any model here reads


@dataclass(slots=True)
class Texts:
    """Numbers texts in the order in which they come."""

    numbers: dict[str, int] = field(default_factory=dict)

    def __call__(self, text: str) -> int:
        """Returns the number of a text."""
        return self.numbers.setdefault(" ".join(text.split())[:LONGEST], len(self.numbers))


@dataclass(slots=True)
class Pairs:
    """A growing table of pairs without doubles."""

    texts: Texts
    rows: dict[tuple[int, int], tuple[float, int, int]] = field(default_factory=dict)
    sources: dict[str, int] = field(default_factory=dict)

    def add(self, one: str, other: str, label: float, source: str, topic: int = 0) -> None:
        """Adds a pair, unless it is there."""
        key = (self.texts(one), self.texts(other))
        if key[0] != key[1]:
            number = self.sources.setdefault(source, len(self.sources))
            self.rows.setdefault(key, (float(label), number, topic))

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """Returns the columns and the names of the sources."""
        keys, values = np.array(list(self.rows), np.int32), np.array(list(self.rows.values()), np.float32)
        return {
            "a": keys[:, 0],
            "b": keys[:, 1],
            "y": values[:, 0].astype(np.float16),
            "source": values[:, 1].astype(np.uint8),
            "topic": values[:, 2].astype(np.int32),
            "names": np.array(list(self.sources)),
        }
