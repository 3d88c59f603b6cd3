"""The grammar of names: ``word``, or ``word(argument,…)`` where an argument is ``value`` or ``key=value``.

A value is a word, a number, a name with brackets of its own, or a text in quotes, which may hold anything.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from enum import Enum
from pathlib import PurePath
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from debatable.errors import InputError, UnknownNameError
from debatable.literals import literal
from debatable.naming.numbers import NUMBERS

LONGEST = 2000
DEEPEST = 16


class Argument(NamedTuple):
    """A value, with its key where that is given."""

    key: str
    value: str


class Call(NamedTuple):
    """A name and its arguments."""

    name: str
    arguments: tuple[Argument, ...]


def call(text: str) -> Call:
    """Takes a name apart, one level deep.

    >>> call("framework(K=20,claims=hybrid(K=5,share=0.2))").arguments
    (Argument(key='K', value='20'), Argument(key='claims', value='hybrid(K=5,share=0.2)'))
    >>> call("DFR(G, B, Z(0.3))").arguments[2]
    Argument(key='', value='Z(0.3)')

    Raises:
        InputError: Brackets or quotes do not match, or a parameter is given twice.
    """
    name, parts = split_name(text)
    arguments = tuple(map(_argument, parts))
    keys = [argument.key for argument in arguments if argument.key]
    for key in keys:
        if keys.count(key) > 1:
            raise InputError(f"the name {text[:80]!r} gives {key!r} twice", todo="give it once")
    return Call(name, arguments)


def _argument(part: str) -> Argument:
    key, equals, value = part.partition("=")
    if not equals or "(" in key or part[0] in "'\"":
        return Argument("", part)
    return Argument(key.strip(), value.strip())


def split_name(text: str) -> tuple[str, list[str]]:
    """Splits a name from its arguments.

    >>> split_name("framework(K=20,similarity=DFR(Ine,B,Z(0.3)))")
    ('framework', ['K=20', 'similarity=DFR(Ine,B,Z(0.3))'])
    >>> split_name("bm25f")
    ('bm25f', [])
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise InputError(f"a name of {len(text)} letters", todo=f"keep to {LONGEST}")
    name, bracket, rest = text.partition("(")
    if not bracket:
        return name, []
    if not rest.endswith(")"):
        raise InputError(f"the name {text[:80]!r} has an open bracket", todo="close it with ')'")
    return name.strip(), split_arguments(rest[:-1])


def split_arguments(text: str, separator: str = ",") -> list[str]:
    """Splits at the commas, or other separators, that stand in no bracket and in no quotes.

    >>> split_arguments("G, B, Z(0.3,x), 'a,b'")
    ['G', 'B', 'Z(0.3,x)', "'a,b'"]
    >>> split_arguments("BM25 + Multi(Classic+Boolean)", "+")
    ['BM25', 'Multi(Classic+Boolean)']
    """
    parts, depth, start, place = [], 0, 0, 0
    opening = True  # whether a value begins here: a quote then opens a text and is no apostrophe
    while place < len(text):
        character = text[place]
        if opening and character in "'\"":
            place = _closing(text, place)
        depth += (character == "(") - (character == ")")
        if depth < 0 or depth > DEEPEST:
            break
        if character == separator and depth == 0:
            parts.append(text[start:place].strip())
            start = place + 1
        opening = character in f"(,={separator}" or (opening and character.isspace())
        place += 1
    if depth > DEEPEST:
        raise InputError(f"the brackets in {text[:80]!r} are too deep", todo=f"nest up to {DEEPEST}")
    if depth != 0:
        raise InputError(f"the brackets in {text[:80]!r} do not match", todo="close each of them once")
    parts.append(text[start:].strip())
    return [part for part in parts if part]


def _closing(text: str, place: int) -> int:
    """Returns where the quotes that open at a place close."""
    quote, start = text[place], place
    place += 1
    while place < len(text) and text[place] != quote:
        place += 2 if text[place] == "\\" else 1
    if place >= len(text):
        raise InputError(f"the quotes in {text[start:][:80]!r} do not match", todo=f"close them with {quote}")
    return place


def unquoted(value: str) -> str:
    """Returns the text that a value spells.

    >>> unquoted("lucene"), unquoted("'a, b'")
    ('lucene', 'a, b')
    """
    if value[:1] not in ("'", '"'):
        return value
    try:
        return str(literal(value))
    except (SyntaxError, ValueError):
        raise InputError(f"not a text in quotes: {value[:80]!r}", todo="close the quotes") from None


def quoted(text: str) -> str:
    """Returns the value that spells a text, in quotes only where it must be.

    >>> quoted("DFR(G,B,H2)"), quoted("a, b"), quoted("")
    ('DFR(G,B,H2)', "'a, b'", '')
    """
    try:
        plain = split_arguments(f"key={text}") == [f"key={text}"] and text[:1] not in ("'", '"', " ")
    except InputError:
        plain = False
    return text if plain and text == text.strip() else repr(text)


NONE = "none"
_BOOLEANS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def kinds(owner: type[Any], field: dataclasses.Field[Any], default: Any) -> tuple[Any, ...]:
    """Returns the types that a field takes, that of its default first."""
    try:
        hint = get_type_hints(owner)[field.name]
    except (NameError, TypeError, AttributeError):  # a type that is imported for the type checker only
        hint = str
    hints = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    if (
        default is dataclasses.MISSING
        or default is None
        or any(get_origin(kind) is Literal for kind in hints)
    ):
        return hints
    return (type(default), *hints)


def convert(where: str, value: str, taken: tuple[Any, ...]) -> Any:
    """Converts text to the first type that a field takes; ``none`` to None where it takes that.

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
        todo = NUMBERS.get(wanted, f"give a value of type {name}")
        raise InputError(f"{where} cannot be {value[:80]!r}", todo=todo) from error


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
    """Returns the text of a value in a name, which is parsed back to the same.

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
