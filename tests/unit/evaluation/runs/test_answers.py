from __future__ import annotations

import pytest

from debatable.errors import InputError
from debatable.evaluation import (
    Collection,
    evaluate,
)
from tests.support.shelf import Shelf


def test_an_answer_with_a_premise_twice_is_refused(small: Collection) -> None:
    shelf = Shelf()
    shelf.lists = {"good": ["p1", "p1"]}
    with pytest.raises(InputError, match="names a premise twice"):
        evaluate(small, ["good"], searcher=shelf)
