"""One JSON value from bytes: fast, strict about the encoding, forgiving about half surrogates."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

import orjson

from debatable.errors import RecordError

__all__ = ["MAX_VALUES", "parse", "parse_object"]

MAX_VALUES: Final = 1_000_000
"""Values of a line of JSONL, an args.me argument or an AIF graph: each takes many times its bytes in memory."""


def parse(raw: bytes) -> Any:
    r"""Returns the value; halves of surrogate pairs, which JSON can write and UTF-8 cannot, are kept.

    >>> parse(b'{"a": "\\ud800"}')
    {'a': '\ud800'}

    Raises:
        RecordError: It is no JSON, has too many values, is nested too deeply or is not encoded in UTF-8.
    """
    if len(raw) > MAX_VALUES and sum(map(raw.count, b",[{")) > MAX_VALUES:
        raise RecordError(f"it has more than {MAX_VALUES:,} commas and brackets", todo="split it")
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        return _parse_slowly(raw, error)


def parse_object(raw: bytes) -> dict[str, Any]:
    """Returns the value, which must be an object.

    Raises:
        RecordError: It is something else or cannot be parsed.
    """
    value = parse(raw)
    if not isinstance(value, dict):
        raise RecordError("it is no JSON object", todo='write each record as {"premise": "…", …}')
    return value


def _parse_slowly(raw: bytes, error: orjson.JSONDecodeError) -> Any:
    try:
        decoded = raw.decode("utf-8")
    except UnicodeDecodeError as wrong:
        raise RecordError(
            f"byte {wrong.start + 1} of it is not UTF-8 (0x{raw[wrong.start]:02x})",
            todo="convert the file to UTF-8, for example with: iconv -f LATIN1 -t UTF-8",
        ) from None
    try:
        if "\\ud" in decoded or "\\uD" in decoded:
            return json.loads(decoded, parse_constant=_refuse)
    except (ValueError, RecursionError):
        pass  # the first parser's words serve for both
    raise RecordError(
        f"it is no valid JSON ({error})", todo="correct it, or leave it out with --on-error skip"
    )


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
