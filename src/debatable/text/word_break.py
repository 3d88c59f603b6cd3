"""Classes of characters for word segmentation (UAX 29, property Word_Break), one letter a class."""

from __future__ import annotations

import unicodedata

__all__ = ["CLASSES", "WORD"]

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

_RANGES = (
    ("H", ((0x5D0, 0x5EA), (0x5EF, 0x5F2), (0xFB1D, 0xFB1D), (0xFB1F, 0xFB28), (0xFB2A, 0xFB4F))),
    (
        "S",
        (
            (0xE01, 0xE3A),
            (0xE40, 0xE4E),
            (0xE81, 0xECF),
            (0xEDC, 0xEDF),
            (0x1000, 0x103F),
            (0x1050, 0x108F),
            (0x109A, 0x109F),
            (0x1780, 0x17D3),
            (0x17D7, 0x17D7),
            (0x17DC, 0x17DD),
            (0x1950, 0x197F),
            (0x1980, 0x19C9),
            (0x19DE, 0x19DF),
            (0x1A20, 0x1A7C),
            (0x1AA0, 0x1AAD),
            (0xA9E0, 0xA9EF),
            (0xAA60, 0xAADF),
        ),
    ),
    ("J", ((0x3041, 0x3096), (0x309D, 0x309F), (0x1B001, 0x1B11F))),
    (
        "K",
        (
            (0x3031, 0x3035),
            (0x309B, 0x309C),
            (0x30A0, 0x30FA),
            (0x30FC, 0x30FF),
            (0x31F0, 0x31FF),
            (0x32D0, 0x32FE),
            (0x3300, 0x3357),
            (0xFF66, 0xFF9D),
            (0x1B000, 0x1B000),
        ),
    ),
    (
        "I",
        (
            (0x2E80, 0x2FD5),
            (0x3005, 0x3005),
            (0x3007, 0x3007),
            (0x3021, 0x3029),
            (0x3038, 0x303B),
            (0x3400, 0x9FFF),
            (0xF900, 0xFAFF),
            (0x20000, 0x3FFFD),
        ),
    ),
    ("A", ((0x24B6, 0x24E9),)),
)

_BY_CATEGORY = {"Nd": "N", "Nl": "A", "Mn": "E", "Mc": "E", "Me": "E", "Cf": "E"}


class _Classes(dict[int, str]):
    """Class of each code point, found when it is first met."""

    def __missing__(self, point: int) -> str:
        found = self[point] = _class(point)
        return found


def _class(point: int) -> str:
    if point in _BY_CHARACTER:
        return _BY_CHARACTER[point]
    category = unicodedata.category(chr(point))
    for name, ranges in _RANGES:
        if category != "Cn" and any(low <= point <= high for low, high in ranges):
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
