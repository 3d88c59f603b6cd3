"""The formulas of Dumani and Schenkel 2020 (Touché), sections 2.1 and 2.3, on arrays."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Bools, Floats, Ints


def quality_given_claims(dcf: Floats, group: Ints) -> tuple[Floats, Floats]:
    """P(p|c): the sum of the three DCFs over their total Z in a group, and Z, for each use.

    DCFs are shares of the rivals in the claim, so that they do not depend on how many those are. Where nobody in
    a group has beaten anybody (the winners may be too short to be shown), all its uses are equally likely.

    >>> p, z = quality_given_claims(np.array([[1, 1, 0.5], [0.5, 0, 0], [0, 0, 0]]), np.array([0, 0, 1]))
    >>> p.round(3).tolist(), z.tolist()
    ([0.833, 0.167, 1.0], [3.0, 3.0, 1.0])
    """
    weight = dcf.sum(axis=1, dtype=np.float64)
    z = np.bincount(group, weights=weight)
    weight = np.where(z[group] > 0, weight, 1.0)
    total = np.bincount(group, weights=weight)[group]
    return np.asarray(weight / total), np.asarray(total)


def claims_of_clusters_given_query(
    found: Floats, is_found: Bools, cluster: Ints, has_premises: Bools
) -> Floats:
    """P(c|q) of all claims of the clusters of the claims found: one claim in other words counts at the same time.

    A claim that was not found itself weighs as much as the mean of those of its cluster that were, one without
    premises nothing; the claims of a cluster share what those found in it have together.

    Args:
        found: P(c|q) of each claim, 0 for one that was not found.
        is_found: Whether it was found.
        cluster: gamma(c) of each; every cluster has a claim that was found.
        has_premises: Whether it has any to show.

    >>> claims_of_clusters_given_query(
    ...     np.array([0.5, 0.25, 0, 0.25]), np.array([1, 1, 0, 1]) > 0, np.array([0, 0, 0, 1]), np.ones(4) > 0
    ... ).round(4).tolist()
    [0.3333, 0.1667, 0.25, 0.25]
    """
    together = np.bincount(cluster, found)
    mean = together / np.maximum(np.bincount(cluster, is_found), 1)
    weight = np.where(is_found, found, mean[cluster]) * has_premises
    whole = np.bincount(cluster, weight)[cluster]
    return np.asarray(np.divide(weight * together[cluster], whole, out=np.zeros(len(found)), where=whole > 0))
