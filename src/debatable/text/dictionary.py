"""English words: the dictionary, regular forms of its entries, and whether a text is English."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os.path import commonprefix
from pathlib import Path

from debatable.text.stops import STOPS

MOST_SHARED = 25  # letters, as many as there are capitals behind A


@dataclass(frozen=True, slots=True)
class Dictionary:
    r"""The words of a language, all in lower case.

    Attributes:
        words: Headwords, verbs among them: possible stems.
        verbs: Preferred as stems of forms in ``-ed`` and ``-ing``.
        names: Proper names: no ending is removed to reach them but the plural's.
        bases: Irregular forms, each with its headword: ``dying``, ``american``.

    >>> entries = Dictionary.parse("cat\n\nbe die\n\ntexas\n\ndying die")
    >>> "dying" in entries, entries.bases["dying"], "dyings" in entries
    (True, 'die', False)
    """

    words: frozenset[str]
    verbs: frozenset[str]
    names: frozenset[str]
    bases: Mapping[str, str]
    _all: frozenset[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Collects the entries of all kinds."""
        object.__setattr__(self, "_all", self.words | self.names | self.bases.keys())

    def __contains__(self, word: object) -> bool:
        """Whether a word has an entry."""
        return word in self._all

    @classmethod
    def parse(cls, text: str) -> Dictionary:
        """Reads four paragraphs: words that are no verbs, verbs, names, forms each followed by its base."""
        return cls.of(*(paragraph.split() for paragraph in text.split("\n\n")))

    @classmethod
    def of(cls, others: list[str], verbs: list[str], names: list[str], pairs: list[str]) -> Dictionary:
        """Returns the dictionary of words that are no verbs, verbs, names, and forms each followed by its base."""
        bases = dict(zip(pairs[::2], pairs[1::2], strict=True))
        return cls(frozenset(others).union(verbs), frozenset(verbs), frozenset(names), bases)


@functools.cache
def english() -> Dictionary:
    """Returns the bundled dictionary, made from WordNet by tools/compile_dictionary.py."""
    import bz2

    content = bz2.decompress(Path(__file__).with_name("english.txt.bz2").read_bytes()).decode("ascii")
    return Dictionary.of(*map(unfolded, content.split("\n\n")))


def folded(paragraph: str) -> str:
    """Returns words with a capital in place of the letters that each shares with the word before: A for none.

    >>> folded("cat cats catty dog"), unfolded("AcatDsDtyAdog")
    ('AcatDsDtyAdog', ['cat', 'cats', 'catty', 'dog'])
    """
    parts, last = [], ""
    for word in paragraph.split():
        shared = len(commonprefix([last, word[:MOST_SHARED]]))
        parts.append(chr(ord("A") + shared) + word[shared:])
        last = word
    return "".join(parts)


def unfolded(paragraph: str) -> list[str]:
    """Returns the words of which `folded` made a text."""
    words, last = [], ""
    for part in re.findall("[A-Z][^A-Z]*", paragraph):
        last = last[: ord(part[0]) - ord("A")] + part[1:]
        words.append(last)
    return words


_PREFIXES = ("anti", "co", "counter", "dis", "mis", "multi", "non", "out", "over", "pre", "re", "super", "un")
_ENDINGS = (
    *(("iest", "y"), ("ier", "y"), ("est", ""), ("est", "e"), ("er", ""), ("er", "e"), ("men", "man")),
    *(("iness", "y"), ("ness", ""), ("ily", "y"), ("ably", "able"), ("ibly", "ible"), ("ly", "")),
    *(("ization", "ize"), ("isation", "ise"), ("isation", "ize"), ("ise", "ize"), ("ability", "able")),
    *(("ality", "al"), ("ishly", "ish"), ("less", ""), ("like", ""), ("shire", "")),
)
_SIBILANTS = ("s", "x", "z", "ch", "sh", "o")
SHORTEST_BASE = 4
"""Letters that must be left without a prefix, or without an ending other than that of an inflection."""


def is_english(word: str) -> bool:
    """Returns whether a word, in lower case, is in the English dictionary, or a regular form of an entry.

    >>> [is_english(word) for word in ("abolished", "nicest", "unsubsidized", "schoolgirls")]
    [True, True, True, True]
    >>> [is_english(word) for word in ("scool", "incom", "unversal", "killler", "layment")]
    [False, False, False, False, False]
    """
    entries = english()
    if _inflects(word, entries):
        return True
    for ending, instead in _ENDINGS:
        base = word.removesuffix(ending) + instead
        if word.endswith(ending) and len(base) >= SHORTEST_BASE and _inflects(base, entries):
            return True
    bases = (word.removeprefix(prefix) for prefix in _PREFIXES if word.startswith(prefix))
    return any(len(base) >= SHORTEST_BASE and _inflects(base, entries) for base in bases)


def _inflects(word: str, entries: Dictionary) -> bool:
    """Returns whether a word is an entry, or the plural, the past tense or the progressive of one."""
    return (
        word in entries
        or any(base in entries for base in _singulars(word))
        or any(base in entries.verbs for ending in ("ed", "ing") for base in _present(word, ending))
    )


def _singulars(word: str) -> Iterator[str]:
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
        if word.endswith("ies"):
            yield word[:-3] + "y"
        elif word.endswith("es") and word[:-2].endswith(_SIBILANTS):
            yield word[:-2]


def _present(word: str, ending: str) -> Iterator[str]:
    if word.endswith(ending):
        base = word.removesuffix(ending)
        yield base
        yield base + "e"
        if base[-1:] == base[-2:-1]:
            yield base[:-1]
        if ending == "ed" and base.endswith("i"):
            yield base[:-1] + "y"


_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_WORD_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ers", "ly", "est", "n't", "'s", "’s")
SHARE = 0.5


def looks_english(text: str) -> bool:
    """Returns whether at least half of the words of a text are English ones; a text without words is not.

    >>> looks_english("Zoos should be closed"), looks_english("Zoos sollten geschlossen werden")
    (True, False)
    >>> looks_english("动物园应该关闭"), looks_english("42")
    (False, False)
    """
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    return bool(words) and sum(map(_in_dictionary, words)) >= SHARE * len(words)


def _in_dictionary(word: str) -> bool:
    entries = english()
    if word in STOPS["english"] or word in entries.words or word in entries.bases:
        return True
    return any(word.endswith(end) and word.removesuffix(end) in entries.words for end in _WORD_ENDINGS)
