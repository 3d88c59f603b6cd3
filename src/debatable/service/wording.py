"""Numbers of a hit in plain words."""

from __future__ import annotations

import re

from debatable.model import Hit, Stance

__all__ = ["closeness", "differences", "others", "percent", "reason"]

NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]

CLOSE = ((0.9, "very close to your claim"), (0.7, "close to your claim"), (0.5, "fairly close to your claim"))


WORD, PIECE = re.compile(r"\w+"), re.compile(r"\w+|\W+")
MARKED = 4
"""Characters from which a word tells something."""


def closeness(relevance: float | None) -> str:
    """Says how close a premise is to the claim.

    >>> closeness(0.95), closeness(0.2), closeness(None)
    ('very close to your claim', 'not close to your claim', '')
    """
    if relevance is None:
        return ""
    return next((words for least, words in CLOSE if relevance >= least), "not close to your claim")


def others(count: int) -> str:
    """Says how many others say the same.

    >>> others(1), others(30), others(0)
    ('one other says the same', '30 others say the same', '')
    """
    if not count:
        return ""
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    return f"{number} other says the same" if count == 1 else f"{number} others say the same"


def reason(hit: Hit) -> str:
    """Says why a hit stands where it stands: its side, how many say it, how close it is."""
    side = _side(hit.stance) if hit.reason is None else hit.reason.sentence()
    parts = [part for part in (side, others(len(hit.others)), closeness(hit.relevance)) if part]
    whole = "; ".join(parts)
    return f"{whole[:1].upper()}{whole[1:]}."


def differences(other: str, shown: str) -> list[tuple[str, bool]]:
    """Parts what another premise says into what the one shown says in the same words, and what it does not.

    Small words are let pass: they stand everywhere.

    >>> differences("Cars are loud at night", "Cars are loud")
    [('Cars are loud at ', False), ('night', True)]
    """
    known = {word.casefold() for word in WORD.findall(shown)}
    parts: list[tuple[str, bool]] = []
    for piece in PIECE.findall(other):
        new = len(piece) >= MARKED and piece.casefold() not in known and WORD.fullmatch(piece) is not None
        if parts and parts[-1][1] == new:
            parts[-1] = (parts[-1][0] + piece, new)
        else:
            parts.append((piece, new))
    return parts


def percent(probability: float) -> int:
    """Returns a probability in hundredths.

    >>> percent(0.837)
    84
    """
    return round(100 * min(1.0, max(0.0, probability)))


def _side(stance: Stance) -> str:
    return {"pro": "stands for your claim", "con": "stands against your claim"}.get(
        stance.value, "nobody can tell on which side it is"
    )
