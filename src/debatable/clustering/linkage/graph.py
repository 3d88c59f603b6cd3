"""Average linkage for sets too large for all distances: inside the components of a neighbour graph.

The k nearest neighbours of every row are linked. Links are taken by rising distance, and two components
are joined unless the whole would be larger than allowed (Kruskal's algorithm with a bound). Inside each
component average linkage is exact; the components are joined at one height above everything else.

Why this is close to the exact tree: two clusters at most t apart on average have members at most t apart,
so with all links up to t every cluster of a cut at t lies in one component. What is approximate: links
beyond the k nearest, neighbours that the search missed, and joins that the bound refused.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from debatable.arrays import Floats, Rows, Singles, Vectors
from debatable.clustering.distances import checked
from debatable.clustering.linkage.average import Joins, average_linkage
from debatable.clustering.linkage.neighbours import CellSearch
from debatable.progress import Step

Search = Callable[[Singles], tuple[Rows, Singles]]
"""Finds the neighbours of all rows, and their distances."""


def graph_linkage(
    vectors: Vectors,
    *,
    threshold: float = np.inf,
    largest: int = 4096,
    search: Search | None = None,
    progress: Step | None = None,
) -> Floats:
    """Returns a tree in scipy's shape, exact inside components of the nearest-neighbour graph.

    Args:
        vectors: One row for each text.
        threshold: Longest link that joins components.
        largest: Most rows in a component.
        search: Finds the neighbours of all rows; by default `CellSearch()`.
        progress: Called with rows in finished components and all rows.

    >>> graph_linkage(np.array([[0.0], [1.0], [5.0]]), threshold=2.0).tolist()
    [[0.0, 1.0, 1.0, 2.0], [2.0, 3.0, 2.0, 3.0]]
    """
    vectors = checked(vectors)
    neighbours, distances = (search or CellSearch())(vectors)
    labels = components(neighbours, distances, threshold=threshold, largest=largest)
    del neighbours, distances
    order = np.argsort(labels, kind="stable")
    joins = Joins(len(vectors))
    tops: list[int] = []
    done = 0
    for rows in np.split(order, np.flatnonzero(np.diff(labels[order])) + 1):
        tops.append(_graft(joins, rows, average_linkage(vectors[rows])))
        done += len(rows)
        if progress:
            progress(done, len(vectors))
    ceiling = max([height for height in (threshold, *joins.heights) if np.isfinite(height)], default=0.0)
    top = tops[0] if tops else 0
    for other in tops[1:]:
        top = joins.add(top, other, ceiling)
    return joins.tree()


def _graft(joins: Joins, rows: Rows, tree: Floats) -> int:
    """Puts the tree of some rows among the joins and returns its top node."""
    nodes = rows.tolist()
    for left, right, height, _ in tree.tolist():
        nodes.append(joins.add(nodes[int(left)], nodes[int(right)], height))
    return int(nodes[-1])


def components(
    neighbours: Rows, distances: Singles, *, threshold: float = np.inf, largest: int = 4096
) -> Rows:
    """Joins rows with their neighbours (-1 for none) by rising distance into components of bounded size.

    Returns the component of each row, named by its smallest row; arguments as of :func:`graph_linkage`.

    >>> components(np.array([[1], [0], [1]], dtype=np.int32), np.array([[1.0], [1.0], [4.0]]), largest=2)
    array([0, 0, 2])
    """
    n = len(neighbours)
    keep = (neighbours >= 0) & (distances <= threshold)
    source = np.repeat(np.arange(n), keep.sum(axis=1))
    target = neighbours[keep].astype(np.int64)
    length = distances[keep]
    low, high = np.minimum(source, target), np.maximum(source, target)
    order = np.lexsort((high, low, length))
    root = list(range(n))
    size = [1] * n
    for a, b in zip(low[order].tolist(), high[order].tolist(), strict=True):
        a, b = _root(root, a), _root(root, b)
        if a != b and size[a] + size[b] <= largest:
            a, b = min(a, b), max(a, b)
            root[b] = a
            size[a] += size[b]
    return np.array([_root(root, row) for row in range(n)], dtype=np.int64)


def _root(root: list[int], row: int) -> int:
    """Returns the root of a row, halving the path to it."""
    while root[row] != row:
        root[row] = root[root[row]]
        row = root[row]
    return row
