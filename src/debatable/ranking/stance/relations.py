"""What a model read of pairs of claims, remembered: it hangs on the corpus alone, not on the query."""

from __future__ import annotations

import threading
from collections.abc import Sequence

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
        missing = [(i, j) for i, j in pairs if (model, rows[i], rows[j]) not in self._known]
        if missing:
            left, right = [texts[i] for i, _ in missing], [texts[j] for _, j in missing]
            read = (model.between(left, right) + model.between(right, left)) / 2
            with self._lock:
                if len(self._known) > MOST:
                    self._known = {}
                for (i, j), value in zip(missing, read.tolist(), strict=True):
                    self._known[model, rows[i], rows[j]] = value
        found = np.zeros((len(rows), len(rows)))
        known = self._known
        for i, j in pairs:
            found[i, j] = found[j, i] = known[model, rows[i], rows[j]]
        return found
