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

_SIGNS = ".,':;_"
_SPACED = bytes(code if chr(code).isalnum() or chr(code) in _SIGNS else 32 for code in range(128)).ljust(256)
"""Blanks for what no word of ASCII has; the signs may stand inside one, and all but the last never at an end."""

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
        return _of_ascii(text)
    if _PLAIN.match(text):
        found: list[str] = _PLAIN_WORD.findall(text)
    else:
        found = of_any_script(text)
    return _cut(found) if _TOO_LONG.search(text) else found


def _of_ascii(text: str) -> list[str]:
    """Returns the words of a text in ASCII: what stands between blanks, but for the few pieces with a sign inside."""
    text = (
        text.encode("ascii").translate(_SPACED).decode("ascii")
    )  # many times as fast as translating the text
    signs = [sign for sign in _SIGNS if sign in text]
    for sign in signs:
        if sign != "_":
            text = text.replace(f"{sign} ", " ")
    pieces = text.split()
    if signs and not "".join(pieces).isalnum():
        found: list[str] = []
        for piece in pieces:
            if piece.isalnum():
                found.append(piece)
            else:
                found += _ASCII_WORD.findall(piece)
        pieces = found
    return _cut(pieces) if _long_piece(text) else pieces


def _long_piece(text: str) -> bool:
    """Tells whether more than the longest word stands between two blanks: such a piece has one of these places."""
    for place in range(LONGEST, len(text), LONGEST + 1):
        if text[place] != " ":
            end = text.find(" ", place)
            if (len(text) if end < 0 else end) - text.rfind(" ", 0, place) - 1 > LONGEST:
                return True
    return False


def _cut(found: list[str]) -> list[str]:
    return [word[at : at + LONGEST] for word in found for at in range(0, len(word), LONGEST)]


def of_any_script(text: str) -> list[str]:
    """Returns the words of a text by the classes of its characters; slower and right for every script."""
    return [text[slice(*match.span())] for match in _CLASS_WORD.finditer(text.translate(CLASSES))]
