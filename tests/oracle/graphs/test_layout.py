"""Positions of the boxes of a storey against isotonic regression."""

from __future__ import annotations

import numpy as np
from sklearn.isotonic import IsotonicRegression

from debatable.graphs.layout import GAP, Box, _packed
from debatable.graphs.model import Kind, Node


def test_boxes_are_as_near_to_their_wishes_as_their_gaps_allow() -> None:
    """Least squares under x[i+1] - x[i] >= half of both widths + gap is isotonic regression of x[i] - middle[i]."""
    random = np.random.default_rng(3)
    node = Node("1", Kind.I)
    for size in (1, 2, 3, 10, 60):
        for spread in (1.0, 1_000.0, 100_000.0):
            row = [Box(node, [], float(width), 20.0) for width in random.uniform(30, 240, size)]
            wishes = random.normal(0, spread, size)
            _packed(row, wishes.tolist())
            widths = np.array([box.width for box in row])
            middles = np.cumsum(widths + GAP) - GAP - widths / 2
            expected = middles + IsotonicRegression().fit_transform(np.arange(size), wishes - middles)
            np.testing.assert_allclose(
                [box.x for box in row], expected, rtol=0, atol=1e-6, err_msg=f"{size}, {spread}"
            )
