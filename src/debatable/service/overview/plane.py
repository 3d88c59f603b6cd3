"""Premises in a plane: near is similar."""

from __future__ import annotations

from collections.abc import Sequence

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
    farthest place is, so that equal premises give equal maps.

    >>> plane(np.array([[1.0, 0.0], [0.0, 1.0]])).round(2).tolist()
    [[0.71, 0.0], [-0.71, 0.0]]
    """
    places = np.zeros((len(similarity), 2))
    if len(similarity) < 2:
        return places
    squared = np.maximum(2.0 - (similarity + similarity.T), 0.0)
    centred = squared - squared.mean(axis=0) - squared.mean(axis=1)[:, None] + squared.mean()
    values, axes = np.linalg.eigh(-centred / 2.0)
    for column, strongest in enumerate((-1, -2)):
        axis = axes[:, strongest] * np.sqrt(max(float(values[strongest]), 0.0))
        axis[np.abs(axis) < 1e-9] = 0.0
        farthest = int(np.argmax(np.abs(axis) > np.abs(axis).max() - 1e-9))
        places[:, column] = axis if axis[farthest] >= 0 else -axis
    return places


def _overlap(left: set[str], right: set[str]) -> float:
    return len(left & right) / max((len(left) * len(right)) ** 0.5, 1.0) if left != right else 1.0
