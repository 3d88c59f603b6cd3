"""From bytes and fields of a record to an argument, the same way for every format."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NoReturn

import orjson

from debatable.errors import RecordError
from debatable.model import Argument, Claim, Premise, Stance, claim_id

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

MAX_TEXT: Final = 2**20
"""Characters of a premise or a claim: a text of a megabyte passes, a longer one is refused."""

MAX_ID: Final = 500
"""Characters of an id."""

CONVERT: Final = "save it as UTF-8, or convert the file, for example with: iconv -f WINDOWS-1252 -t UTF-8"
"""What to do about bytes that are not UTF-8: most often a sheet was saved as CSV of another kind."""

MAX_FIELD: Final = 10_000
"""Characters of a source, a url or a discussion."""

MAX_LANGUAGE: Final = 35
"""Characters of a language tag, as RFC 5646 asks of implementations."""

_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")

_SURROGATE = re.compile("[\ud800-\udfff]")

_INVISIBLE = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
)
"""White space and characters that are not shown."""

LANGUAGE: Final = re.compile("[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
"""The form of a language tag."""

_MEND: Final = "correct it, or leave bad records out with --on-error skip"

MAX_VALUES: Final = 1_000_000
"""Values of a line of JSONL, an args.me argument or an AIF graph: each takes many times its bytes in memory."""


@dataclass(frozen=True, slots=True)
class Omission:
    """What a reader left out of a file because arguments have no place for it, or because the file says so.

    Attributes:
        what: What was left out, as a sentence without a full stop.
        where: The file.

    >>> str(Omission("votes are left out", "comments.csv"))
    'comments.csv: votes are left out'
    """

    what: str
    where: str

    def __str__(self) -> str:
        """File and sentence."""
        return f"{self.where}: {self.what}"


def argument(record: Mapping[str, Any], *, unnamed: str, language: str, where: str = "") -> Argument:
    """Returns the argument of a record; keys that are not in ``FIELDS`` are ignored.

    Args:
        record: Its fields.
        unnamed: The id where the record has none.
        language: The language where the record names none.
        where: File and line of the record.

    >>> argument({"premise": "They are loud."}, unnamed="cars:2", language="en").premise
    Premise(id='cars:2', text='They are loud.', language='en')

    Raises:
        RecordError: A field is missing, empty, too long or of the wrong kind.
    """
    get = record.get
    name = line(get("id"), "id", MAX_ID) or unnamed
    language = language_tag(get("language"), "language") or language
    conclusion = claim(get("claim"), language)
    position = stance(get("stance"))
    return Argument(
        name,
        Premise(name, text(get("premise"), "premise"), language),
        conclusion,
        Stance.NONE if conclusion is None else position,
        line(get("source"), "source"),
        line(get("url"), "url"),
        line(get("discussion"), "discussion"),
        where=where,
    )


def record_of(argument: Argument) -> dict[str, str | None]:
    """Returns an argument as the record that is read as the same one.

    >>> loud = argument({"premise": "They are loud."}, unnamed="cars:2", language="en")
    >>> argument(record_of(loud), unnamed="", language="de") == loud
    True
    """
    return {
        "id": argument.id,
        "claim": argument.claim.text if argument.claim else None,
        "premise": argument.premise.text,
        "stance": argument.stance.value,
        "source": argument.source,
        "url": argument.url,
        "discussion": argument.discussion,
        "language": argument.premise.language,
    }


def claim(raw: object, language: str) -> Claim | None:
    """Returns the claim of a text, None where the text is missing or empty."""
    if isinstance(raw, str) and len(raw) <= _SHORT:
        return _remembered_claim(raw, language)
    return None if raw is None else _claim(raw, language)


def _claim(raw: object, language: str) -> Claim | None:
    if isinstance(raw, str) and is_blank(raw):
        return None
    cleaned = text(raw, "claim")
    return Claim(claim_id(cleaned, language), cleaned, language)


_remembered_claim = lru_cache(maxsize=1_000)(_claim)  # the arguments of one debate follow each other


def stance(raw: object) -> Stance:
    """Returns the stance of a record, in any of the usual spellings; raises a RecordError for others.

    >>> stance("PRO"), stance("-1"), stance(None)
    (<Stance.PRO: 'pro'>, <Stance.CON: 'con'>, <Stance.NONE: 'none'>)
    """
    if raw is None:
        return Stance.NONE
    written = str(raw) if isinstance(raw, str | int | float) else type(raw).__name__  # a deep list has no str
    parsed = _STANCES.get(written.strip().lower())
    if parsed is None:
        raise RecordError(
            f"its stance is {written[:40]!r}",
            todo="write pro, con or nothing, or leave bad records out with --on-error skip",
        )
    return parsed


def language_tag(raw: object, name: str) -> str:
    """Returns a language tag, "" where there is none; raises a RecordError where it has not the form of one.

    >>> language_tag("en-GB", "language"), language_tag(None, "language")
    ('en-GB', '')
    """
    tag = line(raw, name, MAX_LANGUAGE)
    if tag and not LANGUAGE.fullmatch(tag):
        raise RecordError(
            f"its {name} is {tag!r}",
            todo="write a BCP 47 tag such as en, or leave bad records out with --on-error skip",
        )
    return tag


def located(error: RecordError, where: str) -> RecordError:
    """Returns the error with its location."""
    return RecordError(error.what, where=where, todo=error.todo)


def clean(raw: str) -> str:
    r"""Returns a text without control characters, half surrogates and outer white space.

    Control characters except the line feed become spaces, halves of surrogate pairs become U+FFFD.

    >>> clean("\ufeff Ban\tcars.\r\nNow.\x00 ")
    '\ufeff Ban cars. \nNow.'
    """
    if not raw.isprintable():  # no control character and no surrogate is printable
        raw = _SURROGATE.sub("\ufffd", _CONTROL.sub(" ", raw))
    return raw.strip()


def is_blank(raw: str) -> bool:
    r"""Returns whether no character of a text is shown.

    >>> is_blank(" \u200b"), is_blank("Ban\u200b cars")
    (True, False)
    """
    return _INVISIBLE.fullmatch(clean(raw)) is not None


def text(raw: object, name: str) -> str:
    """Returns a cleaned premise or claim; raises a RecordError where it is missing, no text, empty or too long."""
    if raw is None:
        raise RecordError(f"it has no {name}", todo=_MEND)
    if not isinstance(raw, str):
        raise RecordError(f"its {name} is {_kind(raw)}, not text", todo=_MEND)
    cleaned = clean(raw)
    if is_blank(cleaned):
        raise RecordError(f"its {name} is empty", todo=_MEND)
    if len(cleaned) > MAX_TEXT:
        raise RecordError(
            f"its {name} has {len(cleaned):,} characters, the limit is {MAX_TEXT:,}",
            todo="split it, or leave bad records out with --on-error skip",
        )
    return cleaned


def line(raw: object, name: str, most: int = MAX_FIELD) -> str:
    r"""Returns a cleaned id, source, url, discussion or language: one line, empty where there is none.

    Whole numbers are taken for their digits; anything else, and more than ``most`` characters, is a RecordError.

    >>> line(" args.me\n", "source"), line(None, "url"), line(17, "id")
    ('args.me', '', '17')
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


def parse(raw: bytes) -> Any:
    r"""Returns a JSON value; raises a RecordError where it is none, too large, too deep or not UTF-8.

    Halves of surrogate pairs, which JSON can write and UTF-8 cannot, are kept.

    >>> parse(b'{"a": "\\ud800"}')
    {'a': '\ud800'}
    """
    if len(raw) > MAX_VALUES and sum(map(raw.count, b",[{")) > MAX_VALUES:
        raise RecordError(f"it has more than {MAX_VALUES:,} commas and brackets", todo="split it")
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        return _parse_slowly(raw, error)


def parse_object(raw: bytes) -> dict[str, Any]:
    """Returns a JSON value that must be an object; raises a RecordError for anything else."""
    value = parse(raw)
    if not isinstance(value, dict):
        raise RecordError("it is no JSON object", todo='write each record as {"premise": "…", …}')
    return value


def decoded(raw: bytes) -> str:
    """Returns bytes as text; raises a RecordError where they are not UTF-8."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise RecordError(
            f"byte {wrong.start + 1} of it is not UTF-8 (0x{raw[wrong.start]:02x})",
            todo=CONVERT,
        ) from None


def _parse_slowly(raw: bytes, error: orjson.JSONDecodeError) -> Any:
    written = decoded(raw)
    try:
        if "\\ud" in written or "\\uD" in written:
            return json.loads(written, parse_constant=_refuse)
    except (ValueError, RecursionError):
        pass  # the first parser's words serve for both
    raise RecordError(
        f"it is no valid JSON ({error})", todo="correct it, or leave it out with --on-error skip"
    )


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
