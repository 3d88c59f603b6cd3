"""Snowball stemmers, a set of them for each thread."""

from __future__ import annotations

import threading

import Stemmer

__all__ = ["stemmers", "stems"]

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
