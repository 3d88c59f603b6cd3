"""Arguments from Python: objects, records and paths, brought to the stream that files give."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, TypeAlias, TypeVar

from debatable.corpus.readers.cleaning import MAX_ID, MAX_LANGUAGE, line, text
from debatable.corpus.readers.reading import OnError, read
from debatable.corpus.readers.records import argument, located
from debatable.errors import InputError, RecordError
from debatable.model import Argument, Claim, Premise, Stance

__all__ = ["Given", "arguments_of"]

Path: TypeAlias = str | os.PathLike[str]
Item: TypeAlias = Argument | Mapping[str, Any] | Path
Given: TypeAlias = Path | Iterable[Item]
"""A corpus as Python has it: a path, or many arguments, records or paths."""

Text = TypeVar("Text", Claim, Premise)

GOOD = "give a path, or a list of arguments, of dicts or of paths"


def arguments_of(
    given: Given,
    *,
    format: str = "auto",
    on_error: OnError = "stop",
    columns: Mapping[str, str] | None = None,
    language: str = "en",
    on_skip: Callable[[RecordError], None] | None = None,
) -> Iterator[Argument]:
    """Streams arguments from whatever holds them; the options are those of `read`.

    Args:
        given: A path; or arguments, dicts with the fields of a JSON line, or paths, one after the other.
        format: Of files.
        on_error: ``stop`` raises at the first bad record, ``skip`` goes on with the next one.
        columns: Of tables.
        language: Of records that name none.
        on_skip: Told of each record that is skipped.

    >>> [found.premise.text for found in arguments_of([{"premise": "Cars are loud", "claim": "Ban cars"}])]
    ['Cars are loud']

    Raises:
        InputError: At once where nothing of the kind is given; while reading for an item that is none.
        RecordError: While reading, for a bad record, under ``stop``.
    """

    def files(paths: Path | list[Path]) -> Iterator[Argument]:
        return read(
            paths, format=format, on_error=on_error, columns=columns, language=language, on_skip=on_skip
        )

    if isinstance(given, str | os.PathLike):
        return files(given)
    if isinstance(given, Argument | Mapping | bytes) or not isinstance(given, Iterable):
        raise InputError(f"the arguments are given as {type(given).__name__}", todo=GOOD)
    if isinstance(given, list | tuple) and given and all(isinstance(one, str | os.PathLike) for one in given):
        return files([one for one in given if isinstance(one, str | os.PathLike)])
    files([])  # wrong options show at once
    return _stream(given, files, language, None if on_error == "stop" else on_skip or (lambda error: None))


def _stream(
    given: Iterable[Item],
    files: Callable[[Path], Iterator[Argument]],
    language: str,
    on_skip: Callable[[RecordError], None] | None,
) -> Iterator[Argument]:
    for number, item in enumerate(given, 1):
        if isinstance(item, str | os.PathLike):
            yield from files(item)
            continue
        try:
            yield _argument(item, number, language)
        except RecordError as error:
            if on_skip is None:
                raise located(error, f"argument {number:,}") from None
            on_skip(located(error, f"argument {number:,}"))


def _argument(item: object, number: int, language: str) -> Argument:
    if isinstance(item, Argument):
        return _checked(item)
    if isinstance(item, Mapping):
        return argument(item, unnamed=f"argument:{number}", language=language)
    raise InputError(f"argument {number:,} is of type {type(item).__name__}", todo=GOOD)


def _checked(given: Argument) -> Argument:
    """Holds an argument to what a record is held to; nobody checked it when it was made."""
    if not isinstance(given.premise, Premise):
        raise RecordError("its premise is no Premise", todo="make it with debatable.Premise")
    if given.claim is not None and not isinstance(given.claim, Claim):
        raise RecordError("its claim is no Claim", todo="make it with debatable.Claim, or give None")
    if not isinstance(given.stance, Stance):
        raise RecordError(f"its stance is {str(given.stance)[:40]!r}", todo="give one of debatable.Stance")
    return Argument(
        _id(given.id, "id"),
        _cleaned(given.premise, "premise"),
        given.claim and _cleaned(given.claim, "claim"),
        given.stance,
        line(given.source, "source"),
        line(given.url, "url"),
        line(given.discussion, "discussion"),
    )


def _cleaned(given: Text, name: str) -> Text:
    language = line(given.language, f"{name}'s language", MAX_LANGUAGE) or "en"
    return replace(given, id=_id(given.id, f"{name}'s id"), text=text(given.text, name), language=language)


def _id(given: object, name: str) -> str:
    cleaned = line(given, name, MAX_ID)
    if not cleaned:
        raise RecordError(f"its {name} is empty", todo="give each argument an id")
    return cleaned
