"""The formulas of Dumani, Neumann and Schenkel 2020 (ECIR), section 4, on arrays.

Rows stand for uses: a premise p that speaks for (sign +1) or against (-1) a claim c.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from debatable.arrays import Floats, Ints, Signs


def premise_frequency(premise_cluster: Ints, claim_cluster: Ints, sign: npt.NDArray[np.integer]) -> Ints:
    """pf(p+, c) = |{p'+ -> c' : p' in pi(p), c' in gamma(c)}|, formula i), for each use.

    Args:
        premise_cluster: pi(p) of each distinct use.
        claim_cluster: gamma(c) of each.
        sign: +1 or -1.

    >>> premise_frequency(np.array([0, 0, 0, 1]), np.array([5, 5, 5, 5]), np.array([1, 1, -1, 1])).tolist()
    [2, 2, 1, 1]
    """
    _, use, count = np.unique(
        _key(premise_cluster, claim_cluster, sign), return_inverse=True, return_counts=True
    )
    return np.asarray(count[use], np.int64)


def claim_frequency(
    premise_cluster: Ints, claim_cluster: Ints, sign: npt.NDArray[np.integer], clusters: int
) -> tuple[Ints, Ints]:
    """cf(p+) and cf(p-): in how many claim clusters a premise cluster supports, and attacks.

    >>> support, attack = claim_frequency(np.array([0, 0, 0]), np.array([5, 5, 6]), np.array([1, 1, -1]), 2)
    >>> support.tolist(), attack.tolist()
    ([1, 0], [1, 0])
    """
    _, first = np.unique(_key(premise_cluster, claim_cluster, sign), return_index=True)
    supports = sign[first] > 0
    found = premise_cluster[first]
    return (
        np.bincount(found[supports], minlength=clusters).astype(np.int64),
        np.bincount(found[~supports], minlength=clusters).astype(np.int64),
    )


def inverse_claim_frequency(claim_clusters: int, cf: Ints) -> Floats:
    """icf(p+) = log(|Gamma| / cf(p+)), formula ii); the logarithm is the natural one.

    >>> inverse_claim_frequency(8, np.array([8, 4])).round(4).tolist()
    [0.0, 0.6931]
    """
    return np.asarray(np.log(claim_clusters / cf))


def premise_given_claim(pf: Ints, icf: Floats, group: Ints) -> tuple[Floats, Floats]:
    """P(p+|c) = pf(p+, c) icf(p+) / Z, formula (5), and Z, for each use.

    Z is the sum over the uses of one group. Where every icf of a group is 0 (its premises speak to all claim
    clusters), formula (5) is 0/0; there icf counts as 1, so that P(p+|c) is pf alone, normalised.

    Args:
        pf: Of each use.
        icf: Of each use.
        group: Which uses are the candidates of one choice: those of one claim and sign.

    >>> p, z = premise_given_claim(np.array([2, 1, 1]), np.array([1.0, 2.0, 0.0]), np.array([0, 0, 1]))
    >>> p.tolist(), z.tolist()
    ([0.5, 0.5, 1.0], [4.0, 4.0, 1.0])
    """
    weight = pf * icf
    z = np.bincount(group, weights=weight)
    blind = z[group] <= 0
    weight = np.where(blind, pf, weight)
    z = np.where(z <= 0, np.bincount(group, weights=pf), z)[group]
    return np.asarray(weight / z), np.asarray(z)


def premise_given_query(
    claim: Floats, agrees: Floats, given_claim: Floats, sign: Signs
) -> tuple[Floats, Floats]:
    """Summands of P(p+|q) and of P(p-|q), formula (2), for each use.

    Args:
        claim: P(c|q).
        agrees: P(q and c have the same stance); opposite is the rest.
        given_claim: P(p+|c) of a supporting use, P(p-|c) of an attacking one.
        sign: +1 or -1.
    """
    mass = claim * given_claim
    supports = np.where(sign > 0, agrees, 1.0 - agrees)
    return np.asarray(mass * supports), np.asarray(mass * (1.0 - supports))


def of_clusters(cluster: Ints, summand: Floats, clusters: int) -> Floats:
    """P(pi+|q) = sum over p in pi of P(p+|q), formula (3).

    >>> of_clusters(np.array([0, 1, 0]), np.array([0.25, 0.5, 0.25]), 2).tolist()
    [0.5, 0.5]
    """
    return np.bincount(cluster, weights=summand, minlength=clusters).astype(np.float64)


def premise_of_either_side(supporting: Floats, attacking: Floats) -> Floats:
    """P(pi|q) = (P(pi+|q) + P(pi-|q)) / 2, formula (4): a fair coin says which side is picked."""
    return (supporting + attacking) / 2.0


def _key(premise_cluster: Ints, claim_cluster: Ints, sign: npt.NDArray[np.integer]) -> Ints:
    """One number for each (premise cluster, claim cluster, sign)."""
    width = int(claim_cluster.max(initial=0)) + 1
    return np.asarray((premise_cluster * width + claim_cluster) * 2 + (sign < 0), np.int64)
