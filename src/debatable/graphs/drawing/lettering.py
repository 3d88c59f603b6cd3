"""How wide text is, and where it breaks: there is no font to ask, so widths are estimated, never too small."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

__all__ = ["clean", "escape", "width", "wrapped"]

NARROW = set("iljtfrI.,:;'!|()[] -\"")
WIDE = set("mwMWOQ@%&GDCHNU")


def width(text: str, size: float) -> float:
    """Returns the estimated width of a line in a sans-serif font.

    >>> width("ill", 10) < width("mow", 10)
    True
    """
    units = 0.0
    for character in text:
        if character in NARROW:
            units += 0.33
        elif character in WIDE:
            units += 0.86
        elif unicodedata.east_asian_width(character) in "WF":
            units += 1.05
        else:
            units += 0.68 if character.isupper() else 0.57
    return units * size


def wrapped(text: str, size: float, most: float, lines: int) -> list[str]:
    """Breaks a text into lines no wider than a width; what does not fit ends in an ellipsis.

    >>> wrapped("Rents must be capped", 10, 60, 5)
    ['Rents must', 'be capped']
    >>> wrapped("Rents must be capped", 10, 60, 1)
    ['Rents must…']
    """
    broken: list[str] = []
    line = ""
    for piece in (piece for word in text.split() for piece in _pieces(word, size, most)):
        if len(broken) > lines:  # nobody will see the rest of a text that is far too long
            break
        longer = f"{line} {piece}" if line else piece
        if width(longer, size) <= most:
            line = longer
        else:
            broken.append(line)
            line = piece
    broken.append(line)
    if len(broken) > lines:
        broken = [*broken[: lines - 1], f"{broken[lines - 1].rstrip(' .,;:')}…"]
    return [line for line in broken if line]


def _pieces(word: str, size: float, most: float) -> Iterator[str]:
    """Yields a word in parts that fit: one for all but the longest."""
    start, units = 0, 0.0
    for place, character in enumerate(word):
        wide = width(character, size)
        if place > start and units + wide > most:
            yield word[start:place]
            start, units = place, 0.0
        units += wide
    yield word[start:]


def clean(text: str) -> str:
    r"""Takes out what XML cannot hold: control characters and lone surrogates.

    >>> clean("a\x00b\tc")
    'ab c'
    """
    kept = (character if not character.isspace() else " " for character in text)
    return "".join(
        character for character in kept if unicodedata.category(character) not in ("Cc", "Cs", "Cn", "Co")
    )


def escape(text: str) -> str:
    """Returns text as it may stand in XML, between tags or in an attribute.

    >>> escape('a < "b" & c')
    'a &lt; &quot;b&quot; &amp; c'
    """
    for plain, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(plain, entity)
    return text
