"""Unicode word segmentation (UAX 29) as Lucene's StandardTokenizer does it.

Words are kept, and what stands between them is dropped. A letter joins a letter across one of ``: . '``, a digit
joins a digit across one of ``. ' , ;``, and ``_`` joins everything. Chinese characters and Hiragana stand alone.
"""

from __future__ import annotations

import re

from debatable.text.word_break import CLASSES, WORD

__all__ = ["words"]

LONGEST = 255
"""Longer words are cut into pieces of so many characters, as in Lucene."""

_TOO_LONG = re.compile(rf"\S{{{LONGEST + 1}}}")

# Texts of Latin letters and everyday typography, nearly all there are, need no classes: one pattern finds the words.
_LATIN = "a-zA-ZªµºÀ-ÖØ-öø-ɏ"
_PLAIN = re.compile("[\x00-¬®-ɏ‐-․…‧‰-›€™]*\\Z")
_PLAIN_WORD = re.compile(
    rf"_*[{_LATIN}0-9][{_LATIN}0-9_]*"
    rf"(?:(?:(?<=[{_LATIN}])[:·.'‘’․‧](?=[{_LATIN}])|(?<=[0-9])[.'‘’․,;](?=[0-9]))[{_LATIN}0-9_]+)*"
)
_ASCII_WORD = re.compile(
    r"_*[a-zA-Z0-9]\w*(?:(?:(?<=[a-zA-Z])[:.'](?=[a-zA-Z])|(?<=[0-9])[.',;](?=[0-9]))\w+)*", re.ASCII
)
_CLASS_WORD = re.compile(WORD)


def words(text: str) -> list[str]:
    """Returns the words of a text in order, as written.

    >>> words("Don't ban 3.5 % of U.S. cars, e.g. SUVs; self-made_up ones: no!")
    ["Don't", 'ban', '3.5', 'of', 'U.S', 'cars', 'e.g', 'SUVs', 'self', 'made_up', 'ones', 'no']
    >>> words("東京タワー")
    ['東', '京', 'タワー']
    """
    if text.isascii():
        found: list[str] = _ASCII_WORD.findall(text)
    elif _PLAIN.match(text):
        found = _PLAIN_WORD.findall(text)
    else:
        found = of_any_script(text)
    if _TOO_LONG.search(text):
        return [word[at : at + LONGEST] for word in found for at in range(0, len(word), LONGEST)]
    return found


def of_any_script(text: str) -> list[str]:
    """Returns the words of a text by the classes of its characters; slower and right for every script."""
    return [text[slice(*match.span())] for match in _CLASS_WORD.finditer(text.translate(CLASSES))]
