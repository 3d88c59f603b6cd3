"""How right the stances of answers are, beside what always saying the same would give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.evaluation.judgments import Judged, Judgments, Query
from debatable.evaluation.measures import stance_accuracy, stance_macro_f1
from debatable.evaluation.measures.stances import stance_pairs
from debatable.evaluation.statistics.intervals import Interval, bootstrap
from debatable.model import Stance

__all__ = ["StanceScores", "stance_scores"]


@dataclass(frozen=True, slots=True)
class StanceScores:
    """How right the stances of the first hits are, over all queries together.

    Attributes:
        pairs: (given, true) of each query.
        majority: The stance that is more frequent among all judgments.
    """

    pairs: tuple[tuple[tuple[Stance, Stance], ...], ...]
    majority: Stance

    @property
    def accuracy(self) -> Interval:
        """Share of right stances; a hit without a stance is a wrong one."""
        right = np.array(
            [sum(given is true for given, true in query) for query in self.pairs], dtype=np.float64
        )
        total = np.array([len(query) for query in self.pairs], dtype=np.float64)

        def pooled(rows: Ints) -> Floats:
            return np.asarray(right[rows].sum(axis=-1) / np.maximum(total[rows].sum(axis=-1), 1.0))

        return bootstrap(pooled, len(self.pairs))

    @property
    def macro_f1(self) -> float:
        """Mean F1 of pro and con."""
        return stance_macro_f1(self._all)

    @property
    def baseline(self) -> float:
        """Accuracy on the same hits of always saying the majority stance."""
        return stance_accuracy([(self.majority, true) for _, true in self._all])

    @property
    def given(self) -> float:
        """Share of the judged hits that were given a stance at all."""
        return sum(given is not Stance.NONE for given, _ in self._all) / len(self._all) if self._all else 0.0

    @property
    def _all(self) -> list[tuple[Stance, Stance]]:
        return [pair for query in self.pairs for pair in query]


def stance_scores(
    shown: Sequence[Sequence[tuple[str, Stance]]], queries: Sequence[Query], judgments: Judgments, k: int
) -> StanceScores | None:
    """Returns the stances of the first k hits of each query, or None where no stance was judged."""
    counts = Counter(row.stance for row in judgments.rows if row.stance is not Stance.NONE)
    if not counts:
        return None
    nothing = Judged(())
    pairs = tuple(
        tuple(stance_pairs(hits[:k], judgments.get(query.id, nothing)))
        for query, hits in zip(queries, shown, strict=True)
    )
    return StanceScores(pairs, Stance.PRO if counts[Stance.PRO] >= counts[Stance.CON] else Stance.CON)
