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

    It is 0 where that is not known: only common pairs are listed.

    >>> association("to", "vote") > 0 == association("to", "gate") == association("to", "frobnicate")
    True
    """
    both, counts = _printed(left, right), word_counts()
    if not both or left not in counts or right not in counts:
        return 0.0
    return math.log(both) + math.log(all_words()) - math.log(counts[left]) - math.log(counts[right])


def _printed(left: str, right: str) -> int:
    key = f"{left} {right} ".encode()
    place = bisect_left(_pairs(), key)
    row = _pairs()[place] if place < len(_pairs()) else b""
    return int(row[len(key) :]) if row.startswith(key) else 0


@functools.cache
def _pairs() -> list[bytes]:
    return sorted(_rows(_PAIRS))


def _rows(name: str) -> list[bytes]:
    """Returns the rows of a list; the package is found, not imported."""
    package = find_spec("symspellpy")
    assert package is not None and package.origin is not None  # a requirement of this package
    content = (Path(package.origin).parent / name).read_bytes().removeprefix(_MARK)
    return content.rstrip().split(b"\n")
