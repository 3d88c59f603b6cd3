"""Premises in a plane: near is similar."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from debatable.arrays import Floats
from debatable.engines import Engine, Filter
from debatable.model import Hit

__all__ = ["likeness", "plane"]


def likeness(engine: Engine, hits: Sequence[Hit]) -> Floats:
    """Returns how alike premises are, pair by pair: the cosine of their vectors, or of their sets of words."""
    backend = engine.backend
    names = [hit.premise.id for hit in hits]
    if backend.has_vectors and names:
        part = backend.restricted(Filter(ids=tuple(names)))
        rows = part.rows("premises")
        place = {name: number for number, name in enumerate(part.ids("premises", rows))}
        vectors = part.vectors("premises", rows)[[place[name] for name in names]]
        return np.asarray(vectors @ vectors.T, np.float64)
    words = [set(backend.tokens(hit.premise.text)) for hit in hits]
    overlaps = [[_overlap(left, right) for right in words] for left in words]
    return np.array(overlaps).reshape(len(words), len(words))


def plane(similarity: Floats) -> Floats:
    """Returns places in the plane, one a row, whose distances follow 2 - 2 s as well as two axes can.

    Classical scaling: the two strongest axes of the doubly centred squared distances. Each axis points to where its
    farthest place is. Where several axes are as strong, as between groups that are equally far apart, any of their
    rotations would do; one is chosen by the places alone, so that equal premises give equal maps on every processor.

    >>> plane(np.array([[1.0, 0.0], [0.0, 1.0]])).round(2).tolist()
    [[0.71, 0.0], [-0.71, 0.0]]
    """
    places = np.zeros((len(similarity), 2))
    if len(similarity) < 2:
        return places
    squared = np.maximum(2.0 - (similarity + similarity.T), 0.0)
    centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    values, axes = np.linalg.eigh(-centred / 2.0)
    strengths = np.sqrt(np.maximum(values[:-3:-1], 0.0))
    for column, axis in enumerate(_strongest(values[::-1], axes[:, ::-1])):
        places[:, column] = np.where(np.abs(axis) < 1e-9, 0.0, axis) * strengths[column]
    return places


def _strongest(values: Floats, axes: Floats) -> list[Floats]:
    """Returns the two strongest axes, each pointing to the place that is farthest along it, the first of equals.

    Axes of equal strength span a space; the place with the longest projection into it gives the next axis. Two of
    equal strength are swapped: a map is wider than high, and the others lie to the left and right of that place.

    Args:
        values: Strengths, falling.
        axes: Of unit length, a column each.
    """
    strongest: list[Floats] = []
    for run in _equal_runs(values):
        projections = axes[:, run] @ axes[:, run].T
        chosen: list[Floats] = []
        while len(chosen) < run.stop - run.start and len(strongest) + len(chosen) < 2:
            length = np.sqrt(np.maximum(np.diag(projections), 0.0))
            farthest = int(np.argmax(length > length.max() - 1e-6))
            axis = projections[farthest] / length[farthest]
            projections = projections - np.outer(axis, axis)
            chosen.append(axis)
        strongest += reversed(chosen)
    return strongest


def _equal_runs(values: Floats) -> list[slice]:
    """Returns where falling values are equal but for the last digits.

    >>> _equal_runs(np.array([3.0, 2.0, 2.0 - 1e-12, 0.5]))
    [slice(0, 1, None), slice(1, 3, None), slice(3, 4, None)]
    """
    steps = np.flatnonzero(-np.diff(values) > 1e-9 * max(float(np.abs(values).max()), 1.0)) + 1
    edges = [0, *steps.tolist(), len(values)]
    return [slice(start, end) for start, end in pairwise(edges)]


def _overlap(left: set[str], right: set[str]) -> float:
    return len(left & right) / max((len(left) * len(right)) ** 0.5, 1.0) if left != right else 1.0
