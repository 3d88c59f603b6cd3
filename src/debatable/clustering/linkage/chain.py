"""Nearest-neighbour chains on a matrix of average distances (Murtagh 1983; Müllner 2011)."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Ints, Singles
from debatable.clustering.linkage.joins import Joins
from debatable.progress import Step

__all__ = ["join_chains"]


def join_chains(
    matrix: Singles,
    sizes: Ints,
    nodes: Ints,
    joins: Joins,
    progress: Step | None = None,
) -> None:
    """Joins clusters until one is left, overwriting the matrix.

    A chain goes from a cluster to its nearest neighbour, and on, until two are each other's nearest: these
    are joined. The joined cluster takes the slot of one part, the last slot moves to that of the other, so
    that the clusters left always fill the top left corner and each scan is one contiguous row.

    Args:
        matrix: Average distances, infinity on the diagonal.
        sizes: Rows in each cluster.
        nodes: The node of the tree each cluster is.
        joins: Where the joins go.
        progress: Told how many joins are done, of how many.
    """
    size, node = sizes.astype(np.float64).tolist(), nodes.tolist()
    total = joins.leaves - 1
    chain = [0]
    place = [-1] * len(size)  # of a slot in the chain
    place[0] = 0
    for left in range(len(size), 1, -1):
        if progress and left % 1024 == 0:
            progress(len(joins), total)
        if not chain:
            chain.append(0)
            place[0] = 0
        here, there = _follow(matrix, chain, place, left)
        a, b = min(here, there), max(here, there)
        node[a] = joins.add(node[a], node[b], float(matrix[a, b]))
        _merge(matrix, a, b, size[a], size[b], left)
        size[a] += size[b]
        last = left - 1
        if b != last:
            _move(matrix, last, b)
            node[b], size[b] = node[last], size[last]
            place[b] = place[last]
            if place[b] >= 0:
                chain[place[b]] = b
        place[last] = -1


def _follow(matrix: Singles, chain: list[int], place: list[int], left: int) -> tuple[int, int]:
    """Follows the chain to two clusters that are each other's nearest, and takes these off it."""
    here = chain[-1]
    there = chain[-2] if len(chain) > 1 else -1
    while True:
        row = matrix[here, :left]
        nearest = int(row.argmin())
        # Among tied neighbours the one before in the chain is taken, else the chain could run in circles.
        if there >= 0 and row[there] <= row[nearest]:
            break
        place[nearest] = len(chain)
        chain.append(nearest)
        here, there = nearest, here
    for slot in (chain.pop(), chain.pop()):
        place[slot] = -1
    return here, there


def _merge(matrix: Singles, a: int, b: int, size_a: float, size_b: float, left: int) -> None:
    """Puts the average distances of a and b together into the slot of a."""
    row = matrix[a, :left]
    row *= np.float32(size_a / (size_a + size_b))
    row += matrix[b, :left] * np.float32(size_b / (size_a + size_b))
    row[a] = np.inf
    matrix[:left, a] = row


def _move(matrix: Singles, source: int, target: int) -> None:
    """Moves a cluster from one slot to another."""
    row = matrix[source, :source]
    matrix[target, :source] = row
    matrix[:source, target] = row
    matrix[target, target] = np.inf
