"""Analyzers: from a text to the terms that are indexed and searched."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.errors import UnknownNameError
from debatable.text.stemming import stemmers, stems
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

__all__ = ["Analyzer", "lower"]

# Lower case one letter at a time, as Lucene does it: Python looks at neighbours (Σ) and makes two letters of one (İ).
_ONE_BY_ONE = str.maketrans({"İ": "i", "Σ": "σ"})


def lower(text: str) -> str:
    """Returns a text in lower case.

    >>> lower("ΟΔΟΣ in İzmir")
    'οδοσ in izmir'
    """
    return text.lower() if text.isascii() else text.translate(_ONE_BY_ONE).lower()


@dataclass(frozen=True, slots=True)
class Analyzer:
    """Words in lower case, without stop words, stemmed.

    Attributes:
        stop: Name of a stop list, see ``STOPS``.
        stem: ``krovetz`` (English), a Snowball stemmer such as ``english`` (Porter2) or ``german``, or ``none``.

    >>> Analyzer(stop="lucene", stem="english")("The banning of cars")
    ['ban', 'car']
    """

    stop: str = "none"
    stem: str = "none"

    def __post_init__(self) -> None:
        """Checks the names."""
        if self.stop not in STOPS:
            raise UnknownNameError("stop list", self.stop, STOPS)
        if self.stem not in (known := ["none", "krovetz", *stemmers()]):
            raise UnknownNameError("stemmer", self.stem, known)

    def __call__(self, text: str) -> list[str]:
        """Returns the terms of a text, in order."""
        terms = words(lower(text))
        stop = STOPS[self.stop]
        if stop:
            terms = [term for term in terms if term not in stop]
        if self.stem == "none":
            return terms
        if self.stem == "krovetz":
            from debatable.text.krovetz import stemmed  # not before: it costs time at the start of the CLI

            return stemmed(terms)
        return stems(terms, self.stem)
