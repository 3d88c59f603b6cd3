from __future__ import annotations

from collections.abc import Sequence

import pytest

from debatable import lexical
from debatable.errors import QueryError
from debatable.lexical import allowed_rows
from debatable.text import parse_query


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


def test_a_phrase_of_words_that_are_everywhere_is_refused() -> None:
    index = lexical.build([["of", "the"]] * 3)
    query = parse_query('"of the"', str.split)

    def tokens_of(rows: Sequence[int]) -> list[list[list[str]]]:
        return [[["of", "the"]] for _ in rows]

    with pytest.raises(QueryError, match="phrase 'of the' are in 3 texts"):
        allowed_rows([index], query, tokens_of, most_read=2)
    found = allowed_rows([index], query, tokens_of, most_read=3)
    assert found is not None and found.tolist() == [0, 1, 2]
