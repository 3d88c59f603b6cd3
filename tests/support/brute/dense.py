"""Vectors, compared one by one."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Floats, Ints, Matrix, Singles
from debatable.errors import InputError
from debatable.ranking import Ranked
from debatable.ranking.protocol import Kind
from tests.support.brute.corpus import BruteCorpus
from tests.support.brute.order import best_first

__all__ = ["BruteDense"]


class BruteDense(BruteCorpus):
    """Searching and scoring by vectors."""

    def nearest(self, kind: Kind, vector: Singles, k: int, *, claimless: bool = False) -> Ranked:
        self._need_vectors()
        cosines = {}
        for row in self._there(kind):
            if claimless and not self._alone(row):
                continue
            cosine = np.dot(self._vectors[kind][row].astype(np.float64), vector.astype(np.float64))
            if np.float32(cosine) > 0:
                cosines[row] = float(np.float32(cosine))
        return best_first(cosines, k)

    def cosines(self, kind: Kind, vector: Singles, rows: Ints) -> Floats:
        self._need_vectors()
        return np.array(
            [float(np.dot(self._vectors[kind][row], vector)) for row in rows.tolist()], np.float64
        )

    def vectors(self, kind: Kind, rows: Ints, variant: str = "") -> Matrix:
        self._need_vectors()
        if kind == "premises" and variant and self.variants and variant not in self.variants:
            raise InputError(f"there are no {variant!r} vectors of premises", todo=f"give {variant} ones")
        known = self._vectors[f"{kind} {variant}" if f"{kind} {variant}" in self._vectors else kind]
        size = len(known[0]) if known else len(self.query)
        return np.array([known[row] for row in rows.tolist()], np.float32).reshape(len(rows), size)
