"""From the fields of a record to an argument, the same way for every format."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from debatable.corpus.readers.cleaning import MAX_ID, MAX_LANGUAGE, clean, line, text
from debatable.errors import RecordError
from debatable.model import Argument, Claim, Premise, Stance, claim_id

__all__ = ["FIELDS", "argument", "claim", "located", "stance"]

FIELDS: Final[tuple[str, ...]] = (
    "id",
    "claim",
    "premise",
    "stance",
    "source",
    "discussion",
    "url",
    "language",
)
"""The fields of a record; every format is brought to these names."""

_SHORT: Final = 500
_STANCES: Final = {
    **dict.fromkeys(("pro", "for", "support", "supports", "1", "+1", "1.0"), Stance.PRO),
    **dict.fromkeys(("con", "against", "attack", "attacks", "-1", "-1.0"), Stance.CON),
    **dict.fromkeys(("", "none", "null", "neutral", "0", "0.0"), Stance.NONE),
}


def argument(record: Mapping[str, Any], *, unnamed: str, language: str) -> Argument:
    """Returns the argument of a record; keys that are not in ``FIELDS`` are ignored.

    Args:
        record: Its fields.
        unnamed: The id to give where the record has none.
        language: The language where the record names none.

    >>> argument({"premise": "They are loud."}, unnamed="cars:2", language="en").premise
    Premise(id='cars:2', text='They are loud.', language='en')

    Raises:
        RecordError: A field is missing, empty, too long or of the wrong kind.
    """
    get = record.get
    name = line(get("id"), "id", MAX_ID) or unnamed
    language = line(get("language"), "language", MAX_LANGUAGE) or language
    conclusion = claim(get("claim"), language)
    return Argument(
        name,
        Premise(name, text(get("premise"), "premise"), language),
        conclusion,
        Stance.NONE if conclusion is None else stance(get("stance")),
        line(get("source"), "source"),
        line(get("url"), "url"),
        line(get("discussion"), "discussion"),
    )


def claim(raw: object, language: str) -> Claim | None:
    """Returns the claim of a text, None where the text is missing or empty."""
    if isinstance(raw, str) and len(raw) <= _SHORT:
        return _remembered_claim(raw, language)
    return None if raw is None else _claim(raw, language)


def _claim(raw: object, language: str) -> Claim | None:
    if isinstance(raw, str) and not clean(raw):
        return None
    cleaned = text(raw, "claim")
    return Claim(claim_id(cleaned, language), cleaned, language)


_remembered_claim = lru_cache(maxsize=1_000)(_claim)  # the arguments of one debate follow each other


def stance(raw: object) -> Stance:
    """Returns the stance a record speaks of, in any of the usual ways to write it.

    >>> stance("PRO"), stance("-1"), stance(None)
    (<Stance.PRO: 'pro'>, <Stance.CON: 'con'>, <Stance.NONE: 'none'>)

    Raises:
        RecordError: It is none of them.
    """
    if raw is None:
        return Stance.NONE
    written = str(raw) if isinstance(raw, str | int | float) else type(raw).__name__  # a deep list has no str
    found = _STANCES.get(written.strip().lower())
    if found is None:
        raise RecordError(
            f"its stance is {written[:40]!r}",
            todo="write pro, con or nothing, or leave bad records out with --on-error skip",
        )
    return found


def located(error: RecordError, where: str) -> RecordError:
    """Returns the error with the place it happened at."""
    return RecordError(error.what, where=where, todo=error.todo)
