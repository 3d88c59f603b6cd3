"""Is a word English? If it is in the dictionary, or a regular form of an entry.

Krovetz's stemmer is no help here: it takes endings off unknown words as well, and would explain many a typing error.
"""

from __future__ import annotations

from collections.abc import Iterator

from debatable.text.dictionary import Dictionary, english

__all__ = ["is_english"]

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
    """Says whether a word, in lower case, is in the English dictionary, or a regular form of an entry.

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
    """Says whether a word is an entry, or the plural, the past tense or the progressive of one."""
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
