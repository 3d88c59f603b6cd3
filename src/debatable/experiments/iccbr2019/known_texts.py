"""An encoder with a memory, for settings that are tried one after the other on the same texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from debatable.arrays import Singles

__all__ = ["KnownTexts"]


class KnownTexts:
    """Encodes each text once in its life, but for times when it learns nothing."""

    def __init__(self, encode: Callable[[Sequence[str]], Singles]) -> None:
        """Wraps an encoder."""
        self.encode = encode
        self.known: dict[str, Singles] = {}
        self.learning = True

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Learns nothing within, so that no query is quick because an earlier one was asked."""
        self.learning, before = False, self.learning
        try:
            yield
        finally:
            self.learning = before

    def __call__(self, texts: Sequence[str]) -> Singles:
        """Returns one vector a text."""
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        found = dict(zip(new, self.encode(new), strict=True)) if new else {}
        if self.learning:
            self.known.update(found)
        return np.array([self.known[t] if t in self.known else found[t] for t in texts], dtype=np.float32)
