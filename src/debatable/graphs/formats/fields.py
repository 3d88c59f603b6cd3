"""Reading the fields of a JSON document that may hold anything, with errors that say where."""

from __future__ import annotations

from typing import Any

from debatable.errors import InputError

__all__ = ["listed", "mapping", "text"]


def mapping(value: Any, what: str, where: str) -> dict[str, Any]:
    """Returns an object, or says that something else stands there."""
    if not isinstance(value, dict):
        raise InputError(f"{what} is {_named(value)}, not an object", where=where)
    return value


def listed(document: dict[str, Any], key: str, where: str, *, required: bool = False) -> list[dict[str, Any]]:
    """Returns a list of objects under a key; a missing one is empty unless it is required."""
    value = document.get(key)
    if value is None and not required:
        return []
    if not isinstance(value, list):
        raise InputError(f"{key!r} is {_named(value)}, not a list", where=where)
    return [mapping(entry, f"entry {number} of {key!r}", where) for number, entry in enumerate(value, 1)]


def text(value: Any) -> str:
    """Returns a field as text: numbers as they are written, nothing as the empty text.

    >>> text(17), text(None), text(" a "), text({"b": 1})
    ('17', '', ' a ', '')
    """
    if value is None or isinstance(value, bool | dict | list):
        return ""
    return value if isinstance(value, str) else str(value)


def _named(value: Any) -> str:
    return "missing" if value is None else f"of type {type(value).__name__}"
