"""How often English words are printed, alone and side by side: lists of symspellpy, counted in Google Books."""

from __future__ import annotations

import functools
import math
from bisect import bisect_left
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

_WORDS, _PAIRS = "frequency_dictionary_en_82_765.txt", "frequency_bigramdictionary_en_243_342.txt"
_MARK = b"\xef\xbb\xbf"

TIMES = 64
"""All counts of pairs are multiples of it: these have been multiplied."""
LEAST = 100_000
"""How often a pair of words is printed at least that is listed."""
LISTED = 1.3
"""Added where a pair is listed: a sign in itself, since many pairs are not that are used alike."""


@functools.cache
def word_counts() -> Mapping[str, int]:
    """Returns how often each of some 80,000 English words is printed.

    >>> word_counts()["school"] > word_counts()["schoolchildren"] > 0
    True
    """
    rows = (row.split() for row in _rows(_WORDS))
    return {word.decode("ascii"): int(count) for word, count in rows}


@functools.cache
def all_words() -> int:
    """Returns how often all of these words are printed together."""
    return sum(word_counts().values())


def association(left: str, right: str) -> float:
    """Returns the logarithm of how much more often one word is printed before another than by chance.

    Of pairs that are not listed no more is known than that they are too rare for it: below 0 where they would be listed
    even if the words stood side by side by chance, else 0.

    >>> association("coffee", "machine") > 0 == association("to", "frobnicate") > association("to", "gate")
    True
    """
    counts = word_counts()
    if left not in counts or right not in counts:
        return 0.0
    by_chance = math.log(counts[left]) + math.log(counts[right]) - math.log(all_words())
    both = pair_count(left, right)
    if both:
        return LISTED + math.log(both) - by_chance
    return min(0.0, math.log(LEAST) - by_chance)


def pair_count(left: str, right: str) -> float:
    """Returns how often one word is printed before another, in as many words as are counted one by one; 0 if rarely.

    >>> pair_count("death", "penalty") > pair_count("death", "star") == 0
    True
    """
    key = f"{left} {right} ".encode()
    place = bisect_left(_pairs(), key)
    row = _pairs()[place] if place < len(_pairs()) else b""
    return int(row[len(key) :]) / TIMES if row.startswith(key) else 0.0


@functools.cache
def _pairs() -> list[bytes]:
    return sorted(_rows(_PAIRS))


def _rows(name: str) -> list[bytes]:
    """Returns the rows of a list; the package is found, not imported."""
    package = find_spec("symspellpy")
    assert package is not None and package.origin is not None  # a requirement of this package
    content = (Path(package.origin).parent / name).read_bytes().removeprefix(_MARK)
    return content.rstrip().split(b"\n")
