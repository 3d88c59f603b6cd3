from __future__ import annotations

import math

import pytest

from debatable.errors import InputError
from debatable.evaluation import ordered


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        ([("a", 1.0), ("b", 1.0), ("c", 2.0)], ["c", "b", "a"]),
        ([("p10", 1.0), ("p9", 1.0)], ["p9", "p10"]),
        ([("a", 0.1), ("b", 0.1 + 1e-10)], ["b", "a"]),
        ([("z", 0.1 + 1e-10), ("a", 0.1)], ["z", "a"]),
        ([("a", 0.1 + 1e-10), ("z", 0.1)], ["z", "a"]),
        ([("a", -1.0), ("b", 0.0)], ["b", "a"]),
        (["b", "a"], ["b", "a"]),
    ],
)
def test_ties_fall_by_id_and_scores_have_single_precision(
    ranking: list[tuple[str, float]], expected: list[str]
) -> None:
    assert ordered(ranking) == expected


def test_a_scored_ranking_with_a_premise_twice_is_refused() -> None:
    with pytest.raises(InputError, match="a: a premise is ranked twice"):
        ordered([("a", 3.0), ("b", 2.0), ("a", 1.0)])
    assert ordered(["a", "b", "a"]) == ["a", "b", "a"]
    with pytest.raises(InputError, match="cannot be ranked"):
        ordered([("a", math.nan)])
