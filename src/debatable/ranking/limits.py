"""What a query may be: a text with words in it, of a sane length."""

from __future__ import annotations

from numbers import Integral

from debatable.errors import QueryError

__all__ = ["MAX_HITS", "MAX_QUERY", "checked_query", "checked_size"]

MAX_QUERY = 10_000
"""Characters a query may have."""

MAX_HITS = 10_000
"""Hits one search may ask for."""


def checked_query(text: str) -> str:
    r"""Returns the query without surrounding white space and control characters.

    Raises:
        QueryError: It is empty, too long, or not valid Unicode.

    >>> checked_query(" Ban\x00 cars ")
    'Ban cars'
    """
    if not isinstance(text, str):
        raise QueryError(f"the query is {str(text)[:80]!r}, no text", todo="give a claim as a string")
    if len(text) > MAX_QUERY:
        raise QueryError(
            f"the query has {len(text):,} characters, the limit is {MAX_QUERY:,}",
            todo="shorten it to a claim",
        )
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise QueryError("the query is not valid UTF-8", todo="check the encoding of your terminal")
    clean = " ".join("".join(character if character.isprintable() else " " for character in text).split())
    if not clean:
        raise QueryError("the query is empty", todo='type a claim, such as "We should abandon fossil fuels"')
    return clean


def checked_size(k: int) -> int:
    """Returns the number of hits asked for, if it is one.

    Raises:
        QueryError: It is under 1 or over the limit.
    """
    if isinstance(k, bool) or not isinstance(k, Integral):
        raise QueryError(f"k is {str(k)[:80]!r}, no whole number", todo=f"ask for 1 to {MAX_HITS:,} hits")
    if not 1 <= k <= MAX_HITS:
        raise QueryError(f"{k} hits were asked for", todo=f"ask for 1 to {MAX_HITS:,}")
    return int(k)
