from __future__ import annotations

import math

import pytest

from debatable import lexical
from debatable.errors import InputError
from debatable.lexical import BM25F, Index, Limits

DOCUMENTS = [
    ["nuclear", "power", "is", "safe"],
    ["ban", "nuclear", "nuclear", "power"],
    [],
    ["wind", "power"],
]


def test_bm25f_of_one_field_is_bm25_with_true_lengths() -> None:
    index = lexical.build(DOCUMENTS, exact_lengths=True)
    query = ["nuclear", "power", "power"]
    found = BM25F((1.0,)).search([index], query)
    expected = index.search(query)
    assert [row for row, _ in found] == [row for row, _ in expected]
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], rel=1e-6)


def test_bm25f_by_hand() -> None:
    claims = lexical.build([["ban", "cars"], ["trains"], []])
    texts = lexical.build([["cars", "stink", "cars", "x"], ["cars", "y"], ["z"]])
    fields = BM25F((3.0, 1.0))
    x0 = 3 * 1 / (0.25 + 0.75 * 2 / 1.5) + 1 * 2 / (0.25 + 0.75 * 4 / (7 / 3))
    x1 = 1 * 1 / (0.25 + 0.75 * 2 / (7 / 3))
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    expected = [idf * 2.2 * x / (1.2 + x) for x in (x0, x1)]
    found = fields.search([claims, texts], ["cars"])
    assert [row for row, _ in found] == [0, 1]
    assert [score for _, score in found] == pytest.approx(expected, rel=1e-6)
    assert fields.score([claims, texts], ["cars"], [1, 2]).tolist() == pytest.approx([expected[1], 0.0])
    assert [row for row, _ in fields.search([claims, texts], ["cars"], among=[1])] == [1]
    with pytest.raises(InputError):
        fields.search([claims], ["cars"])


def test_words_that_no_document_has_do_not_pile_up() -> None:
    index = Index(lexical.build(DOCUMENTS).postings, Limits(rounded_bytes=4_000))
    for number in range(100):
        BM25F((1.0,)).search([index], [f"unknown{number}"])
    weights = index.searcher.field_rankings.get((BM25F((1.0,)), index.postings), lambda: None)
    assert weights is not None and 0 < len(weights) < 50


def test_rows_to_choose_from_may_be_none_and_must_be_there() -> None:
    index = lexical.build(DOCUMENTS)
    assert BM25F((1.0,)).search([index], ["power"], among=[]) == []
    with pytest.raises(InputError, match="rows from 0 to 3"):
        BM25F((1.0,)).search([index], ["power"], among=[4])


def test_as_many_rows_as_asked_for() -> None:
    index = lexical.build(DOCUMENTS)
    every = BM25F((1.0,)).search([index], ["power"])
    assert len(every) == 3
    assert [BM25F((1.0,)).search([index], ["power"], k) for k in (-1, 0, 1, 2, 3, 9)] == [
        *([], [], every[:1], every[:2], every, every)
    ]
    assert BM25F((1.0,)).search([index], ["coal"], 1) == BM25F((1.0,)).search([index], [], 1) == []


def test_a_weight_is_any_number_from_0() -> None:
    index = lexical.build(DOCUMENTS)
    assert BM25F((0.0,)).search([index], ["power"]) == []
    assert [row for row, _ in BM25F((0.5,)).search([index], ["wind"])] == [3]
    with pytest.raises(InputError, match="a field's weight"):
        BM25F((-0.5,))


def test_the_bounds_of_the_parameters_are_allowed_and_nothing_beyond() -> None:
    index = lexical.build(DOCUMENTS)
    for k1, b in ((0.0, 0.0), (0.5, 1.0), (1e9, 0.5)):
        assert len(BM25F((1.0,), k1, b).search([index], ["power"])) == 3
    for name, value in (("k1", -0.1), ("k1", 2e9), ("b", -0.1), ("b", 1.1)):
        with pytest.raises(InputError, match=f"{name} is"):
            BM25F((1.0,), **{name: value})
