"""The words of a query that may be corrected, and a query with others in their places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

SHORTEST = 3
"""Letters that a word must have to be corrected."""

_PIECE = re.compile(
    r"""(?P<kept>
        [+-]?"[^"]*"                # a phrase
        | (?:(?<=\s)|^)[+-]\w\S*    # a word with an operator
        | \S*[\d_@/\\=<>&\#]\S*     # a number, an address, code
    )
    | (?P<word>[^\W\d_]+(?:['’.][^\W\d_]+)*)""",
    re.VERBOSE,
)


class Word(NamedTuple):
    """A word of a query, its place, and whether another one stands before and behind it, with no mark between.

    It is named where it and one of these have capitals: such words may be the name of a person.
    """

    text: str
    place: int
    left: bool
    right: bool
    named: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A query, and what some of its words are taken for.

    Attributes:
        query: What was typed.
        words: Those of the query that may be corrected.
        meant: What is meant with some of them, empty where that is not clear.

    >>> words = words_of("deth penalty, noo")
    >>> reading = Reading("deth penalty, noo", words, {words[0]: "death", words[2]: ""})
    >>> str(reading), str(reading.instead(words[2], "now")), reading.rest(words[1])
    ('death penalty, noo', 'death penalty, now', 'death')
    >>> reading.beside(words[1]), reading.beside(words[2])
    (('death', ''), ('', ''))
    """

    query: str
    words: Sequence[Word]
    meant: Mapping[Word, str]

    def __str__(self) -> str:
        """Returns the query with what is meant."""
        return replaced(
            self.query,
            [(word, cased(self.meant[word], word.text)) for word in self.words if self.meant.get(word)],
        )

    def instead(self, word: Word, meant: str) -> Reading:
        """Returns the reading with a word taken for another one."""
        return Reading(self.query, self.words, {**self.meant, word: meant})

    def rest(self, word: Word) -> str:
        """Returns the other words, without those of which it is not clear what is meant."""
        texts = (self.meant.get(other, other.text) for other in self.words if other is not word)
        return " ".join(filter(None, texts))

    def beside(self, word: Word) -> tuple[str, str]:
        """Returns the words before and behind a word, in lower case, empty where there is none or a mark parts them."""
        at = self.words.index(word)
        before = self.words[at - 1] if word.left else None
        behind = self.words[at + 1] if word.right else None
        return self._plain(before).split(" ")[-1], self._plain(behind).split(" ")[0]

    def _plain(self, word: Word | None) -> str:
        return plain(self.meant.get(word) or word.text) if word else ""


def words_of(query: str) -> list[Word]:
    """Returns the words of a query that may be corrected."""
    found = [match for match in _PIECE.finditer(query) if match["word"]]
    words = [Word(match["word"], match.start(), False, False) for match in found]
    for at, (one, other) in enumerate(pairwise(found)):
        between = query[one.end() : other.start()]
        if between in (" ", "-") and not query.isupper() and one[0][0].isupper() and other[0][0].isupper():
            words[at], words[at + 1] = words[at]._replace(named=True), words[at + 1]._replace(named=True)
        if between == " ":
            words[at] = words[at]._replace(right=True)
            words[at + 1] = words[at + 1]._replace(left=True)
    return words


def plain(word: str) -> str:
    """Returns a word in lower case, with a plain apostrophe."""
    return word.lower().replace("’", "'")


def replaced(query: str, corrections: Iterable[tuple[Word, str]]) -> str:
    """Returns a query with some words replaced.

    Args:
        query: What was typed.
        corrections: Words, and what stands there instead, in the order of their places.
    """
    corrected, end = [], 0
    for word, correction in corrections:
        corrected += [query[end : word.place], correction]
        end = word.place + len(word.text)
    return "".join([*corrected, query[end:]])


def in_capitals(words: Sequence[str]) -> bool:
    """Returns whether most words have capitals, as in a title."""
    long = [word for word in words if len(word) > SHORTEST]
    return len(long) > 1 and 2 * sum(word[0].isupper() for word in long) > len(long)


def is_acronym(word: str) -> bool:
    """Returns whether a word has capitals beyond its first two letters, or no other letters.

    A capital at the second place may be one that was swapped or typed twice.

    >>> [is_acronym(word) for word in ("GMO", "GMOs", "TikTok", "HHuman", "School")]
    [True, True, True, False, False]
    """
    return not word[2:].islower()


def cased(meant: str, typed: str) -> str:
    """Returns a word with the capitals of what was typed."""
    if typed.isupper():
        return meant.upper()
    return meant if typed.islower() else meant.capitalize()
