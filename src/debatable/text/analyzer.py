"""Analyzers: from a text to the terms that are indexed and searched."""

from __future__ import annotations

import ast
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import Stemmer

from debatable.errors import InputError, UnknownNameError
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

__all__ = ["ANALYZERS", "Analyzer", "analyzer", "lower"]

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
        if self.stem not in (known := ["none", "krovetz", *Stemmer.algorithms()]):
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
        return _snowball(self.stem, terms)


_LOCAL = threading.local()


def _snowball(language: str, terms: list[str]) -> list[str]:
    """Stems with the thread's own stemmer, since one stemmer must not serve two threads at a time."""
    stemmers = vars(_LOCAL).setdefault("stemmers", {})
    if language not in stemmers:
        stemmers[language] = Stemmer.Stemmer(language, 100_000)
    # The stemmer cannot take half a surrogate pair, which broken texts hold.
    try:
        return list(stemmers[language].stemWords(terms))
    except UnicodeEncodeError:
        clean = [term.encode("utf-8", "replace").decode() for term in terms]
        return list(stemmers[language].stemWords(clean))


_LANGUAGES = {
    "ar": "arabic",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "fi": "finnish",
    "fr": "french",
    "hi": "hindi",
    "hu": "hungarian",
    "it": "italian",
    "nl": "dutch",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sv": "swedish",
    "tr": "turkish",
}
_STOP_OF = {"english": "lucene", "german": "german"}
_BY_LANGUAGE = {name: Analyzer(_STOP_OF.get(name, "none"), name) for name in _LANGUAGES.values()}

ANALYZERS: Mapping[str, Analyzer] = MappingProxyType(
    {
        "standard": Analyzer(),
        "krovetz": Analyzer("lucene", "krovetz"),
        **_BY_LANGUAGE,
        **{code: _BY_LANGUAGE[name] for code, name in _LANGUAGES.items()},
    }
)
"""Analyzers by name: ``standard`` (neither stop words nor stemming), ``krovetz``, and by language or its code."""


def analyzer(name: str) -> Analyzer:
    """Returns the analyzer of a name or of its ``repr``.

    >>> analyzer("en")
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
