"""Values of parameters: from what a name says to what a field takes, and back."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from enum import Enum
from pathlib import PurePath
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from debatable.errors import InputError, UnknownNameError
from debatable.naming.grammar import quoted, unquoted

__all__ = ["convert", "kinds", "show"]

NONE = "none"
_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def kinds(owner: type[Any], field: dataclasses.Field[Any], default: Any) -> tuple[Any, ...]:
    """Returns the types that a field takes, that of its default first."""
    try:
        hint = get_type_hints(owner)[field.name]
    except (NameError, TypeError, AttributeError):  # a type that is imported for the type checker only
        hint = str
    said = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    if default is dataclasses.MISSING or default is None or any(get_origin(kind) is Literal for kind in said):
        return said
    return (type(default), *said)


def convert(where: str, value: str, taken: tuple[Any, ...]) -> Any:
    """Converts what a name says to the first type that a field takes; ``none`` to None where it takes that.

    >>> convert("K", "7", (int,)), convert("on", "no", (bool,)), convert("seconds", "none", (float, type(None)))
    (7, False, None)
    >>> convert("length", "auto", (float, Literal["auto"]))
    'auto'

    Raises:
        InputError: It is of another type.
    """
    if value == NONE and type(None) in taken:
        return None
    spelt = {choice for kind in taken if get_origin(kind) is Literal for choice in get_args(kind)}
    if value in spelt:
        return value
    wanted = next((kind for kind in taken if kind is not type(None)), str)
    try:
        return _reader(wanted)(value)
    except (ValueError, KeyError, OverflowError) as error:
        if get_origin(wanted) is Literal:
            raise UnknownNameError(where, unquoted(value), map(str, get_args(wanted))) from error
        name = getattr(wanted, "__name__", str(wanted))
        raise InputError(f"{where} cannot be {value[:80]!r}", todo=f"give a value of type {name}") from error


def _reader(wanted: Any) -> Callable[[str], Any]:
    if wanted is bool:
        return lambda value: _BOOLEANS[value.lower()]
    if wanted in (int, float):
        return lambda value: wanted(value)
    if get_origin(wanted) is Literal:
        spelt = {str(choice): choice for choice in get_args(wanted)}
        return lambda value: spelt[unquoted(value)]
    if isinstance(wanted, type) and issubclass(wanted, Enum | PurePath):
        return lambda value: wanted(unquoted(value))
    return unquoted if wanted in (str, object, Any) else _refuse


def _refuse(value: str) -> Any:
    raise ValueError(value)


def show(value: Any, taken: tuple[Any, ...]) -> str:
    """Returns what a name says of a value, so that it is read as the same.

    >>> show(0.2, (float,)), show(None, (type(None), str)), show("none", (str,)), show("none", (str, type(None)))
    ('0.2', 'none', 'none', "'none'")
    """
    if value is None:
        return NONE
    if isinstance(value, Enum):
        return quoted(str(value.value))
    if value == NONE and type(None) in taken:
        return repr(value)
    return quoted(str(value)) if isinstance(value, str | PurePath) else str(value)
