"""The table of analyzers."""

from __future__ import annotations

from debatable.naming import Table
from debatable.text.analyzer import Analyzer
from debatable.text.languages import STEMMERS, STOP_LISTS

__all__ = ["ANALYZERS", "analyzer"]

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
