from __future__ import annotations

import time
from collections.abc import Sequence

import pytest

from debatable import lexical
from debatable.errors import QueryError
from debatable.lexical import allowed_rows, run_of
from debatable.lexical.search import operators
from debatable.text import parse_query


def test_operators_choose_rows() -> None:
    documents = [["wind", "power", "now"], ["power", "wind"], ["wind"], ["coal", "wind", "power"]]
    index = lexical.build(documents).delete([3])

    def rows(text: str) -> list[int] | None:
        found = allowed_rows(
            [index], parse_query(text, str.split), lambda rows: [[run_of(documents[row])] for row in rows]
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
        found = allowed_rows(
            fields, query, lambda rows: [[run_of(claims[row]), run_of(premises[row])] for row in rows]
        )
        assert found is not None
        return [int(row) for row in found]

    assert rows("+ban +cars") == [0, 1]
    assert rows("cars -stink") == [1]
    assert rows('"ban cars"') == [0]
    assert rows('"cars ban"') == []
    assert rows('+cars -"ban cars"') == [1]


def test_a_phrase_of_words_that_are_everywhere_is_refused() -> None:
    index = lexical.build([["of", "the"]] * 3)
    query = parse_query('"of the"', str.split)

    def runs_of(rows: Sequence[int]) -> list[list[str]]:
        return [[run_of(["of", "the"])] for _ in rows]

    with pytest.raises(QueryError, match="phrase 'of the' are in 3 texts"):
        allowed_rows([index], query, runs_of, most_read=2)
    found = allowed_rows([index], query, runs_of, most_read=3)
    assert found is not None and found.tolist() == [0, 1, 2]


def test_a_phrase_that_is_repeated_is_looked_for_once() -> None:
    """``life -"should we" -"should we" …`` read all texts again for each: 9.9 kB took 74 seconds."""
    documents = [["we", "should"], ["should", "we"], ["life"]]
    read: list[int] = []

    def runs_of(rows: Sequence[int]) -> list[list[str]]:
        read.extend(rows)
        return [[run_of(documents[row])] for row in rows]

    for text, left in (('life -"should we" ', [0, 2]), ('"should we" +should ', [1])):
        read.clear()
        found = allowed_rows([lexical.build(documents)], parse_query(text * 500, str.split), runs_of)
        assert found is not None and found.tolist() == left
        assert read == [0, 1]


def test_texts_are_read_once_for_all_phrases() -> None:
    documents = [["a", "b", "c"], ["a", "c", "b"], ["b", "c", "a"]]
    read: list[int] = []

    def runs_of(rows: Sequence[int]) -> list[list[str]]:
        read.extend(rows)
        return [[run_of(documents[row])] for row in rows]

    query = parse_query('"b c" -"c a" -"c b"', str.split)
    found = allowed_rows([lexical.build(documents)], query, runs_of)
    assert found is not None and found.tolist() == [0]
    assert read == [0, 1, 2]


def test_too_many_phrases_are_refused() -> None:
    phrases = " ".join(f'-"a {number}"' for number in range(17))
    with pytest.raises(QueryError, match="17 phrases; ask for 16 at most"):
        allowed_rows([lexical.build([["a", "b"]])], parse_query(f"a {phrases}", str.split))


def test_a_search_for_phrases_ends_after_its_time() -> None:
    index = lexical.build([["of", "the"]] * 1000)
    read: list[int] = []

    def runs_of(rows: Sequence[int]) -> list[list[str]]:
        read.extend(rows)
        time.sleep(0.02)
        return [[run_of(["of", "the"])] for _ in rows]

    with pytest.raises(QueryError, match="phrase 'of the' in 1,000 texts takes longer than 0.01 seconds"):
        allowed_rows([index], parse_query('"of the"', str.split), runs_of, seconds=0.01)
    assert len(read) < 1000


def test_a_phrase_is_a_run_of_whole_words() -> None:
    documents = [["ab", "cd"], ["ab", "c"], ["b", "cd"], ["a", "b", "cd", "e"]]
    query = parse_query('"b cd"', str.split)
    found = allowed_rows(
        [lexical.build([[*words, "b", "cd"] for words in documents])],
        query,
        lambda rows: [[run_of(documents[row])] for row in rows],
    )
    assert found is not None and found.tolist() == [2, 3]


@pytest.mark.parametrize(("room", "again"), [(1_000, []), (0, [1, 2])])
def test_texts_are_analysed_once_as_long_as_there_is_room(
    monkeypatch: pytest.MonkeyPatch, room: int, again: list[int]
) -> None:
    monkeypatch.setattr(operators, "CACHED_CHARACTERS", room)
    read: list[int] = []

    def texts(keys: Sequence[int]) -> dict[int, str]:
        read.extend(keys)
        return {key: f"text {key}" for key in keys}

    runs = operators.Runs(texts, str.split)
    every = {key: run_of(["text", str(key)]) for key in (1, 2, 3)}
    assert runs.of([1, 2]) == {key: every[key] for key in (1, 2)}
    assert runs.of([3]) == {3: every[3]} and read == [1, 2, 3]
    assert runs.of([1, 2]) == {key: every[key] for key in (1, 2)} and read == [1, 2, 3, *again]
