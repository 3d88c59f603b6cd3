"""Absorption against its definition, object by object."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from debatable.arrays import Ints
from debatable.clustering import average_linkage
from debatable.clustering.cuts.absorption import Absorption
from debatable.clustering.cuts.dendrogram import Dendrogram
from debatable.clustering.distances import Points


def given_to(
    values: list[float], clusters: list[list[int]], absorb: Absorption, cut: float = 99.0
) -> list[list[int]]:
    """Returns the clusters with what they take in; the tree plays no part."""
    vectors = np.array([values]).T
    tree = Dendrogram(average_linkage(vectors))
    # Any distinct nodes will do: their order among the leaves is all that is asked of them.
    kept: dict[int, Ints] = {rows[0]: np.array(rows, np.int64) for rows in clusters}
    grown = absorb(tree, Points(vectors), kept, cut)
    return [sorted(grown[rows[0]].tolist()) for rows in clusters]


def by_definition(
    values: list[float], clusters: list[list[int]], limit: float, medoids: bool
) -> list[list[int]]:
    def mean(one: int, rows: list[int]) -> float:
        return sum(abs(values[one] - values[row]) for row in rows) / len(rows)

    def others(one: int, rows: list[int]) -> float:
        rest = [row for row in rows if row != one]
        return sum(abs(values[one] - values[row]) for row in rest) / max(len(rest), 1)

    measured, radius = [], []
    for rows in clusters:
        if medoids:
            nearest = min(rows, key=lambda row: (round(others(row, rows), 9), values[row]))
            measured.append([nearest])
            radius.append(max(abs(values[row] - values[nearest]) for row in rows))
        else:
            measured.append(rows)
            radius.append(max(others(row, rows) for row in rows))
    grown = [list(rows) for rows in clusters]
    for one in sorted(set(range(len(values))) - {row for rows in clusters for row in rows}):
        distances = [mean(one, rows) for rows in measured]
        best = min(range(len(clusters)), key=lambda at: distances[at])
        reach = max(limit, radius[best])
        # What rounding decides is not looked at here: two as near, or one exactly as far as the limit.
        assume(all(at == best or other > distances[best] + 1e-6 for at, other in enumerate(distances)))
        assume(abs(distances[best] - reach) > 1e-6)
        if distances[best] <= reach:
            grown[best].append(one)
    return [sorted(rows) for rows in grown]


@st.composite
def lines(draw: st.DrawFn) -> tuple[list[float], list[list[int]]]:
    """Numbers on a line, no two alike, some of them in clusters of two or three, some free."""
    count = draw(st.integers(4, 11))
    values = [
        float(x) for x in draw(st.lists(st.integers(0, 60), min_size=count, max_size=count, unique=True))
    ]
    order = draw(st.permutations(range(count)))
    sizes = draw(st.lists(st.integers(2, 3), min_size=1, max_size=2))
    ends = [0, *np.cumsum(sizes).tolist()]
    return values, [sorted(order[a:b]) for a, b in pairwise(ends) if b <= count]


@settings(max_examples=50, deadline=None)
@given(lines(), st.sampled_from([0.0, 3.0, 10.5, 25.0]), st.booleans())
def test_who_is_near_enough_is_taken_and_nobody_else(
    made: tuple[list[float], list[list[int]]], limit: float, medoids: bool
) -> None:
    values, clusters = made
    absorb = Absorption(respects_tree=False, medoids=medoids, limit=limit)
    assert given_to(values, clusters, absorb) == by_definition(values, clusters, limit, medoids)


@pytest.mark.parametrize("far", [50.0, 5.6])
def test_one_beyond_the_limit_does_not_shut_the_door_on_those_within_it(far: float) -> None:
    # The radius of 0 and 1 is 1; 3 is 2.5 away on average, within the limit, whoever else stands about.
    values = [0.0, 1.0, 3.0, far]
    assert given_to(values, [[0, 1]], Absorption(respects_tree=False, limit=3.0)) == [[0, 1, 2]]


def test_a_radius_beyond_the_limit_is_enough() -> None:
    # The radius of 0 and 10 is 10; 5 is 5 away on average, 16 is 11 away.
    assert given_to([0.0, 10.0, 5.0, 16.0], [[0, 1]], Absorption(respects_tree=False, limit=1.0)) == [
        [0, 1, 2]
    ]


def test_without_a_limit_the_cut_height_is_one() -> None:
    values = [0.0, 1.0, 5.5]
    open_end = Absorption(respects_tree=False)
    assert given_to(values, [[0, 1]], open_end, cut=5.01) == [[0, 1, 2]]
    assert given_to(values, [[0, 1]], open_end, cut=4.99) == [[0, 1]]
    assert given_to(values, [[0, 1]], Absorption(respects_tree=False, limit=0.0), cut=5.01) == [[0, 1]]


def test_of_clusters_equally_near_the_one_with_the_smallest_row_is_taken() -> None:
    assert given_to([8.0, 0.0, 2.0, 10.0, 5.0], [[1, 2], [0, 3]], Absorption(respects_tree=False)) == [
        [1, 2],
        [0, 3, 4],
    ]


def test_who_was_taken_in_does_not_pull_others_after_it() -> None:
    # 4 is taken; 8 is near to it, but 7.5 away from 0 and 1.
    assert given_to([0.0, 1.0, 4.0, 8.0], [[0, 1]], Absorption(respects_tree=False, limit=5.0)) == [[0, 1, 2]]


def test_nothing_is_taken_where_there_is_no_cluster() -> None:
    assert given_to([0.0, 1.0, 4.0], [], Absorption(respects_tree=False)) == []
