"""Lines of files with their places, packed with gzip or not, and the fields of JSON lines."""

from __future__ import annotations

import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import orjson

from debatable.errors import InputError

LONGEST = 32 * 2**20
"""Characters a line may have."""


def lines(path: Path) -> Iterator[tuple[str, str]]:
    """Yields every line that is not blank with its place, such as ``run.txt:3``."""
    try:
        with path.open("rb") as raw, io.TextIOWrapper(unpacked(raw), "utf-8-sig", newline="\n") as text:
            number = 0
            while line := text.readline(LONGEST):
                number += 1
                if len(line) >= LONGEST:
                    raise InputError("a line is too long", where=f"{path}:{number}", todo="split it")
                if line.strip():
                    yield f"{path}:{number}", line.rstrip("\r\n")
    except UnicodeDecodeError as error:
        raise InputError("the file is not UTF-8", where=str(path), todo="convert it to UTF-8") from error
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {reason}", where=str(path), todo="check the file") from error


def unpacked(raw: io.BufferedReader) -> gzip.GzipFile | io.BufferedReader:
    """Returns the bytes of a file, unpacked where the first ones say that it is gzip, whatever it is called."""
    return gzip.GzipFile(fileobj=raw) if raw.peek(2)[:2] == b"\x1f\x8b" else raw


def json_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the JSON object of every line with its place."""
    for place, line in lines(path):
        try:
            record = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            raise InputError(f"not JSON: {error}", where=place, todo="write one object a line") from error
        if not isinstance(record, dict):
            raise InputError("not a JSON object", where=place, todo="write one object a line")
        yield place, record


def text_field(record: Mapping[str, Any], key: str, place: str) -> str:
    """Returns a field that must hold text, or a whole number, which ids may be."""
    value = record.get(key)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"{key} is missing or not text", where=place, todo=f"give {key}")
    return value


def number_field(record: Mapping[str, Any], key: str, place: str) -> float | None:
    """Returns a field that holds a number, or None where there is none."""
    value = record.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{key} {value!r} is no number", where=place)
    return float(value)
