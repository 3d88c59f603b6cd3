from __future__ import annotations

import pytest

from debatable.errors import UnknownNameError
from debatable.evaluation import (
    Collection,
    adjust_bonferroni,
    compare,
    evaluate,
    welch_t,
)
from tests.support.shelf import Shelf


def test_comparing_against_nobody_is_refused(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    with pytest.raises(UnknownNameError, match="did you mean 'poor'"):
        compare(evaluation, "pour")
    assert compare(evaluation, "poor").differences["good"]["nDCG@5"].mark == "▲"
    assert compare(evaluation, "good").differences["poor"]["nDCG@5"].mark == "▼"


def test_tests_and_corrections_are_taken_as_functions(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    by_name = compare(evaluation, "poor", test="welch", correct="bonferroni")
    assert by_name == compare(evaluation, "poor", test=welch_t, correct=adjust_bonferroni)
    assert (by_name.test, by_name.correction) == ("welch", "bonferroni")
    certain = compare(evaluation, "poor", test=lambda a, b: 0.04, correct="none")
    assert certain.differences["good"]["nDCG@5"].p == 0.04
