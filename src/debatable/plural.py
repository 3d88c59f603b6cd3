"""How many there are of a thing, in words: one query, two queries."""

from __future__ import annotations


def plural(noun: str, count: int = 2) -> str:
    """Returns a noun, which is given in the singular, as it stands after a number.

    >>> plural("query"), plural("query", 1), plural("premise", 0), plural("day")
    ('queries', 'query', 'premises', 'days')
    """
    if count == 1:
        return noun
    return f"{noun[:-1]}ies" if noun.endswith("y") and noun[-2:-1] not in "aeiou" else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """Returns a count with its noun, which is given in the singular.

    >>> counted(1, "argument"), counted(0, "bad record"), counted(1200, "query")
    ('1 argument', '0 bad records', '1,200 queries')
    """
    return f"{count:,} {plural(noun, count)}"
