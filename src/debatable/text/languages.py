"""Languages: the Snowball stemmer and the stop list of each, by its code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["STEMMERS", "STOP_LISTS", "stemmer_of"]

STEMMERS: Mapping[str, str] = MappingProxyType(
    {
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
)
"""The stemmer of each language; its name is that of the language."""

STOP_LISTS: Mapping[str, str] = MappingProxyType({"english": "lucene", "german": "german"})
"""The stop list of a stemmer's language, where there is one."""


def stemmer_of(tag: str) -> str:
    """Returns the stemmer of a language tag, ``none`` where there is none.

    >>> stemmer_of("pt-BR"), stemmer_of("tlh")
    ('portuguese', 'none')
    """
    return STEMMERS.get(tag.split("-")[0].lower(), "none")
