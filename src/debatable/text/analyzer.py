"""Analyzers: from a text to the terms that are indexed and searched."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache

import Stemmer

from debatable.errors import InputError, UnknownNameError
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

__all__ = ["ANALYZERS", "Analyzer", "analyzer"]


@dataclass(frozen=True, slots=True)
class Analyzer:
    """Words in lower case, without stop words, stemmed.

    Attributes:
        stop: Name of a stop list, see ``STOPS``.
        stem: Name of a Snowball stemmer such as ``english``, or ``none``.

    >>> Analyzer(stop="lucene", stem="english")("The banning of cars")
    ['ban', 'car']
    """

    stop: str = "none"
    stem: str = "none"

    def __post_init__(self) -> None:
        """Checks the names."""
        if self.stop not in STOPS:
            raise UnknownNameError("stop list", self.stop, STOPS)
        if self.stem != "none" and self.stem not in Stemmer.algorithms():
            raise UnknownNameError("stemmer", self.stem, Stemmer.algorithms())

    def __call__(self, text: str) -> list[str]:
        """Returns the terms of a text, in order."""
        stop = STOPS[self.stop]
        terms = [word for word in words(text.lower()) if word not in stop]
        return terms if self.stem == "none" else list(_stemmer(self.stem).stemWords(terms))


@cache
def _stemmer(name: str) -> Stemmer.Stemmer:
    return Stemmer.Stemmer(name)


ANALYZERS = {
    "english": Analyzer(stop="lucene", stem="english"),
    "standard": Analyzer(),
}


def analyzer(name: str) -> Analyzer:
    """Returns the analyzer of a name or of its ``repr``.

    >>> analyzer("english")
    Analyzer(stop='lucene', stem='english')
    >>> analyzer(repr(analyzer("english"))) == analyzer("english")
    True
    """
    if name in ANALYZERS:
        return ANALYZERS[name]
    if not name.startswith("Analyzer("):
        raise UnknownNameError("analyzer", name, ANALYZERS)
    try:
        call = ast.parse(name, mode="eval").body
        if not isinstance(call, ast.Call) or call.args:
            raise ValueError
        return Analyzer(**{str(word.arg): ast.literal_eval(word.value) for word in call.keywords})
    except (SyntaxError, TypeError, ValueError):
        raise InputError(f"not an analyzer: {name[:80]!r}", todo=f"write it as {Analyzer()!r}") from None
