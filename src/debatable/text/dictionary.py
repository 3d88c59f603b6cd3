"""The English dictionary that Krovetz's stemmer asks: words, verbs, names, and bases of irregular forms."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Dictionary", "english"]


@dataclass(frozen=True, slots=True)
class Dictionary:
    r"""What is known of a language's words, all in lower case.

    Attributes:
        words: Headwords, verbs among them: what a stem can be.
        verbs: Those that ``-ed`` and ``-ing`` are put to first.
        names: Proper names: they are left alone, and no ending is taken off to reach them but the plural's.
        bases: Forms that no rule explains, each with its headword: ``dying``, ``american``.

    >>> known = Dictionary.parse("cat\n\nbe die\n\ntexas\n\ndying die")
    >>> "dying" in known, known.bases["dying"], "dyings" in known
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
        """Says whether a word has an entry."""
        return word in self._all

    @classmethod
    def parse(cls, text: str) -> Dictionary:
        """Reads four paragraphs: words that are no verbs, verbs, names, forms each followed by its base."""
        others, verbs, names, pairs = (paragraph.split() for paragraph in text.split("\n\n"))
        return cls(
            frozenset(others).union(verbs),
            frozenset(verbs),
            frozenset(names),
            dict(zip(pairs[::2], pairs[1::2], strict=True)),
        )


@functools.cache
def english() -> Dictionary:
    """Returns the bundled dictionary, made from WordNet by tools/compile_dictionary.py."""
    import gzip

    content = Path(__file__).with_name("english.txt.gz").read_bytes()
    return Dictionary.parse(gzip.decompress(content).decode("ascii"))
