"""What a model read of pairs of claims, remembered: it hangs on the corpus alone, not on the query."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from debatable.learning import EvidenceModel

__all__ = ["RelationMemory"]

MOST = 500_000
"""Pairs that are remembered."""

RowPair = tuple[int, int]
"""Rows of two claims, the lower one first."""


class RelationMemory:
    """Log-odds that two claims take one side, by model and rows; safe to share between threads."""

    def __init__(self) -> None:
        """Remembers nothing yet."""
        self._known: dict[tuple[EvidenceModel, RowPair], float] = {}
        self._lock = threading.Lock()

    def known(self, model: EvidenceModel, pairs: Sequence[RowPair]) -> list[float | None]:
        """Returns the log-odds of each pair, or None where the model did not read it."""
        memory = self._known
        return [memory.get((model, pair)) for pair in pairs]

    def learn(self, model: EvidenceModel, pairs: Sequence[RowPair], read: Sequence[float]) -> None:
        """Keeps what a model read of pairs; where there is too much, what is older is let go."""
        with self._lock:
            if len(self._known) + len(pairs) > MOST:
                self._known = {}
            self._known.update(((model, pair), value) for pair, value in zip(pairs, read, strict=True))
