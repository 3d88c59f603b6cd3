from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from debatable import lexical
from debatable.lexical.postings.vocabulary import Numbering, encoded

# Terms around the ends of words, with bytes of several sizes, that share what the table sees of them.
ALPHABET = st.sampled_from(["a", "b", "é", "字", "\U0001f600", "\ud800", "\0"])
TERMS = st.text(ALPHABET, max_size=20) | st.sampled_from(["a" * size for size in range(30)])


def by_dictionary(blocks: list[list[str]]) -> tuple[list[list[int]], list[bytes]]:
    terms: dict[str, int] = {}
    numbers = [[terms.setdefault(token, len(terms)) for token in block] for block in blocks]
    return numbers, [encoded(term) for term in terms]


@pytest.mark.parametrize("slots", [8, 64, 1 << 16])
@given(blocks=st.lists(st.lists(TERMS, max_size=40), max_size=6))
def test_terms_are_numbered_as_a_dictionary_does_it(slots: int, blocks: list[list[str]]) -> None:
    numbering = Numbering(slots)
    numbers = [numbering(block).tolist() for block in blocks]
    assert (numbers, list(numbering.terms)) == by_dictionary(blocks)


def test_a_table_that_grew_knows_what_it_knew() -> None:
    words = [f"{number:o}" * (1 + number % 4) for number in range(5_000)]
    blocks = [words[start : start + 700] for start in range(0, 5_000, 700)]
    numbering = Numbering(16)
    numbers = [numbering(block).tolist() for block in [*blocks, *blocks]]
    assert (numbers, list(numbering.terms)) == by_dictionary([*blocks, *blocks])


def test_what_the_table_knows_is_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    numbering = Numbering()
    words = [f"word{number}" for number in range(500)]
    numbering(words)
    asked: list[bytes] = []
    looked_up = numbering._looked_up

    def noted(terms: Iterable[bytes]) -> NDArray[np.int32]:
        found = list(terms)
        asked.extend(found)
        return looked_up(found)

    monkeypatch.setattr(numbering, "_looked_up", noted)
    numbering(words)
    numbering(["word7", "a term of more than sixteen bytes"])
    assert len(asked) < 25  # terms that share a slot, and the long one
    assert b"a term of more than sixteen bytes" in asked


def test_blocks_end_where_no_document_does() -> None:
    documents = [[f"t{(number * 7 + place) % 97}" for place in range(number % 5)] for number in range(60_000)]
    index = lexical.build(documents)
    with_it = [row for row, document in enumerate(documents) if "t3" in document]
    assert sorted(row for row, _ in index.search(["t3"], k=60_000)) == with_it


def test_a_table_that_may_not_grow_numbers_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("debatable.lexical.postings.vocabulary.MOST_SLOTS", 64)
    words = [f"w{number % 900}" for number in range(4_000)]
    blocks = [words[start : start + 700] for start in range(0, 4_000, 700)]
    numbering = Numbering(16)
    numbers = [numbering(block).tolist() for block in blocks]
    assert (numbers, list(numbering.terms)) == by_dictionary(blocks)
    assert len(numbering._slots) == 64
