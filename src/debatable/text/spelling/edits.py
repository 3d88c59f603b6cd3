"""Costs of typing errors: edits, and letters that sound alike."""

from __future__ import annotations

from collections.abc import Iterator

_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_VOWELS = frozenset("aeiouy")
_SOUNDS = frozenset(
    frozenset(pair) for pair in ("ck", "cs", "sz", "fv", "gj", "iy", "kq", "dt", "bp", "mn", "ij", "uw", "xs")
)

_NEIGHBOURS = frozenset(
    frozenset((row[place], other))
    for above, row in zip(("", *_ROWS), _ROWS, strict=False)
    for place in range(len(row))
    for other in row[place + 1 : place + 2] + above[max(0, place - 1) : place + 2]
) | {frozenset("yz")}  # on German keyboards these two have changed places

EDIT = 1.0
"""Of an edit that nothing explains; all costs are shares of it."""
SWAPPED = 0.55
REPEATED = 0.5
CHEAPEST = REPEATED
DROPPED = 0.6
SPACE = 0.5
"""Of a space that was left out."""
SLIPPED = 0.65
ALIKE = 0.65
ADDED = 0.85
FIRST = 0.2
"""On top, where the first letter is another one: people mistype it least."""

_RULES = (
    *(("f", "ph"), ("ph", "f"), ("k", "c"), ("c", "k"), ("k", "ck"), ("c", "ck"), ("k", "ch"), ("c", "ch")),
    *(("s", "c"), ("c", "s"), ("s", "sc"), ("z", "s"), ("s", "z"), ("j", "g"), ("g", "j"), ("x", "cks")),
    *(("ks", "x"), ("cks", "x"), ("kw", "qu"), ("n", "kn"), ("r", "wr"), ("w", "wh"), ("t", "ght")),
    *(("ite", "ight"), ("ie", "ei"), ("ei", "ie"), ("e", "ea"), ("e", "ee"), ("ee", "ea"), ("ea", "ee")),
    *(("a", "ai"), ("ai", "ay"), ("u", "oo"), ("oo", "ou"), ("o", "ou"), ("o", "oa"), ("u", "ou")),
    *(("shun", "tion"), ("sion", "tion"), ("tion", "sion"), ("cion", "tion"), ("shal", "tial")),
    *(("ent", "ant"), ("ant", "ent"), ("ence", "ance"), ("ance", "ence"), ("able", "ible"), ("ible", "able")),
    *(("er", "or"), ("or", "er"), ("ar", "er"), ("el", "le"), ("shus", "cious"), ("us", "ous"), ("y", "ie")),
)
"""Letters that are written for others of the same sound: what is typed, what is meant."""


def sound_variants(word: str) -> Iterator[str]:
    """Yields spellings of the same sound, with one rule at one place or at all places.

    >>> "smartphones" in sound_variants("smartfones"), "photography" in sound_variants("fotografy")
    (True, True)
    """
    for typed, meant in _RULES:
        place = word.find(typed)
        if place < 0:
            continue
        if word.count(typed) > 1:
            yield word.replace(typed, meant)
        while place >= 0:
            yield word[:place] + meant + word[place + len(typed) :]
            place = word.find(typed, place + 1)


def edit_cost(typed: str, meant: str) -> float:
    """Returns the least cost of the edits that make a typed word of the one that was meant.

    Edits are those of the optimal string alignment distance: a letter is dropped, added or replaced, or two that
    stand side by side are swapped. Slips of the finger and letters that sound alike cost less.

    >>> edit_cost("shcool", "school") < edit_cost("svhool", "school") < edit_cost("sbhool", "school")
    True
    """
    before: list[float] = []
    row = [0.0]
    for place, letter in enumerate(meant):
        row.append(row[-1] + _dropped(meant, place, letter))
    for i, typed_letter in enumerate(typed):
        earlier, before = before, row
        row = [before[0] + _added(typed, i)]
        for j, letter in enumerate(meant):
            cost = before[j] + _replaced(typed_letter, letter, j)
            cost = min(cost, row[j] + _dropped(meant, j, letter), before[j + 1] + _added(typed, i))
            if i and j and typed_letter == meant[j - 1] and typed[i - 1] == letter:
                cost = min(cost, earlier[j - 1] + SWAPPED + FIRST * (j == 1) / 2)
            row.append(cost)
    return row[-1]


def _replaced(typed: str, meant: str, place: int) -> float:
    if typed == meant:
        return 0.0
    first = FIRST * (place == 0)
    pair = frozenset((typed, meant))
    if pair in _NEIGHBOURS:
        return SLIPPED + first
    return (ALIKE if pair in _SOUNDS or pair <= _VOWELS else EDIT) + first


def _dropped(meant: str, place: int, letter: str) -> float:
    """Returns the cost of leaving out a letter of the word that was meant."""
    if place and meant[place - 1] == letter:
        return REPEATED
    return SPACE if letter == " " else DROPPED + FIRST * (place == 0)


def _added(typed: str, place: int) -> float:
    """Returns the cost of a letter too many."""
    letter = typed[place]
    beside = typed[max(0, place - 1) : place] + typed[place + 1 : place + 2]
    if letter in beside:
        return REPEATED
    if any(frozenset((letter, other)) in _NEIGHBOURS for other in beside):
        return SLIPPED
    return ADDED + FIRST * (place == 0)
