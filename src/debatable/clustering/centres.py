"""The centres of k-means cells, found on a sample, and the cell of any vector."""

from __future__ import annotations

import numpy as np

from debatable.arrays import Rows, Singles, Vectors

__all__ = ["nearest_centres", "sampled_centres"]

BLOCK = 8_192


def sampled_centres(sample: Singles, count: int, rounds: int, random: np.random.Generator) -> Singles:
    """Places so many centres by Lloyd's algorithm, starting from vectors of the sample.

    Args:
        sample: Vectors that the centres are found by.
        count: How many centres.
        rounds: How often each moves to the middle of its own; one that has none stays where it is.
        random: Draws the vectors to start from.
    """
    centres: Singles = sample[np.sort(random.choice(len(sample), count, replace=False))]
    for _ in range(rounds):
        nearest = nearest_centres(sample, centres)
        order = np.argsort(nearest, kind="stable")
        used, starts = np.unique(nearest[order], return_index=True)
        sums = np.add.reduceat(sample[order], starts, axis=0)
        centres[used] = sums / np.diff(starts, append=len(order))[:, None]
    return centres


def nearest_centres(vectors: Vectors, centres: Singles) -> Rows:
    """Returns the nearest centre of each vector, by Euclidean distance.

    >>> nearest_centres(np.array([[0.9], [5.0]]), np.array([[1.0], [4.0]], np.float32)).tolist()
    [0, 1]
    """
    half = (centres * centres).sum(axis=1) / 2
    nearest = np.empty(len(vectors), dtype=np.int64)
    for at in range(0, len(vectors), BLOCK):
        block = np.asarray(vectors[at : at + BLOCK], np.float32)
        nearest[at : at + BLOCK] = (block @ centres.T - half).argmax(axis=1)
    return nearest
