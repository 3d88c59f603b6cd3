from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.errors import InputError
from debatable.evaluation import Collection, Judgment, Judgments
from debatable.evaluation.claims import INTERVALS, claim_index, interval_of, sampled_triples
from debatable.model import claim_id
from tests.unit.evaluation.claims.conftest import CLAIMS


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_intervals_are_those_of_exact_means(assessments: list[int]) -> None:
    exact = Fraction(sum(assessments), len(assessments))
    label = interval_of(sum(value - 1 for value in assessments) / len(assessments))
    low = Fraction(label[1:].split(",")[0])
    assert low <= exact < low + Fraction(1, 2) and (label == "[4, 4]") == (exact == 4)


def test_so_many_of_every_interval_by_seed(energy: Collection) -> None:
    claims = claim_index(energy)
    grades = {"b": 3.0, "c": 2.5, "d": 0.0}
    judged = Judgments(Judgment("q", claim_id(CLAIMS[key]), grade) for key, grade in grades.items())
    draws = [
        sampled_triples(claims, judged, energy.queries, energy.texts(), each=1, seed=seed)
        for seed in range(20)
    ]
    for items, counts in draws:
        assert [item.item_id[0] for item in items] == ["b", "c", "d"]
        assert items[0].text == f"reason b {items[0].item_id[1]}"
        assert counts == {name: int(name in ("[4, 4]", "[3.5, 4.0)", "[1.0, 1.5)")) for name in INTERVALS}
    assert len({tuple(item.item_id for item in items) for items, _ in draws}) > 2
    assert draws[3] == sampled_triples(claims, judged, energy.queries, energy.texts(), each=1, seed=3)
    whole, counts = sampled_triples(claims, judged, energy.queries, energy.texts(), each=100)
    assert len(whole) == 6 and counts["[4, 4]"] == 2


def test_nothing_to_draw_from_is_refused(energy: Collection) -> None:
    claims = claim_index(energy)
    with pytest.raises(InputError, match="no claim was judged"):
        sampled_triples(claims, Judgments(()), energy.queries, energy.texts())
    with pytest.raises(InputError, match="0 triples of an interval; use 1 or more"):
        sampled_triples(claims, Judgments(()), energy.queries, energy.texts(), each=0)
