"""The nearest topics, the clock of a search, and the links that a graph stands for."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from debatable.errors import InputError
from debatable.graphs import ArgumentGraph, Cosine, Edge, Kind, Node, Pairwise, arguments
from debatable.graphs.mapping import Limits
from debatable.graphs.mapping.problem import Clock
from debatable.graphs.retrieval import nearest

TOPICS = ["b", "a", "c", "a", "b"]
LIKE = {"a": 0.9, "b": 0.5, "c": -0.2}


def alike(left: Sequence[str], right: Sequence[str]) -> npt.NDArray[np.float64]:
    return np.array([[LIKE[text] for text in right] for _ in left])


@pytest.mark.parametrize("most", [0, 1, 2, 3, 4, 5, 9, None])
def test_the_nearest_come_first_equal_ones_by_place_and_nothing_is_below_nothing(most: int | None) -> None:
    found = nearest(Pairwise(alike), TOPICS)("query", most)
    assert found == [(1, 0.9), (3, 0.9), (0, 0.5), (4, 0.5), (2, 0.0)][:most]


@pytest.mark.parametrize(("many", "exact"), [(5, False), (6, True)])
def test_cells_are_made_from_so_many_topics_on(many: int, exact: bool) -> None:
    encoded: list[int] = []

    def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        encoded.append(len(texts))
        return np.array([[LIKE[text], 0.1] for text in texts], np.float32)

    find = nearest(Cosine(encode), TOPICS, many=many)
    assert [place for place, _ in find("a", None)] == [1, 3, 0, 4, 2]
    assert [place for place, _ in find("a", 2)] == [1, 3]
    assert encoded == [5, 1, 1]
    assert (find.__name__ == "find") is exact


@pytest.mark.parametrize(("cells", "most"), [(0, 10), (200, 5), (600, 2), (10**6, 1)])
def test_a_state_of_a_large_problem_counts_as_several(cells: int, most: int) -> None:
    clock = Clock(Limits(steps=10), cells)
    told = [clock.over() for _ in range(most + 2)]
    assert told == [False] * most + [True, True]
    assert clock.steps == most + 2


def test_too_many_waiting_and_too_long_are_over() -> None:
    clock = Clock(Limits(queue=3))
    assert [clock.over(waiting) for waiting in (3, 4, 0)] == [False, True, False]
    assert Clock(Limits(seconds=1e-9)).over()
    assert not Clock(Limits(seconds=60.0)).over()


@pytest.mark.parametrize("wrong", [{"steps": 0}, {"queue": 0}, {"seconds": 0.0}, {"seconds": -1.0}])
def test_limits_under_which_nothing_could_be_found_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError, match="positive"):
        Limits(**wrong)  # type: ignore[arg-type]


def test_links_of_a_graph_have_ids_sources_and_what_is_discussed() -> None:
    nodes = (
        Node("p", Kind.I, "Loud"),
        Node("s", Kind.RA),
        Node("c", Kind.I, "Ban cars"),
        Node("x", Kind.I, "Alone"),
        Node("e", Kind.I, " "),
        Node("t", Kind.CA),
    )
    ends = [("p", "s"), ("s", "c"), ("e", "t"), ("t", "c")]
    edges = tuple(Edge(str(place), *pair) for place, pair in enumerate(ends))
    first, alone = arguments(ArgumentGraph("g", nodes, edges, language="de"))
    assert (first.id, first.premise.id, first.stance.value) == ("g:p:c", "g:p", "pro")
    assert first.claim is not None and (first.claim.text, first.claim.language) == ("Ban cars", "de")
    assert (first.source, first.discussion, first.premise.language) == ("g", "Ban cars", "de")
    assert (alone.id, alone.claim, alone.stance.value) == ("g:x", None, "none")
    (named, _) = arguments(ArgumentGraph("g", nodes, edges, topic="Cities"))
    assert named.discussion == "Cities"
