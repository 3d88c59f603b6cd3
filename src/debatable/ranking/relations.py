"""Relations between claims: which of a debate agree and which oppose each other, as a model read them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Singles
from debatable.learning import EvidenceModel

RowPair = tuple[int, int]
"""Rows of two claims, the lower one first."""


@dataclass(frozen=True)
class ClaimRelations:
    """Log-odds that neighbouring claims of a corpus have the same stance, read ahead.

    Attributes:
        model: Fingerprint of the model that read them.
        pairs: Rows of two claims, the lower one first; in rising order.
        log_odds: Of each pair, as read.
        prior: Log-odds that two neighbouring claims of the corpus have the same stance, before they are read.
        read: Which rows were read with their neighbours.

    >>> read = np.ones(3, np.bool_)
    >>> relations = ClaimRelations("", np.array([[0, 2]]), np.array([1.5], np.float32), 0.25, read)
    >>> relations.between(np.array([2, 1, 0])).tolist()
    [[0.0, 0.0, 1.75], [0.0, 0.0, 0.0], [1.75, 0.0, 0.0]]
    """

    model: str
    pairs: Ints
    log_odds: Singles
    prior: float
    read: Bools

    def share_read(self, claims: Ints, mass: Floats) -> float:
        """Returns the share of the mass of claims that were read with their neighbours."""
        total = float(mass.sum())
        return float(mass[self.read[claims]].sum()) / total if total > 0 else 0.0

    def between(self, claims: Ints) -> Floats:
        """Returns the log-odds of all pairs of n claims (n, n), prior included; 0 for pairs that were not read."""
        related = np.zeros((len(claims), len(claims)))
        if not len(self.pairs):
            return related
        ones, others = np.triu_indices(len(claims), 1)
        low, high = np.minimum(claims[ones], claims[others]), np.maximum(claims[ones], claims[others])
        wanted = np.where(high < self._width, low * self._width + high, -1)
        place = np.minimum(np.searchsorted(self._keys, wanted), len(self._keys) - 1)
        value = np.where(
            self._keys[place] == wanted, self.log_odds[place].astype(np.float64) + self.prior, 0.0
        )
        related[ones, others] = related[others, ones] = value
        return related

    @cached_property
    def _width(self) -> int:
        return int(self.pairs.max()) + 1

    @cached_property
    def _keys(self) -> Ints:
        """A number for each pair, rising."""
        return np.asarray(self.pairs[:, 0] * self._width + self.pairs[:, 1])


class RelationMemory:
    """Log-odds that two claims of a corpus have the same stance, by model and rows; safe to share between threads.

    They depend on the corpus alone, not on the query. Those of a corpus that was read ahead are stored with its index;
    the others are kept in memory once a query needed them.
    """

    def __init__(self, stored: ClaimRelations | None = None, capacity: int = 500_000) -> None:
        """Starts with what was read ahead.

        Args:
            stored: What is stored with the index.
            capacity: How many other pairs are kept at most; where it is exceeded, all older ones are dropped.
        """
        self._stored = stored
        self._capacity = capacity
        self._log_odds: dict[tuple[EvidenceModel, RowPair], float] = {}
        self._fingerprints: dict[EvidenceModel, str] = {}  # a model, once loaded, stays what it is
        self._lock = threading.Lock()

    def stored(self, model: EvidenceModel) -> ClaimRelations | None:
        """Returns what a model read ahead; None where it did not."""
        stored = self._stored
        if stored is None:
            return None
        fingerprint = self._fingerprints.get(model) or self._fingerprints.setdefault(model, model.fingerprint)
        return stored if stored.model == fingerprint else None

    def known(self, model: EvidenceModel, pairs: Sequence[RowPair]) -> list[float | None]:
        """Returns the log-odds of each pair, or None where the model has not read it."""
        log_odds = self._log_odds
        return [log_odds.get((model, pair)) for pair in pairs]

    def learn(self, model: EvidenceModel, pairs: Sequence[RowPair], log_odds: Sequence[float]) -> None:
        """Stores what a model read of pairs."""
        with self._lock:
            if len(self._log_odds) + len(pairs) > self._capacity:
                self._log_odds = {}
            self._log_odds.update(((model, pair), value) for pair, value in zip(pairs, log_odds, strict=True))
