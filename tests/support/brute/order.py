"""The best of what was scored."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from debatable.ranking import Ranked

__all__ = ["best_first"]


def best_first(scores: Mapping[int, float], k: int) -> Ranked:
    """Returns the k best rows, ties by the smaller row."""
    best = sorted(scores, key=lambda row: (-scores[row], row))[: max(k, 0)]
    return Ranked(np.array(best, np.int64), np.array([scores[row] for row in best], np.float64))
