"""Token ids that are put together from those of words are those of the tokenizer."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import AddedToken, Tokenizer
from tokenizers.models import WordLevel, WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer, Whitespace

from debatable.embedding import word_pieces
from debatable.embedding.graph import token_ids
from debatable.embedding.onnx import BUNDLED, MODELS
from debatable.embedding.word_pieces import WordPieces

WHOLE = Tokenizer.from_file(str(MODELS / BUNDLED / "tokenizer.json"))
PIECES = WordPieces(WHOLE)
CHARACTERS = string.printable + "‘’“”–—…" + "éßİ東\u00a0\u200b\u0301\x00"


def expected(texts: list[str], tokenizer: Tokenizer = WHOLE) -> list[list[int]]:
    return [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]


@given(st.lists(st.text(CHARACTERS, max_size=30), max_size=4))
def test_ids_are_those_of_the_tokenizer(texts: list[str]) -> None:
    assert PIECES.ids(texts) == expected(texts)


@given(st.text(CHARACTERS))
def test_ids_are_those_of_the_tokenizer_where_nothing_is_known_yet(text: str) -> None:
    assert WordPieces(WHOLE).ids([text]) == expected([text])


def test_marks_are_tokens_of_their_own_and_words_may_be_too_long() -> None:
    texts = [
        "a [SEP] b",
        "[UNK]",
        "[sep]",
        "x" * 101 + " y",
        "Don't ban 3.5 % of U.S. cars – “why”?",
        "",
        " \n",
    ]
    assert PIECES.ids(texts) == expected(texts) == token_ids(PIECES, texts)


def test_words_are_kept_up_to_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_pieces, "MOST_KEPT", 3)
    pieces = WordPieces(WHOLE)
    for texts in (["cars are loud"], ["cars are late", "so is tea"], ["tea"], ["one two three four five"]):
        assert pieces.ids(texts) == expected(texts)
    assert len(pieces._ids) == 5


@pytest.mark.parametrize("cut", ["model", "blanks", "mark", "mark of two words"])
def test_a_tokenizer_that_cuts_otherwise_is_asked_for_whole_texts(cut: str) -> None:
    vocabulary = {word: number for number, word in enumerate(["[UNK]", "ban", "cars", "-", "ban-cars"])}
    model = WordLevel(vocabulary, "[UNK]") if cut == "model" else WordPiece(vocabulary, unk_token="[UNK]")
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = BertNormalizer()
    tokenizer.pre_tokenizer = Whitespace() if cut == "blanks" else BertPreTokenizer()
    if cut == "mark":
        tokenizer.add_tokens(["ban-cars"])
    if cut == "mark of two words":
        tokenizer.add_special_tokens([AddedToken("ban cars", normalized=False)])
    texts = ["ban-cars", "Ban ban-cars", "cars--ban"]
    assert WordPieces(tokenizer).ids(texts) == expected(texts, tokenizer)
    assert not WordPieces(tokenizer)._is_plain(texts[0])
