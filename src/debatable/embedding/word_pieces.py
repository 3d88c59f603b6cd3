"""Token ids of plain texts, put together from those of their words, which are kept.

A tokenizer of the BERT family cuts a text at blanks and around every sign, and then each word by itself. So the ids of
a word are the same in every text, and the tokenizer is asked once for each word.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from itertools import chain
from typing import Any

MOST_KEPT = 1 << 16
"""Words whose ids are kept, so that they take some 15 MB at most."""

PLAIN = re.compile(r"[\t\n\r -~‘’“”–—…]*\Z")
"""Texts of ASCII and everyday typography: nothing in them is decomposed, dropped or of a script of its own."""

WORD = re.compile(r"[0-9A-Za-z]+|[^0-9A-Za-z\s]")
"""What a plain text is cut into."""


class WordPieces:
    """A tokenizer that keeps the ids of words; safe to share between threads. All else is as the tokenizer has it."""

    def __init__(self, tokenizer: Any) -> None:
        """Takes a tokenizer of the tokenizers library, without truncation and padding, that is not changed later."""
        self._tokenizer = tokenizer
        added = tokenizer.get_added_tokens_decoder().values()
        self._marks = [token.content for token in added]
        self._by_words = _cuts_at_words(tokenizer) and not any(
            token.normalized or " " in token.content for token in added
        )
        self._ids: dict[str, tuple[int, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        """Returns what the tokenizer has of that name."""
        return getattr(self._tokenizer, name)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Returns the ids of all tokens of every text, without special tokens."""
        words = {row: WORD.findall(text) for row, text in enumerate(texts) if self._is_plain(text)}
        others = [row for row in range(len(texts)) if row not in words]
        known = self._known({*chain.from_iterable(words.values())})
        ids = {row: [*chain.from_iterable(map(known.__getitem__, some))] for row, some in words.items()}
        ids |= zip(others, self._encoded([texts[row] for row in others]), strict=True)
        return [ids[row] for row in range(len(texts))]

    def _is_plain(self, text: str) -> bool:
        """Returns whether a text is cut at its words, and has no mark such as [SEP], which is a token of its own."""
        return self._by_words and bool(PLAIN.match(text)) and not any(mark in text for mark in self._marks)

    def _known(self, words: Collection[str]) -> dict[str, tuple[int, ...]]:
        """Returns the ids of words, and of others that are kept."""
        ids = self._ids
        new = [word for word in words if word not in ids]
        if new:
            if len(ids) + len(new) > MOST_KEPT:  # others may still read what was kept
                ids = self._ids = {word: ids[word] for word in words if word in ids}
            ids.update(zip(new, self._of_words(new), strict=True))
        return ids

    def _of_words(self, words: Sequence[str]) -> list[tuple[int, ...]]:
        """Returns the ids of each word, encoded together as one text, which takes less time than a text for each."""
        encoding = self._tokenizer.encode(" ".join(words), add_special_tokens=False)
        ids: list[list[int]] = [[] for _ in words]
        for number, token in zip(encoding.word_ids, encoding.ids, strict=True):
            ids[number].append(token)
        return [*map(tuple, ids)]

    def _encoded(self, texts: Sequence[str]) -> list[list[int]]:
        """Returns the ids of texts as the tokenizer has them."""
        if not texts:
            return []
        encodings = self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)
        return [encoding.ids for encoding in encodings]


def _cuts_at_words(tokenizer: Any) -> bool:
    """Returns whether a tokenizer cuts plain texts as `WORD` does, and then each word by itself."""
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer

    return (
        isinstance(tokenizer.model, WordPiece)
        and isinstance(tokenizer.normalizer, BertNormalizer)
        and isinstance(tokenizer.pre_tokenizer, BertPreTokenizer)
    )
