"""Unicode word segmentation (UAX 29) as Lucene's StandardTokenizer does it."""

from __future__ import annotations

import re

__all__ = ["words"]

_WORD = re.compile(r"[^\W_]+(?:[.'’:_][^\W_]+)*")


def words(text: str) -> list[str]:
    """Returns the words of a text in order, as written.

    >>> words("Don't ban 3.5 % of U.S. cars!")
    ["Don't", 'ban', '3.5', 'of', 'U.S', 'cars']
    """
    return _WORD.findall(text)
