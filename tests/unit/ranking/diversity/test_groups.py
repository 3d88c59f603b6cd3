"""Groups of premises against the definition: which stand together, what they score, on which side they are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.arrays import Ints
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Uses
from debatable.ranking.diversity.groups import Groups, group


@dataclass
class Given:
    """Clusters by row."""

    cluster: list[int]

    def of(self, premises: Ints) -> Ints:
        return np.array([self.cluster[row] for row in premises.tolist()], np.int64)

    def premises_of(self, clusters: Ints) -> Ints:
        raise AssertionError

    def claim_frequencies(self, clusters: Ints) -> tuple[Ints, Ints]:
        raise AssertionError

    def id(self, number: int) -> str:
        raise AssertionError


Use = tuple[int, int, int, bool]
"""A premise, what it adds to either side, and whether its stance is known."""

CLUSTER = [0, 0, 1, 1, 1, 2]


def uses_of(uses: list[Use]) -> Uses:
    return Uses(
        np.zeros(len(uses), np.int64),
        np.array([use[0] for use in uses], np.int64),
        np.ones(len(uses), np.int8),
        np.array([use[3] for use in uses], bool),
        np.arange(len(uses)),
    )


def grouped(
    uses: list[Use], own: dict[int, int], cluster: list[int], *, split: bool = True, coin: bool = True
) -> Groups:
    supporting, attacking = (np.array([use[part] for use in uses], np.float64) for part in (1, 2))
    found = Found(np.array(list(own), np.int64), np.array(list(own.values()), np.float64))
    return group(uses_of(uses), supporting, attacking, found, Given(cluster), split=split, coin=coin)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 3), st.booleans()), max_size=9),
    st.dictionaries(st.integers(0, 5), st.integers(1, 3), max_size=3),
    st.booleans(),
    st.booleans(),
)
def test_groups_are_those_of_the_definition(
    uses: list[Use], own: dict[int, int], split: bool, coin: bool
) -> None:
    found = grouped(uses, own, CLUSTER, split=split, coin=coin)
    rows = sorted({use[0] for use in uses} | set(own))
    supporting = {row: sum(u[1] for u in uses if u[0] == row) + own.get(row, 0) for row in rows}
    attacking = {row: sum(u[2] for u in uses if u[0] == row) for row in rows}
    known = {row: any(u[3] for u in uses if u[0] == row) for row in rows}
    assert found.premise.tolist() == rows
    assert found.supporting.tolist() == [supporting[row] for row in rows]
    assert found.attacking.tolist() == [attacking[row] for row in rows]
    # A premise that speaks for both sides alike is not against.
    expected: dict[tuple[int, bool], list[int]] = {}
    for row in rows:
        expected.setdefault((CLUSTER[row], split and attacking[row] > supporting[row]), []).append(row)
    numbers = range(len(found.score))
    members = [rows.tolist() for rows in found.members(numbers)]
    reached = np.array([use[0] for use in uses], np.int64)
    whose = [places.tolist() for places in found.uses(numbers, uses_of(uses))]
    assert whose == [np.flatnonzero(np.isin(reached, rows)).tolist() for rows in members]
    assert sorted(members) == sorted(expected.values())
    for number, together in zip(numbers, members, strict=True):
        pro, con = (sum(side[row] for row in together) for side in (supporting, attacking))
        assert found.cluster[number] == CLUSTER[together[0]]
        assert found.score[number] == ((pro + con) / 2 if coin else pro + con)
        margin = sum(supporting[row] - attacking[row] for row in together if known[row])
        assert found.stance[number] == (margin > 0) - (margin < 0)
    order = found.order().tolist()
    assert order == sorted(numbers, key=lambda number: (-found.score[number], members[number][0]))


def test_one_who_speaks_for_both_sides_alike_stands_with_those_for_it() -> None:
    # Of one cluster: premise 0 supports, 1 does both alike, 2 attacks.
    found = grouped([(0, 2, 0, True), (1, 1, 1, True), (2, 0, 2, True)], {}, [0, 0, 0])
    assert [rows.tolist() for rows in found.members(range(2))] == [[0, 1], [2]]
    assert found.stance.tolist() == [1, -1]


@pytest.mark.parametrize("known", [True, False])
def test_a_group_of_which_no_stance_is_known_has_none(known: bool) -> None:
    found = grouped([(0, 2, 0, known)], {1: 5}, [0, 1])
    assert found.stance.tolist() == [1 if known else 0, 0]
