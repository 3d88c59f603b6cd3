from __future__ import annotations

import pytest

from debatable.evaluation import measure


def test_bcubed_by_hand() -> None:
    """Found {1,2,3},{4}; true {1,2},{3,4}."""
    found, truth = [0, 0, 0, 1], ["x", "x", "y", "y"]
    precision = (2 / 3 + 2 / 3 + 1 / 3 + 1) / 4
    recall = (1 + 1 + 1 / 2 + 1 / 2) / 4
    assert measure("BCubed(part=precision)")(found, truth) == pytest.approx(precision)
    assert measure("BCubed(part=recall)")(found, truth) == pytest.approx(recall)
    assert measure("BCubed")(found, truth) == pytest.approx(2 * precision * recall / (precision + recall))
