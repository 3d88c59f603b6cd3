"""What a model read of pairs of claims, remembered: it hangs on the corpus alone, not on the query."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.learning import EvidenceModel

__all__ = ["RelationMemory"]

MOST = 500_000
"""Pairs that are remembered."""


class RelationMemory:
    """Log-odds that two claims take one side, by their rows; what is new is read, both ways round."""

    def __init__(self) -> None:
        """Remembers nothing yet."""
        self._known: dict[tuple[EvidenceModel, int, int], float] = {}
        self._lock = threading.Lock()

    def __call__(self, model: EvidenceModel, claims: Ints, texts: Sequence[str], wanted: Bools) -> Floats:
        """Returns a symmetric matrix; see `Backend.claim_relations`."""
        rows = claims.tolist()
        ones, others = np.nonzero(np.triu(wanted | wanted.T, 1))
        pairs = list(zip(ones.tolist(), others.tolist(), strict=True))
        memory = self._known
        keys = {(i, j): (model, rows[i], rows[j]) for i, j in pairs}
        known = {pair: memory[key] for pair, key in keys.items() if key in memory}
        missing = [pair for pair in pairs if pair not in known]
        if missing:
            left, right = [texts[i] for i, _ in missing], [texts[j] for _, j in missing]
            read = (model.between(left, right) + model.between(right, left)) / 2
            known.update(zip(missing, read.tolist(), strict=True))
            self._remember({keys[pair]: known[pair] for pair in missing})
        found = np.zeros((len(rows), len(rows)))
        for (i, j), value in known.items():
            found[i, j] = found[j, i] = value
        return found

    def _remember(self, read: Mapping[tuple[EvidenceModel, int, int], float]) -> None:
        """Keeps what was read; where there is too much, what is older is let go."""
        with self._lock:
            if len(self._known) + len(read) > MOST:
                self._known = {}
            self._known.update(read)
