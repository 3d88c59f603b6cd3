"""Unicode word segmentation (UAX 29) as Lucene's StandardTokenizer does it.

Words are kept, and what stands between them is dropped. A letter joins a letter across one of ``: . '``, a digit
joins a digit across one of ``. ' , ;``, and ``_`` joins everything. Chinese characters and Hiragana stand alone.
"""

from __future__ import annotations

import re
import unicodedata

_SPECIAL = {
    "L": ":··״‧︓﹕：",
    "B": ".‘’․﹒＇．",
    "Q": "'",
    "D": '"',
    "M": ",;;։،؍٬߸⁄︐︔﹐﹔，；",
    "U": "_‿⁀⁔︳︴﹍﹎﹏＿",
    "N": "٫",
    "E": "\u200c\u200d\uff9e\uff9f",
    "O": "\u200b",
}
_BY_CHARACTER = {ord(character): name for name, members in _SPECIAL.items() for character in members}

_RANGES = {
    "H": "5D0-5EA 5EF-5F2 FB1D FB1F-FB28 FB2A-FB4F",
    "S": "E01-E3A E40-E4E E81-ECF EDC-EDF 1000-103F 1050-108F 109A-109F 1780-17D3 17D7 17DC-17DD 1950-197F "
    "1980-19C9 19DE-19DF 1A20-1A7C 1AA0-1AAD A9E0-A9EF AA60-AADF",
    "J": "3041-3096 309D-309F 1B001-1B11F",
    "K": "3031-3035 309B-309C 30A0-30FA 30FC-30FF 31F0-31FF 32D0-32FE 3300-3357 FF66-FF9D 1B000",
    "I": "2E80-2FD5 3005 3007 3021-3029 3038-303B 3400-9FFF F900-FAFF 20000-3FFFD",
    "A": "24B6-24E9",
}
_SPANS = {
    name: [(int(span.split("-")[0], 16), int(span.split("-")[-1], 16)) for span in spans.split()]
    for name, spans in _RANGES.items()
}

_BY_CATEGORY = {"Nd": "N", "Nl": "A", "Mn": "E", "Mc": "E", "Me": "E", "Cf": "E"}


class _Classes(dict[int, str]):
    """Class of each code point, looked up when it first occurs."""

    def __missing__(self, point: int) -> str:
        self[point] = name = _class(point)
        return name


def _class(point: int) -> str:
    if point in _BY_CHARACTER:
        return _BY_CHARACTER[point]
    category = unicodedata.category(chr(point))
    for name, spans in _SPANS.items():
        if category != "Cn" and any(low <= point <= high for low, high in spans):
            return "T" if name == "S" and category.startswith("M") else name
    return "A" if category.startswith("L") else _BY_CATEGORY.get(category, "O")


CLASSES = _Classes()
"""For ``str.translate``: A letter, H Hebrew letter, N digit, K Katakana, J Hiragana, I ideograph, S Southeast Asian,
T a mark of those, E extends what is before it, U joins like ``_``, L B Q D M stand inside words, O ends them."""

_X = "[ET]*"
_U = f"(?:U{_X})"
_QUOTED = f"(?:(?<=H)(?:Q{_X}|D{_X}(?=H)))?"
_LETTERS = f"[AH]{_X}(?:(?:{_U}*|[LBQ]{_X})[AH]{_X})*{_QUOTED}"
_DIGITS = f"N{_X}(?:(?:{_U}*|[MBQ]{_X})N{_X})*"
_PART = f"(?:K{_X}(?:{_U}*K{_X})*|(?:{_DIGITS}|{_LETTERS})+)"

WORD = f"{_U}*{_PART}(?:{_U}+{_PART})*{_U}*|[ST][STE]*|[IJ]{_X}"
"""A word as a pattern of classes."""

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
    pieces: list[str] = _PLAIN_WORD.findall(text) if _PLAIN.match(text) else of_any_script(text)
    return _cut(pieces) if _TOO_LONG.search(text) else pieces


def _of_ascii(text: str) -> list[str]:
    """Returns the words of a text in ASCII: what stands between blanks, but for the few pieces with a sign inside."""
    # Many times as fast as translating the text.
    text = text.encode("ascii").translate(_SPACED).decode("ascii")
    signs = [sign for sign in _SIGNS if sign in text]
    for sign in signs:
        if sign != "_":
            text = text.replace(f"{sign} ", " ")
    pieces = text.split()
    if signs and not "".join(pieces).isalnum():
        split: list[str] = []
        for piece in pieces:
            if piece.isalnum():
                split.append(piece)
            else:
                split += _ASCII_WORD.findall(piece)
        pieces = split
    return _cut(pieces) if _long_piece(text) else pieces


def _long_piece(text: str) -> bool:
    """Whether a piece between two blanks is longer than the longest word: it then covers one of these places."""
    for place in range(LONGEST, len(text), LONGEST + 1):
        if text[place] != " ":
            end = text.find(" ", place)
            if (len(text) if end < 0 else end) - text.rfind(" ", 0, place) - 1 > LONGEST:
                return True
    return False


def _cut(pieces: list[str]) -> list[str]:
    return [word[at : at + LONGEST] for word in pieces for at in range(0, len(word), LONGEST)]


def of_any_script(text: str) -> list[str]:
    """Returns the words of a text by the classes of its characters; slower but right for every script."""
    return [text[slice(*match.span())] for match in _CLASS_WORD.finditer(text.translate(CLASSES))]
