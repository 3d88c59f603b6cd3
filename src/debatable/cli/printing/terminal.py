"""Remarks on standard error, and texts from outside made harmless for a terminal."""

from __future__ import annotations

import sys

__all__ = ["counted", "note", "printable"]


def note(message: str) -> None:
    """Prints a remark on standard error."""
    sys.stderr.write(message + "\n")


def counted(count: int, noun: str) -> str:
    """Says how many there are of a thing, which is named as one of them.

    >>> counted(1, "argument"), counted(0, "bad record"), counted(1200, "query")
    ('1 argument', '0 bad records', '1,200 queries')
    """
    plural = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{count:,} {noun if count == 1 else plural}"


def printable(text: str, *, keep: str = "", instead: str = " ") -> str:
    r"""Takes out what could steer the terminal; texts, file names and ids come from outside.

    >>> printable("loud\x1b[31m\n", keep="\n")
    'loud [31m\n'
    """
    return "".join(
        character if character.isprintable() or character in keep else instead for character in text
    )
