"""Names with parameters, such as ``framework(K=20,cut=hybrid)``, that parse and print back."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, TypeVar

from debatable.errors import InputError, UnknownNameError

__all__ = ["build", "print_name", "split_arguments", "split_name"]

T = TypeVar("T")


def split_name(text: str) -> tuple[str, list[str]]:
    """Splits a name from its arguments.

    >>> split_name("framework(K=20,similarity=DFR(Ine,B,Z(0.3)))")
    ('framework', ['K=20', 'similarity=DFR(Ine,B,Z(0.3))'])
    >>> split_name("bm25f")
    ('bm25f', [])
    """
    text = text.strip()
    name, bracket, rest = text.partition("(")
    if not bracket:
        return name, []
    if not rest.endswith(")"):
        raise InputError(f"the name {text[:80]!r} has an open bracket", todo="close it with ')'")
    return name.strip(), split_arguments(rest[:-1])


def split_arguments(text: str) -> list[str]:
    """Splits at the commas that stand in no bracket.

    >>> split_arguments("G, B, Z(0.3,x)")
    ['G', 'B', 'Z(0.3,x)']
    """
    parts, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
    parts.append(text[start:].strip())
    if depth != 0:
        raise InputError(f"the brackets in {text[:80]!r} do not match", todo="close each of them once")
    return [part for part in parts if part]


def build(kind: str, text: str, table: Mapping[str, T]) -> T:
    """Looks a name up in a table of dataclass objects and sets the parameters it gives.

    Args:
        kind: What is looked up, for the error message.
        text: A name, with parameters or without.
        table: Objects with their defaults, by name.

    Raises:
        UnknownNameError: No such name or parameter; the message has the nearest ones.
        InputError: A value does not fit its parameter.
    """
    name, arguments = split_name(text)
    if name not in table:
        raise UnknownNameError(kind, name, table)
    prototype: Any = table[name]
    fields = {field.name: getattr(prototype, field.name) for field in dataclasses.fields(prototype)}
    changes: dict[str, Any] = {}
    for argument in arguments:
        key, equals, value = argument.partition("=")
        if not equals:
            raise InputError(
                f"{kind} {name!r}: {argument[:80]!r} has no value", todo="write it as name=value"
            )
        if key.strip() not in fields:
            raise UnknownNameError(f"parameter of {name}", key.strip(), fields)
        changes[key.strip()] = _converted(f"{name}.{key.strip()}", value.strip(), fields[key.strip()])
    built: T = dataclasses.replace(prototype, **changes)
    return built


def print_name(value: Any, table: Mapping[str, Any]) -> str:
    """Prints an object as the name that parses back to it, with the parameters that differ.

    Raises:
        KeyError: The object is of no kind in the table.
    """
    candidates = [(name, other) for name, other in table.items() if type(other) is type(value)]
    if not candidates:
        raise KeyError(f"{value!r} is in no table")
    name, prototype = min(candidates, key=lambda pair: len(_differences(value, pair[1])))
    differing = _differences(value, prototype)
    return name + (f"({','.join(f'{key}={val}' for key, val in differing.items())})" if differing else "")


def _differences(value: Any, prototype: Any) -> dict[str, Any]:
    return {
        field.name: getattr(value, field.name)
        for field in dataclasses.fields(value)
        if getattr(value, field.name) != getattr(prototype, field.name)
    }


def _converted(where: str, value: str, default: object) -> object:
    """Converts a value to the type that the default has."""
    try:
        if isinstance(default, bool):
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[
                value.lower()
            ]
        if isinstance(default, int):
            return int(value)
        if isinstance(default, float):
            return float(value)
    except (ValueError, KeyError) as error:
        kind = type(default).__name__
        raise InputError(f"{where} cannot be {value[:80]!r}", todo=f"give a value of type {kind}") from error
    return value
