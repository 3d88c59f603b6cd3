"""Correctness and completeness against loops over pairs, as Cheng et al. 2010 and Lenz et al. 2019 define them."""

from __future__ import annotations

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.evaluation import measure
from tests.support.judgments import judged

ITEMS = "abcdefgh"

grades = st.dictionaries(st.sampled_from(ITEMS), st.integers(-1, 3), min_size=1)
rankings = st.permutations([*ITEMS, "x", "y"]).flatmap(
    lambda ids: st.integers(0, len(ids)).map(lambda n: ids[:n])
)


@given(grades, rankings, st.integers(1, 10))
def test_pairs_are_those_of_relevant_items(grade: dict[str, int], ranking: list[str], k: int) -> None:
    """What is not relevant, or spam, is in no pair, wherever it stands."""
    relevant = [item for item, level in grade.items() if level > 0]
    pairs = [
        (one, other) if grade[one] > grade[other] else (other, one)
        for one, other in combinations(relevant, 2)
        if grade[one] != grade[other]
    ]

    def counted(shown: list[str]) -> tuple[int, int]:
        both = [(shown.index(b), shown.index(w)) for b, w in pairs if b in shown and w in shown]
        return sum(better < worse for better, worse in both), sum(better > worse for better, worse in both)

    truth = judged(**grade)
    right, wrong = counted(ranking[:k])
    correctness = (right - wrong) / (right + wrong) if right + wrong else 1.0
    assert measure(f"CR@{k}")(ranking, truth) == pytest.approx(correctness)
    completeness = (right + wrong) / len(pairs) if pairs else 1.0
    assert measure(f"CP@{k}")(ranking, truth) == pytest.approx(completeness)
    accuracy = counted(ranking)[0] / len(pairs) if pairs else math.nan
    assert measure("pairwise_accuracy")(ranking, truth) == pytest.approx(accuracy, nan_ok=True)
