"""Krovetz's stemmer for English: an ending is removed where a dictionary confirms what is left.

Krovetz: Viewing Morphology as an Inference Process. SIGIR 1993. A word with an entry is its own stem, so
``organization`` does not become ``organ``. Otherwise inflections (plural, past tense, ``-ing``) and then derivational
endings are removed, one kind after the other, until an entry is reached. The idea is the paper's, the rules are of
this project; for unknown words they follow Lucene's stemmer.
"""

from __future__ import annotations

import functools
from collections.abc import Container
from dataclasses import dataclass

from debatable.text.dictionary import Dictionary, english

_SHORTEST, _LONGEST = 3, 49
_SIBILANTS = ("sses", "xes", "ches", "shes", "zzes")


@dataclass(frozen=True, slots=True)
class Ending:
    """A derivational ending.

    Attributes:
        letters: The ending.
        instead: Replacements, of which the first that gives a headword is taken; ``None`` halves a doubled consonant.
        unknown: Replacement where none does; ``None`` leaves the word.
    """

    letters: str
    instead: tuple[str | None, ...]
    unknown: str | None = None


DERIVATIONS: tuple[tuple[Ending, ...], ...] = (
    (
        Ending("ability", ("able",), "able"),
        Ending("ibility", ("ible",), "ible"),
        Ending("ivity", ("ive",), "ive"),
        Ending("ality", ("al",), "al"),
        Ending("ity", ("", "e"), ""),
    ),
    (Ending("iness", ("y",), "y"), Ending("ness", ("",), "")),
    (
        Ending("ization", ("ize",), "ize"),
        Ending("isation", ("ise", "ize"), "ise"),
        Ending("ication", ("y", "icate")),
        Ending("ition", ("e", "ite", "")),
        Ending("ation", ("ate", "e", "")),
        Ending("ion", ("e", "")),
    ),
    (
        Ending("izer", ("ize",), "ize"),
        Ending("ier", ("y",)),
        Ending("er", ("e", "", None)),
        Ending("or", ("e", "")),
    ),
    (
        Ending("ily", ("y",)),
        Ending("ably", ("able",), "able"),
        Ending("ibly", ("ible",), "ible"),
        Ending("ly", ("", "le"), ""),
    ),
    (
        Ending("ical", ("ic", "y"), "ic"),
        Ending("ional", ("ion",)),
        Ending("ial", ("y", "")),
        Ending("al", ("", "e")),
    ),
    (Ending("ative", ("e", "ate", "")), Ending("ive", ("e", "", "ion"))),
    (Ending("ize", ("", "e", "y")),),
    (Ending("ment", ("",)),),
    (Ending("able", ("", "e", "ate", None)), Ending("ible", ("", "e"))),
    (Ending("ism", ("",), ""),),
    (Ending("ic", ("ical", "y", "e", "")),),
    (Ending("ency", ("ent",), "ence"), Ending("ancy", ("ant",), "ance")),
    (Ending("ence", ("", "e", "ent")), Ending("ance", ("", "e", "ant"))),
)
"""Kinds of derivational endings in the order they are removed; within a kind the first that fits counts."""


def plural(word: str, entries: Dictionary) -> str:
    """Removes the ending of a plural.

    >>> [plural(word, english()) for word in ("policies", "taxes", "houses", "glitches", "famous", "pass")]
    ['policy', 'tax', 'house', 'glitch', 'famous', 'pass']
    """
    if word.endswith("ies"):
        return word[:-1] if word[:-1] in entries else word[:-3] + "y"
    if word.endswith("es"):
        tries = (word[:-2], word[:-1]) if word.endswith((*_SIBILANTS, "oes")) else (word[:-1], word[:-2])
        unknown = word[:-2] if word.endswith(_SIBILANTS) else word[:-1]
        return _first(tries, entries.words) or _first(tries, entries) or unknown
    if len(word) > _SHORTEST and word.endswith("s") and not word.endswith(("ss", "ous")):
        return word[:-1]
    return word


def past(word: str, entries: Dictionary) -> str:
    """Removes the ending of a past tense.

    >>> [past(word, english()) for word in ("argued", "banned", "passed", "tried", "agreed", "unbiased")]
    ['argue', 'ban', 'pass', 'try', 'agree', 'unbiased']
    """
    if not word.endswith("ed") or len(word) <= _SHORTEST:
        return word
    if word.endswith("ied"):
        return word[:-1] if word[:-1] in entries.words else word[:-3] + "y"
    bare = word[:-2]
    if word.startswith("un"):
        return _verb(word, bare, word, entries)
    return _verb(word, bare, bare if _doubled(bare) else bare + "e", entries)


def progressive(word: str, entries: Dictionary) -> str:
    """Removes ``-ing``.

    >>> [progressive(word, english()) for word in ("arguing", "banning", "selling", "googling", "thing")]
    ['argue', 'ban', 'sell', 'google', 'thing']
    """
    if not word.endswith("ing") or len(word) <= _SHORTEST + 1:
        return word
    bare = word[:-3]
    return _verb(word, bare, bare if _two_consonants(bare) else bare + "e", entries)


INFLECTIONS = (plural, past, progressive)
"""Inflections in the order they are removed."""


def derived(word: str, kind: tuple[Ending, ...], entries: Dictionary) -> str:
    """Removes a derivational ending of one kind.

    >>> derived("happiness", DERIVATIONS[1], english()), derived("winner", DERIVATIONS[3], english())
    ('happy', 'win')
    """
    for ending in kind:
        if word.endswith(ending.letters) and len(word) >= len(ending.letters) + _SHORTEST:
            rest = word.removesuffix(ending.letters)
            for letters in ending.instead:
                base = rest[:-1] if letters is None and _doubled(rest) else rest + (letters or "")
                if base in entries.words:
                    return base
            return word if ending.unknown is None else rest + ending.unknown
    return word


def stem(word: str, entries: Dictionary) -> str:
    """Returns the stem of a word in lower case; what is not made of the letters a to z is its own stem.

    A stem with an entry is its own stem; that of an unknown word need not be (``zorbedness``, ``zorbed``, ``zorbe``).

    >>> [stem(word, english()) for word in ("organizations", "arguing", "racially", "italian", "zorbing", "co₂")]
    ['organization', 'argue', 'racial', 'italy', 'zorb', 'co₂']
    """
    if not (_SHORTEST <= len(word) <= _LONGEST and word.isascii() and word.isalpha() and word.islower()):
        return word
    for inflected in INFLECTIONS:
        if word in entries:
            return entries.bases.get(word, word)
        word = inflected(word, entries)
    for kind in DERIVATIONS:
        if word in entries:
            break
        word = derived(word, kind, entries)
    return entries.bases.get(word, word)


@functools.lru_cache(maxsize=100_000)
def _stem_of(word: str) -> str:
    return stem(word, english())


def stemmed(words: list[str]) -> list[str]:
    """Returns the stems of words in lower case by the bundled dictionary.

    >>> stemmed(["legalizing", "prostitution", "harms", "women"])
    ['legalize', 'prostitution', 'harm', 'women']
    """
    return list(map(_stem_of, words))


def _verb(word: str, bare: str, unknown: str, entries: Dictionary) -> str:
    """Returns the verb of an inflected form, else the word, else what an unknown word becomes."""
    if not _pronounced(bare):
        return word
    tries = (bare, bare[:-1], bare + "e") if _doubled(bare) else (bare + "e", bare)
    return _first(tries, entries.verbs) or _first(tries, entries.words) or unknown


def _first(tries: tuple[str, ...], entries: Container[str]) -> str | None:
    return next((base for base in tries if base in entries and _pronounced(base)), None)


def _pronounced(letters: str) -> bool:
    return len(letters) > 1 and any(letter in "aeiouy" for letter in letters)


def _doubled(letters: str) -> bool:
    return len(letters) > 1 and letters[-1] == letters[-2] and letters[-1] not in "aeiouy"


def _two_consonants(letters: str) -> bool:
    return len(letters) > 1 and letters[-1] not in "aeiouy" and letters[-2] not in "aeiou"
