from __future__ import annotations

import pytest

from debatable.evaluation import (
    Collection,
    evaluate,
)
from tests.support.shelf import Shelf


def test_stances_are_pooled_beside_the_majority(small: Collection) -> None:
    stances = evaluate(small, ["good"], searcher=Shelf()).methods["good"].stances
    assert stances is not None
    # Given pro, con, none; true pro, pro, con.
    assert stances.accuracy.value == pytest.approx(1 / 3)
    assert stances.baseline == pytest.approx(2 / 3)
    assert stances.given == pytest.approx(2 / 3)
