"""Is a text English? As far as its words are in the dictionary."""

from __future__ import annotations

import re

from debatable.text.dictionary import english
from debatable.text.stops import STOPS

__all__ = ["looks_english"]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_ENDINGS = ("s", "es", "ed", "d", "ing", "er", "ers", "ly", "est", "n't", "'s", "’s")
SHARE = 0.5


def looks_english(text: str) -> bool:
    """Says whether at least half of the words of a text are English ones; a text without words is not.

    >>> looks_english("Zoos should be closed"), looks_english("Zoos sollten geschlossen werden")
    (True, False)
    >>> looks_english("动物园应该关闭"), looks_english("42")
    (False, False)
    """
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    return bool(words) and sum(map(_known, words)) >= SHARE * len(words)


def _known(word: str) -> bool:
    known = english()
    if word in STOPS["english"] or word in known.words or word in known.bases:
        return True
    return any(word.endswith(end) and word.removesuffix(end) in known.words for end in _ENDINGS)
