"""An encoder with a memory, for settings that are tried one after the other on the same texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from debatable.arrays import Singles

__all__ = ["KnownTexts"]


class KnownTexts:
    """Encodes each text once in its life; what it takes says nothing about the time of a query."""

    def __init__(self, encode: Callable[[Sequence[str]], Singles]) -> None:
        """Wraps an encoder."""
        self.encode = encode
        self.known: dict[str, Singles] = {}

    def __call__(self, texts: Sequence[str]) -> Singles:
        """Returns one vector a text."""
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        if new:
            self.known.update(zip(new, self.encode(new), strict=True))
        return np.array([self.known[text] for text in texts], dtype=np.float32)
