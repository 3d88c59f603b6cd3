"""Analyzers: from a text to the terms that are indexed and searched, by name or by language."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import Stemmer

from debatable.errors import UnknownNameError, check_name
from debatable.naming import Table
from debatable.text.stops import STOPS
from debatable.text.tokenizer import words

_LOCAL = threading.local()


def stemmers() -> list[str]:
    """Returns the names of all stemmers.

    >>> "english" in stemmers()
    True
    """
    return list(Stemmer.algorithms())


def stems(terms: list[str], language: str) -> list[str]:
    """Stems terms with the thread's own stemmer, since one stemmer must not serve two threads at a time.

    >>> stems(["banning", "cars"], "english")
    ['ban', 'car']
    """
    own = vars(_LOCAL).setdefault("stemmers", {})
    if language not in own:
        own[language] = Stemmer.Stemmer(language, 100_000)
    # The stemmer cannot take half a surrogate pair, which broken texts hold.
    try:
        return list(own[language].stemWords(terms))
    except UnicodeEncodeError:
        clean = [term.encode("utf-8", "replace").decode() for term in terms]
        return list(own[language].stemWords(clean))


_LANGUAGES = """ar:arabic da:danish de:german el:greek en:english es:spanish fi:finnish fr:french hi:hindi hu:hungarian
it:italian nl:dutch no:norwegian pt:portuguese ro:romanian ru:russian sv:swedish tr:turkish"""

STEMMERS: Mapping[str, str] = MappingProxyType(dict(pair.split(":") for pair in _LANGUAGES.split()))
"""The stemmer of each language; its name is that of the language."""

STOP_LISTS: Mapping[str, str] = MappingProxyType({"english": "lucene", "german": "german"})
"""The stop list of a stemmer's language, where there is one."""


def stemmer_of(tag: str) -> str:
    """Returns the stemmer of a language tag, ``none`` where there is none.

    >>> stemmer_of("pt-BR"), stemmer_of("tlh")
    ('portuguese', 'none')
    """
    return STEMMERS.get(tag.split("-")[0].lower(), "none")


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
        check_name("stop list", self.stop, STOPS)
        if self.stem not in (names := ["none", "krovetz", *stemmers()]):
            raise UnknownNameError("stemmer", self.stem, names)

    def __call__(self, text: str) -> list[str]:
        """Returns the terms of a text, in order."""
        terms = words(lower(text))
        stop = STOPS[self.stop]
        if stop:
            terms = [term for term in terms if term not in stop]
        if self.stem == "none":
            return terms
        if self.stem == "krovetz":
            from debatable.text.krovetz import stemmed  # loads the dictionary

            return stemmed(terms)
        return stems(terms, self.stem)


_BY_LANGUAGE = {name: Analyzer(STOP_LISTS.get(name, "none"), name) for name in STEMMERS.values()}

ANALYZERS = Table[Analyzer](
    "analyzer",
    {
        "standard": Analyzer(),
        "krovetz": Analyzer("lucene", "krovetz"),
        **_BY_LANGUAGE,
        **{code: _BY_LANGUAGE[name] for code, name in STEMMERS.items()},
        "Analyzer": Analyzer(),
    },
)
"""Analyzers by name: ``standard`` (neither stop words nor stemming), ``krovetz``, by language or its code, and
``Analyzer(stop=…,stem=…)``, which is also their ``repr``."""


def analyzer(name: str | Analyzer) -> Analyzer:
    """Returns the analyzer of a name or of its ``repr``.

    >>> analyzer("en")
    Analyzer(stop='lucene', stem='english')
    >>> analyzer(repr(analyzer("english"))) == analyzer("english")
    True
    """
    return ANALYZERS.parse(name)
