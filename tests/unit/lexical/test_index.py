from __future__ import annotations

import math
import random

import numpy as np
import pytest
from numpy.typing import ArrayLike

from debatable import lexical
from debatable.errors import InputError
from debatable.lexical import Statistics

DOCUMENTS = [
    ["nuclear", "power", "is", "safe"],
    ["ban", "nuclear", "nuclear", "power"],
    [],
    ["wind", "power"],
]


def test_bm25_by_hand() -> None:
    index = lexical.build(DOCUMENTS)
    assert (index.N, index.T, len(index)) == (3, 10, 4)
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    length = 1.2 * (0.25 + 0.75 * 4 / (10 / 3))
    expected = [(1, idf * 2.2 * 2 / (2 + length)), (0, idf * 2.2 / (1 + length))]
    found = index.search(["nuclear", "unknown"])
    assert [row for row, _ in found] == [1, 0]
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], rel=1e-6)


def test_ties_go_to_the_smaller_row() -> None:
    index = lexical.build([["x"], ["y"], ["x"], ["x"]])
    assert [row for row, _ in index.search(["x"], k=2)] == [0, 2]


def test_repeated_query_terms_weigh_more_but_not_for_axiomatic() -> None:
    index = lexical.build(DOCUMENTS)
    once, twice = index.search(["wind"]), index.search(["wind", "wind"])
    assert twice[0][1] == pytest.approx(2 * once[0][1], rel=1e-6)
    assert index.search(["wind"], "Axiomatic(F1LOG)") == index.search(["wind", "wind"], "Axiomatic(F1LOG)")


def test_a_plain_function_is_a_similarity() -> None:
    def frequency(tf: object, dl: object, statistics: Statistics, boost: object) -> object:
        return tf

    assert lexical.build(DOCUMENTS).search(["nuclear"], frequency) == [(1, 2.0), (0, 1.0)]


def test_score_of_rows() -> None:
    index = lexical.build(DOCUMENTS)
    found = dict(index.search(["power", "nuclear"]))
    assert index.score(["power", "nuclear"], [3, 2, 0]).tolist() == [found[3], 0.0, found[0]]


def test_among_and_batches() -> None:
    index = lexical.build(DOCUMENTS)
    assert [row for row, _ in index.search(["power"], among=[0, 3])] == [3, 0]
    assert index.search(["power"], among=[]) == []
    mask = np.array([True, False, False, False])
    assert [row for row, _ in index.search(["power"], among=mask)] == [0]
    assert index.search_all([["wind"], ["x"]]) == [index.search(["wind"]), []]


@pytest.mark.parametrize("rows", [[4], [-1]])
def test_unknown_rows_are_refused(rows: list[int]) -> None:
    with pytest.raises(InputError, match="rows from 0 to 3"):
        lexical.build(DOCUMENTS).score(["power"], rows)


@pytest.mark.parametrize("mask", [[True, False], [True] * 5, [[True, False, True, False]]])
def test_a_mask_of_another_shape_is_refused(mask: ArrayLike) -> None:
    # Its truth values were taken for rows 0 and 1.
    index = lexical.build(DOCUMENTS)
    for ask in (lambda: index.search(["power"], among=mask), lambda: index.delete(mask)):
        with pytest.raises(
            InputError, match="a mask of the shape .* for 4 rows; give a truth value for each row"
        ):
            ask()


@pytest.mark.parametrize("rows", [[0.5, 3.0], [float("nan")], ["0"]])
def test_rows_that_are_no_whole_numbers_are_refused(rows: ArrayLike) -> None:
    with pytest.raises(InputError, match="no whole numbers; give rows from 0 to 3"):
        lexical.build(DOCUMENTS).search(["power"], among=rows)


def test_empty_indexes() -> None:
    for index in (lexical.build([]), lexical.build([[], []])):
        assert index.search(["x"]) == []
        assert index.score(["x"], np.arange(len(index))).tolist() == [0.0] * len(index)
    assert lexical.build([["x"]]).search([]) == []
    assert lexical.build([["x"]]).search(["x"], k=0) == []


def test_exact_lengths_differ_from_one_byte_beyond_40() -> None:
    documents = [["x"] + ["y"] * 99, ["x"] + ["y"] * 95]
    byte, exact = lexical.build(documents), lexical.build(documents, exact_lengths=True)
    assert byte.search(["x"])[0][1] == byte.search(["x"])[1][1]
    assert [row for row, _ in exact.search(["x"])] == [1, 0]


@pytest.mark.parametrize("seed", range(6))
def test_segments_deletions_and_rows_to_choose_from_go_together(seed: int) -> None:
    """What is found is what scoring every row that is left and allowed finds, whichever segment it lies in."""
    rng = random.Random(seed)
    made = [[rng.choice("abcde") for _ in range(rng.randint(1, 6))] for _ in range(24)]
    index = lexical.build(made[:9])
    for start in (9, 10, 17):
        index = index.add(made[start : {9: 10, 10: 17, 17: 24}[start]])
    gone = rng.sample(range(24), 6)
    index = index.delete(gone[:3]).delete(gone[3:])
    assert len(index) == 24 and index.N == 18
    for among in (None, [], rng.sample(range(24), 9), gone):
        for query in (["a"], ["a", "b", "a"], ["z"], ["e", "z", "c"]):
            for k in (1, 4, 30):
                rows = [row for row in range(24) if row not in gone and (among is None or row in among)]
                scores = dict(zip(rows, index.score(query, rows, "BM25").tolist(), strict=True))
                expected = sorted(
                    (row for row in rows if scores[row] > 0), key=lambda row: (-scores[row], row)
                )
                found = index.search(query, "BM25", k, among)
                assert [row for row, _ in found] == expected[:k]
                assert [score for _, score in found] == [scores[row] for row in expected[:k]]
    assert index.score(["a"], gone, "BM25").tolist() == [0.0] * 6
