"""Remarks on standard error, and texts from outside made harmless for a terminal."""

from __future__ import annotations

import sys

__all__ = ["note", "printable"]


def note(message: str) -> None:
    """Prints a remark on standard error."""
    sys.stderr.write(message + "\n")


def printable(text: str, *, keep: str = "", instead: str = " ") -> str:
    r"""Takes out what could steer the terminal; texts, file names and ids come from outside.

    >>> printable("loud\x1b[31m\n", keep="\n")
    'loud [31m\n'
    """
    return "".join(
        character if character.isprintable() or character in keep else instead for character in text
    )
