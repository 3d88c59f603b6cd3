"""What a text, a name and an id look like once they are inside: clean, not empty, not endless."""

from __future__ import annotations

import re
from typing import Final

from debatable.errors import RecordError

__all__ = ["MAX_FIELD", "MAX_ID", "MAX_LANGUAGE", "MAX_TEXT", "clean", "line", "text"]

MAX_TEXT: Final = 2**20
"""Characters of a premise or a claim: a text of a megabyte passes, a longer one is refused."""
MAX_ID: Final = 500
"""Characters of an id."""
MAX_FIELD: Final = 10_000
"""Characters of a source, a url or a discussion."""
MAX_LANGUAGE: Final = 35
"""Characters of a language tag, as RFC 5646 asks of implementations."""

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_MEND: Final = "correct it, or leave bad records out with --on-error skip"


def clean(raw: str) -> str:
    r"""Returns a text without what no text should hold; everything else stays as it is.

    Control characters except the line feed become spaces, halves of surrogate pairs become
    U+FFFD, white space at both ends goes.

    >>> clean("\ufeff Ban\tcars.\r\nNow.\x00 ")
    '\ufeff Ban cars. \nNow.'
    """
    if not raw.isprintable():  # no control character and no surrogate is printable
        raw = _SURROGATE.sub("\ufffd", _CONTROL.sub(" ", raw))
    return raw.strip()


def text(raw: object, name: str) -> str:
    """Returns a cleaned premise or claim.

    Raises:
        RecordError: It is missing, no text, empty or longer than ``MAX_TEXT`` characters.
    """
    if raw is None:
        raise RecordError(f"it has no {name}", todo=_MEND)
    if not isinstance(raw, str):
        raise RecordError(f"its {name} is {_kind(raw)}, not text", todo=_MEND)
    cleaned = clean(raw)
    if not cleaned:
        raise RecordError(f"its {name} is empty", todo=_MEND)
    if len(cleaned) > MAX_TEXT:
        raise RecordError(
            f"its {name} has {len(cleaned):,} characters, the limit is {MAX_TEXT:,}",
            todo="split it, or leave bad records out with --on-error skip",
        )
    return cleaned


def line(raw: object, name: str, most: int = MAX_FIELD) -> str:
    r"""Returns a cleaned id, source, url, discussion or language: one line, empty where there is none.

    Whole numbers are taken for their digits, as ids often are numbers.

    >>> line(" args.me\n", "source"), line(None, "url"), line(17, "id")
    ('args.me', '', '17')

    Raises:
        RecordError: It is neither text nor a whole number, or has more than ``most`` characters.
    """
    if raw is None:
        return ""
    if type(raw) is int:
        raw = str(raw)
    if not isinstance(raw, str):
        raise RecordError(f"its {name} is {_kind(raw)}, not text", todo=_MEND)
    cleaned = clean(raw)
    if "\n" in cleaned:
        cleaned = cleaned.replace("\n", " ")
    if len(cleaned) > most:
        raise RecordError(
            f"its {name} has {len(cleaned):,} characters, the limit is {most:,}",
            todo="shorten it, or leave bad records out with --on-error skip",
        )
    return cleaned


def _kind(value: object) -> str:
    kinds = {bool: "true or false", dict: "an object", list: "a list", int: "a number", float: "a number"}
    return kinds.get(type(value), type(value).__name__)
