"""The formula of Dumani and Schenkel 2020 (Touché), section 2.3, on arrays."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Floats, Ints

__all__ = ["quality_given_claims"]


def quality_given_claims(dcf: Floats, group: Ints) -> tuple[Floats, Floats]:
    """P(p|c): the sum of the three DCFs over their total Z in a group, and Z, for each use.

    Where nobody in a group has beaten anybody (a claim with one premise), all its uses are equally likely.

    >>> p, z = quality_given_claims(np.array([[2, 1, 0], [1, 0, 0], [0, 0, 0]]), np.array([0, 0, 1]))
    >>> p.tolist(), z.tolist()
    ([0.75, 0.25, 1.0], [4.0, 4.0, 1.0])
    """
    weight = dcf.sum(axis=1, dtype=np.float64)
    z = np.bincount(group, weights=weight)
    weight = np.where(z[group] > 0, weight, 1.0)
    total = np.bincount(group, weights=weight)[group]
    return np.asarray(weight / total), np.asarray(total)
