"""The formulas of Fromm, Berrendorf, Obermeier, Seidl and Faerman 2021 (ECIR), section 3, on arrays.

A premise p has a relevance R[p] and a representation x[p]; psim compares two representations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from debatable.arrays import Floats, Ints, Vectors

Distance: TypeAlias = Literal["cos", "l1", "l2"]


class Coreset(NamedTuple):
    """Premises picked one after the other.

    Attributes:
        places: Which, in the order of picking: A.
        value: What each was picked by; behind the first, which is compared with nothing, it never rises.
        closest: max psim(a, p) over the premises a picked before; 0 for the first.
        likest: Which of the earlier picks that is, as a place among all premises; -1 for the first.
    """

    places: Ints
    value: Floats
    closest: Floats
    likest: Ints


def psim(x: Vectors, p: int, distance: Distance = "cos") -> Floats:
    """Compares one premise with all: the similarity psim of the paper.

    The paper computes similarities "using l1, l2, or cos" and says no more; here a distance d becomes 1 / (1 + d),
    so that psim has the range of the relevance. A vector of zeros has cosine 0 with all.

    >>> x = np.array([[3.0, 4.0], [0.0, 0.0], [3.0, 0.0]])
    >>> psim(x, 0, "cos").tolist(), psim(x, 0, "l1").tolist(), psim(x, 0, "l2").tolist()
    ([1.0, 0.0, 0.6], [1.0, 0.125, 0.2], [1.0, 0.16666666666666666, 0.2])
    """
    x = np.asarray(x, np.float64)
    if distance == "cos":
        norms = np.sqrt((x * x).sum(axis=1))
        products = norms * norms[p]
        dots = (x * x[p]).sum(axis=1)
        return np.asarray(np.divide(dots, products, out=np.zeros(len(x)), where=products > 0))
    gaps = np.abs(x - x[p])
    d = gaps.sum(axis=1) if distance == "l1" else np.sqrt((gaps * gaps).sum(axis=1))
    return np.asarray(1.0 / (1.0 + d))


def biased_coreset(R: Floats, similar: Callable[[int], Floats], k: int, alpha: float) -> Coreset:  # noqa: N803
    """Algorithm 1: each time the p with the greatest alpha R[p] - (1 - alpha) max psim(a, p), a in A.

    alpha = 1 ranks by relevance, alpha = 0 is the plain coreset. The first is the most relevant premise, as
    the text of 3.2 says; argmax alpha R[p] of the algorithm says the same unless alpha is 0. Of equal ones the first.

    Args:
        R: Relevances of the premises.
        similar: Returns psim of one premise, by its place, with all.
        k: How many to pick at most.
        alpha: Weight of the relevance, from 0 to 1.

    >>> x = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> biased_coreset(np.array([0.9, 0.8, 0.1]), lambda p: psim(x, p), 2, 0.5).places.tolist()
    [0, 2]
    """
    open_, closest = np.ones(len(R), np.bool_), np.full(len(R), -np.inf)
    likest = np.full(len(R), -1, np.int64)
    picked, values, near, like = list[int](), list[float](), list[float](), list[int]()
    for _ in range(min(k, len(R))):
        value = alpha * R - (1.0 - alpha) * closest if picked else R
        a = int(np.argmax(np.where(open_, value, -np.inf)))
        picked.append(a)
        values.append(float(value[a] if len(picked) > 1 else alpha * R[a]))
        near.append(float(closest[a]) if len(picked) > 1 else 0.0)
        like.append(int(likest[a]))
        open_[a] = False
        of_a = similar(a)
        likest[of_a > closest] = a
        closest = np.maximum(closest, of_a)
    return Coreset(np.array(picked, np.int64), np.array(values), np.array(near), np.array(like, np.int64))


def claim_sim(r: Callable[[str], Floats], claims: Sequence[str]) -> Floats:
    """CLAIM-SIM: each premise as the vector of its relevances to some claims.

    Args:
        r: Returns r(p | c) of all premises for a claim.
        claims: A column each.

    >>> relevances = {"Ban cars": np.array([0.9, 0.2]), "Build roads": np.array([0.1, 0.8])}
    >>> claim_sim(relevances.__getitem__, ["Ban cars", "Build roads"]).tolist()
    [[0.9, 0.1], [0.2, 0.8]]
    """
    return np.stack([np.asarray(r(claim), np.float64) for claim in claims], axis=1)
