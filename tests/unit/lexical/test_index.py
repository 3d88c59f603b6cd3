from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from debatable import lexical
from debatable.errors import CorruptIndexError, InputError, NewerIndexError, NotAnIndexError, QueryError
from debatable.lexical import BM25F, Statistics, allowed_rows, bm25f, building, matching, scorer
from debatable.text import parse_query

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


def test_empty_indexes() -> None:
    for index in (lexical.build([]), lexical.build([[], []])):
        assert index.search(["x"]) == []
        assert index.score(["x"], np.arange(len(index))).tolist() == [0.0] * len(index)
    assert lexical.build([["x"]]).search([]) == []
    assert lexical.build([["x"]]).search(["x"], k=0) == []


def test_saving_opening_adding_deleting(tmp_path: Path) -> None:
    index = lexical.build(DOCUMENTS)
    index.save(tmp_path / "a")
    opened = lexical.open(tmp_path / "a")
    assert opened.search(["nuclear", "power"]) == index.search(["nuclear", "power"])
    grown = opened.add([["wind", "wind"], ["new"]]).delete([0])
    grown.save(tmp_path / "b")
    again = lexical.open(tmp_path / "b")
    rebuilt = lexical.build([[], *DOCUMENTS[1:], ["wind", "wind"], ["new"]])
    for query in (["wind"], ["nuclear", "power", "new"]):
        assert again.search(query) == grown.search(query) == rebuilt.search(query)
    same = "segment0.documents.npy"
    assert (tmp_path / "a" / same).stat().st_ino == (tmp_path / "b" / same).stat().st_ino


def test_writing_segment_by_segment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(building, "_MOST_TOKENS", 5)
    lexical.write(tmp_path, iter(DOCUMENTS))
    written = lexical.open(tmp_path)
    assert [len(segment) for segment in written.segments] == [2, 2]
    assert written.search(["nuclear", "power"]) == lexical.build(DOCUMENTS).search(["nuclear", "power"])
    lexical.write(tmp_path, [])
    assert len(lexical.open(tmp_path)) == 0


def test_many_small_additions_leave_few_segments() -> None:
    index = lexical.build([["x", "a"]])
    for number in range(100):
        index = index.add([["x", f"w{number}"]])
    assert len(index) == 101
    assert len(index.segments) <= 7
    rebuilt = lexical.build([["x", "a"], *(["x", f"w{number}"] for number in range(100))])
    assert index.search(["w40", "x"], k=5) == rebuilt.search(["w40", "x"], k=5)


def test_saving_into_its_own_folder(tmp_path: Path) -> None:
    lexical.build(DOCUMENTS).save(tmp_path)
    grown = lexical.open(tmp_path).add([["wind"]])
    grown.save(tmp_path)
    assert lexical.open(tmp_path).search(["wind"]) == grown.search(["wind"])


def test_folders_that_are_no_index(tmp_path: Path) -> None:
    with pytest.raises(NotAnIndexError):
        lexical.open(tmp_path)
    lexical.build(DOCUMENTS).save(tmp_path)
    (tmp_path / "segment0.cells.npy").write_bytes(b"no array")
    with pytest.raises(CorruptIndexError, match="cells"):
        lexical.open(tmp_path)
    (tmp_path / "lexical.json").write_text('{"format": 99, "segments": 0, "rows": 0, "exact_lengths": false}')
    with pytest.raises(NewerIndexError):
        lexical.open(tmp_path)
    (tmp_path / "lexical.json").write_text("{")
    with pytest.raises(CorruptIndexError):
        lexical.open(tmp_path)


@pytest.mark.parametrize(("name", "value"), [("documents", 9), ("documents", -1), ("cells", 200)])
def test_postings_that_point_nowhere_are_noticed(tmp_path: Path, name: str, value: int) -> None:
    lexical.build(DOCUMENTS).save(tmp_path)
    path = tmp_path / f"segment0.{name}.npy"
    broken = np.load(path)
    broken[:] = np.array(value).astype(broken.dtype)
    np.save(path, broken)
    with pytest.raises(CorruptIndexError, match="not there"):
        lexical.open(tmp_path).search(["power"])


def test_exact_lengths_differ_from_one_byte_beyond_40() -> None:
    documents = [["x"] + ["y"] * 99, ["x"] + ["y"] * 95]
    byte, exact = lexical.build(documents), lexical.build(documents, exact_lengths=True)
    assert byte.search(["x"])[0][1] == byte.search(["x"])[1][1]
    assert [row for row, _ in exact.search(["x"])] == [1, 0]


def test_operators_choose_rows() -> None:
    documents = [["wind", "power", "now"], ["power", "wind"], ["wind"], ["coal", "wind", "power"]]
    index = lexical.build(documents).delete([3])

    def rows(text: str) -> list[int] | None:
        found = allowed_rows(
            [index], parse_query(text, str.split), lambda rows: [[documents[row]] for row in rows]
        )
        return None if found is None else found.tolist()

    assert rows("wind power") is None
    assert rows("+power wind") == [0, 1]
    assert rows("wind -power") == [2]
    assert rows('"wind power"') == [0]
    assert rows('wind -"wind power"') == [1, 2]
    assert rows("+unknown") == []


def test_operators_look_into_all_fields_and_phrases_into_one() -> None:
    claims, premises = [["ban", "cars"], ["cars"]], [["they", "stink"], ["ban", "them"]]
    fields = [lexical.build(claims), lexical.build(premises)]

    def rows(text: str) -> list[int]:
        query = parse_query(text, str.split)
        found = allowed_rows(fields, query, lambda rows: [[claims[row], premises[row]] for row in rows])
        assert found is not None
        return [int(row) for row in found]

    assert rows("+ban +cars") == [0, 1]
    assert rows("cars -stink") == [1]
    assert rows('"ban cars"') == [0]
    assert rows('"cars ban"') == []
    assert rows('+cars -"ban cars"') == [1]


def test_a_phrase_of_words_that_are_everywhere_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "_MOST_READ", 2)
    index = lexical.build([["of", "the"]] * 3)
    with pytest.raises(QueryError, match="phrase 'of the' are in 3 texts"):
        allowed_rows(
            [index], parse_query('"of the"', str.split), lambda rows: [[["of", "the"]] for _ in rows]
        )


def test_bm25f_of_one_field_is_bm25_with_true_lengths() -> None:
    index = lexical.build(DOCUMENTS, exact_lengths=True)
    query = ["nuclear", "power", "power"]
    found = BM25F((1.0,)).search([index], query)
    expected = index.search(query)
    assert [row for row, _ in found] == [row for row, _ in expected]
    assert [score for _, score in found] == pytest.approx([score for _, score in expected], rel=1e-6)


def test_words_that_no_document_has_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bm25f, "_ROOM", 4_000)
    monkeypatch.setattr(scorer, "_MOST_BYTES", 4_000)
    index = lexical.build(DOCUMENTS)
    for number in range(100):
        index.search([f"unknown{number}"])
        BM25F((1.0,)).search([index], [f"unknown{number}"])
    (over,) = index.fielded.values()
    (bound,) = index._scorers.values()
    assert len(over.kept) < 50 and len(bound._kept) < 50 and not index._counts


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
