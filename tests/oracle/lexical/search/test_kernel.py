"""The compiled ranking against numpy's, to the last bit, and both against a sort of all sums."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from debatable.lexical.search import top_k
from debatable.lexical.search.clause import Clause
from debatable.lexical.search.limits import Cache, Limits
from debatable.lexical.search.scratch import Scratch

pytest.importorskip("numba", reason="needs the extra fast")

NEVER = 1 << 62
LIMITS = Limits(cell_postings=3, listed_share=1 << 30, uncompiled_postings=NEVER)


@st.composite
def queries(draw: st.DrawFn) -> tuple[list[Clause], list[tuple[NDArray[np.int32], NDArray[np.float64]]]]:
    """Draws terms in documents: by posting or by cell, in all ways to tie, to weigh nothing, and to weigh below 0."""
    size = draw(st.integers(1, 60))
    weight = draw(
        st.sampled_from(
            [
                st.integers(0, 3).map(float),
                st.integers(-2, 2).map(float),
                st.sampled_from([-0.0, 0.0]),
                st.floats(0.0, 9.0, width=32),
                st.floats(-9.0, 0.0),
                st.floats(-9.0, 9.0),
                st.sampled_from([1.0, 1.0 + 2.0**-30, 1.0 - 2.0**-30, 1e-9]),
            ]
        )
    )
    clauses, parts = [], []
    for _ in range(draw(st.integers(1, 6))):
        chosen = draw(st.sets(st.integers(0, size - 1)))
        documents = np.array(sorted(chosen), dtype=np.int32)
        kind = draw(st.sampled_from([None, np.uint16, np.uint32]))
        cells: NDArray[Any] | None = None
        if kind is None:
            table = np.array([draw(weight) for _ in documents])
            weights = table
        else:
            table = np.array(draw(st.lists(weight, min_size=1, max_size=4)))
            cells = np.array([draw(st.integers(0, len(table) - 1)) for _ in documents], dtype=kind)
            weights = table[cells]
        clauses.append(Clause.weighted(size, documents, cells, table, weights, Cache(1 << 16), LIMITS))
        parts.append((documents, weights))
    order = sorted(range(len(clauses)), key=lambda number: len(parts[number][0]))
    return [clauses[number] for number in order], [parts[number] for number in order]


def _scratch(unranked: int, share: int) -> Scratch:
    return Scratch(replace(LIMITS, unranked_postings=unranked, ranked_share=share))


def _sorted(
    parts: list[tuple[NDArray[np.int32], NDArray[np.float64]]], allowed: NDArray[np.bool_] | None
) -> list[tuple[int, float]]:
    """Adds posting by posting, and sorts all documents that have a term."""
    sums: dict[int, float] = {}
    for documents, weights in parts:
        for document, weight in zip(documents.tolist(), weights.tolist(), strict=True):
            sums[document] = sums.get(document, 0.0) + weight
    scored = [(row, float(np.float32(s))) for row, s in sums.items() if allowed is None or allowed[row]]
    return sorted(scored, key=lambda pair: (-pair[1], pair[0]))


@settings(max_examples=300)
@given(queries(), st.integers(1, 70), st.sampled_from([1, 2, 8, 64]), st.data())
def test_compiled_ranking_is_that_of_numpy(query: Any, k: int, share: int, data: st.DataObject) -> None:
    clauses, parts = query
    size = clauses[0].size
    allowed = data.draw(st.none() | st.lists(st.booleans(), min_size=size, max_size=size))
    mask = None if allowed is None else np.array(allowed, dtype=np.bool_)
    expected = _sorted(parts, mask)[:k]
    compiled = _scratch(0, share)
    for _ in range(2):  # the second finds what the first left behind
        rows, scores = top_k.ranked(clauses, k, compiled, mask)
        found = list(zip(rows.tolist(), scores.tolist(), strict=True))
        assert found == expected
        assert np.signbit(scores).tolist() == np.signbit([score for _, score in expected]).tolist()
        assert mask is not None and not mask.any() or not compiled.exact.size, "numpy ranked"
    rows, single = top_k.ranked(clauses, k, _scratch(NEVER, share), mask)
    assert list(zip(rows.tolist(), single.tolist(), strict=True)) == found


@settings(max_examples=100)
@given(queries(), st.integers(1, 9), st.floats(-9.0, 9.0))
def test_none_that_reaches_the_floor_is_left_out(query: Any, k: int, floor: float) -> None:
    clauses, parts = query
    rows, scores = top_k.ranked(clauses, k, _scratch(0, 4), None, floor)
    found = list(zip(rows.tolist(), scores.tolist(), strict=True))
    expected = _sorted(parts, None)[:k]
    assert [pair for pair in found if pair[1] >= floor] == [pair for pair in expected if pair[1] >= floor]


def test_a_frequent_term_that_decides_is_added() -> None:
    """The rare term lifts a document less than the frequent one lifts all others."""
    rare, often = np.array([7], dtype=np.int32), np.arange(50, dtype=np.int32)
    weights = np.linspace(2.0, 3.0, 50)
    clauses = [
        Clause.weighted(50, rare, None, np.array([0.1]), np.array([0.1]), Cache(1 << 16), LIMITS),
        Clause.weighted(50, often, None, weights, weights, Cache(1 << 16), LIMITS),
    ]
    rows, _ = top_k.ranked(clauses, 3, _scratch(0, 10))
    assert rows.tolist() == [49, 48, 47]


def test_of_a_long_query_over_many_documents() -> None:
    random = np.random.default_rng(5)
    size = 30_000
    scratch, plain = _scratch(0, 4), _scratch(NEVER, 4)
    for _ in range(30):
        clauses = []
        for count in sorted(random.integers(1, size, int(random.integers(1, 9))).tolist()):
            documents = np.sort(random.choice(size, count, replace=False)).astype(np.int32)
            weights = random.exponential(size / count, count)
            clauses.append(Clause.weighted(size, documents, None, weights, weights, Cache(1 << 20), LIMITS))
        for k in (1, 10, 500):
            (rows, scores), (others, values) = (top_k.ranked(clauses, k, room) for room in (scratch, plain))
            assert rows.tolist() == others.tolist() and scores.tolist() == values.tolist()
