"""Reading a corpus: files, folders and Python objects as one stream of arguments."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from debatable.corpus.readers.records import (
    FIELDS,
    LANGUAGE,
    MAX_ID,
    MAX_LANGUAGE,
    Omission,
    argument,
    language_tag,
    line,
    located,
    text,
)
from debatable.corpus.readers.rows import is_table, records, renamed
from debatable.corpus.readers.source import UNREADABLE, Source, opened
from debatable.corpus.readers.table import (
    SUFFIXES,
    Reader,
    bare_name,
    companions,
    detect,
    is_corpus_file,
    reader,
)
from debatable.errors import InputError, RecordError, check_name
from debatable.model import Argument, Claim, Premise, Stance

OnError = Literal["stop", "skip"]

AnyPath: TypeAlias = str | os.PathLike[str]

Item: TypeAlias = Argument | Mapping[str, Any] | AnyPath

Given: TypeAlias = AnyPath | Iterable[Item]
"""A corpus as Python has it: a path, or many arguments, records or paths."""

Text = TypeVar("Text", Claim, Premise)

GOOD = "give a path, or a list of arguments, of dicts or of paths"


def read(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    format: str | Reader = "auto",
    on_error: OnError = "stop",
    columns: Mapping[str, str] | None = None,
    language: str = "en",
    on_skip: Callable[[RecordError], None] | None = None,
    on_omission: Callable[[Omission], None] | None = None,
) -> Iterator[Argument]:
    """Streams the arguments of files and folders; only one record is in memory at a time.

    Args:
        paths: Files, or folders, whose corpus files are read in the order of their names.
        format: A name of ``READERS`` or a reader, or ``auto`` to detect it by name and content of each file.
        on_error: ``stop`` raises at the first bad record, ``skip`` goes on with the next one.
        columns: For tables, the column of a field that has another name than the field.
        language: Tag of texts whose record names no language.
        on_skip: Called with the error of each record that is skipped, and once where a file breaks off or a folder
            cannot be listed.
        on_omission: Called with what a reader left out of a file that arguments have no place for.

    Raises:
        InputError: At once for a missing file or a wrong option; while reading for a missing column, and for columns
            of a format that has none.
        RecordError: While reading, for a bad record, under ``stop``; at once for a folder that cannot be listed.
    """
    if format != "auto":
        reader(format)
    check_name("way with errors", on_error, ("stop", "skip"))
    for name in columns or {}:
        check_name("field", name, FIELDS)
    if len(language) > MAX_LANGUAGE or not LANGUAGE.fullmatch(language):
        raise InputError(f"the language {language[:40]!r} is no tag", todo="give one like en, de or pt-BR")
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)

    def unlisted(error: RecordError) -> None:
        if on_error == "stop":
            raise error
        if on_skip is not None:
            on_skip(error)

    files = [file for path in given for file in _files(Path(path), unlisted)]

    def reader_of(source: Source) -> Reader:
        name = detect(source, mapped=bool(columns)) if format == "auto" else format
        made = reader(name, language=language, columns=columns)
        if columns and not hasattr(made, "columns"):
            todo = "leave --column out, and rename the fields in the file"
            if len(files) > 1:
                todo = "give it apart from the tables, with debatable add and without --column"
            raise InputError(
                f"--column maps columns of tables, and the format {name} has none",
                where=str(source.path),
                todo=todo,
            )
        return made

    return _arguments(files, reader_of, on_error, on_skip, on_omission)


def _arguments(
    files: list[tuple[Path, str]],
    reader_of: Callable[[Source], Reader],
    on_error: OnError,
    on_skip: Callable[[RecordError], None] | None,
    on_omission: Callable[[Omission], None] | None,
) -> Iterator[Argument]:
    for path, name in files:
        for item in _items(path, name, reader_of):
            if isinstance(item, Argument):
                yield item
            elif isinstance(item, Omission):
                if on_omission is not None:
                    on_omission(item)
            elif on_error == "stop":
                raise item
            elif on_skip is not None:
                on_skip(item)


def _items(
    path: Path, name: str, reader_of: Callable[[Source], Reader]
) -> Iterator[Argument | RecordError | Omission]:
    """Yields arguments and errors of one file; the last item is the error that makes the rest unreadable."""
    try:
        with opened(path, name) as source:
            yield from reader_of(source)(source)
    except RecordError as error:
        yield error
    except UNREADABLE as error:
        yield RecordError(
            f"the file cannot be read to its end ({_reason(error)})",
            where=str(path),
            todo="copy or download it again; what came before the damage can be kept with --on-error skip",
        )


def _reason(error: Exception) -> str:
    if isinstance(error, EOFError):
        return "its compressed data is cut off"
    if isinstance(error, OSError) and error.strerror:
        return error.strerror.lower()
    return str(error)


def corpus_files(path: Path) -> list[Path]:
    """Returns the corpus files at a path: itself, or those of a folder by name.

    Raises:
        InputError: There are none, or a folder in it cannot be listed.
    """

    def unlisted(error: RecordError) -> None:
        raise error

    return [file for file, _ in _files(path, unlisted)]


def _files(path: Path, unlisted: Callable[[RecordError], None]) -> list[tuple[Path, str]]:
    """Returns the corpus files at a path, each with the name that its ids begin with.

    Args:
        path: A file or a folder.
        unlisted: Called with an error for each folder that cannot be listed.
    """
    if not path.exists():
        piped = str(path) == "-" and Path("/dev/stdin").exists()
        todo = "give /dev/stdin for standard input" if piped else "check the path"
        raise InputError("there is no such file or folder", where=str(path), todo=todo)
    if not path.is_dir():
        return [(path, bare_name(path)[0])]

    def failed(error: OSError) -> None:
        unlisted(
            RecordError(
                f"the folder cannot be listed ({_reason(error)})",
                where=str(error.filename or path),
                todo="check its rights; the other folders can be read with --on-error skip",
            )
        )

    files = []
    for folder, folders, names in os.walk(path, onerror=failed):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        inside = Path(folder)
        for each in sorted(set(names) - companions(names)):
            stem = bare_name(Path(each))[0]
            if not each.startswith(".") and is_corpus_file(inside / each):
                files.append((inside / each, (inside / stem).relative_to(path).as_posix()))
    if not files:
        endings = " ".join(SUFFIXES)
        raise InputError(
            "the folder holds no corpus file",
            where=str(path),
            todo=f"name files with one of {endings}, perhaps .gz or .zst",
        )
    return files


def arguments_of(
    given: Given,
    *,
    format: str = "auto",
    on_error: OnError = "stop",
    columns: Mapping[str, str] | None = None,
    language: str = "en",
    on_skip: Callable[[RecordError], None] | None = None,
    on_omission: Callable[[Omission], None] | None = None,
) -> Iterator[Argument]:
    """Streams arguments from whatever holds them; the options are those of `read`.

    Args:
        given: A path; or arguments, dicts with the fields of a JSON line, or paths, one after the other; or a data
            set of Hugging Face or a data frame.
        format: Of files.
        on_error: ``stop`` raises at the first bad record, ``skip`` goes on with the next one.
        columns: Of tables, and of dicts.
        language: Of records that name none.
        on_skip: Called with the error of each record that is skipped.
        on_omission: Called with what a reader left out of a file.

    >>> [one.premise.text for one in arguments_of([{"premise": "Cars are loud", "claim": "Ban cars"}])]
    ['Cars are loud']

    Raises:
        InputError: Nothing of the kind is given, or an item is none.
        RecordError: While reading, for a bad record, under ``stop``.
    """

    def files(paths: AnyPath | list[AnyPath]) -> Iterator[Argument]:
        return read(
            paths,
            format=format,
            on_error=on_error,
            columns=columns,
            language=language,
            on_skip=on_skip,
            on_omission=on_omission,
        )

    if isinstance(given, str | os.PathLike):
        return files(given)
    if is_table(given):
        files([])  # wrong options show at once
        given = records(given, columns or {})
        columns = None
    if isinstance(given, Mapping) and any(is_table(part) for part in given.values()):
        parts = ", ".join(repr(name) for name in list(given)[:10])
        raise InputError("the data set has several splits", todo=f"give one of them: {parts}")
    if isinstance(given, Argument | Mapping | bytes) or not isinstance(given, Iterable):
        raise InputError(f"the arguments are given as {type(given).__name__}", todo=GOOD)
    if isinstance(given, list | tuple) and given and all(isinstance(one, str | os.PathLike) for one in given):
        return files([one for one in given if isinstance(one, str | os.PathLike)])
    files([])  # wrong options show at once
    skip = None if on_error == "stop" else on_skip or (lambda error: None)
    return _stream(given, files, columns or {}, language, skip)


def _stream(
    given: Iterable[Item],
    files: Callable[[AnyPath], Iterator[Argument]],
    columns: Mapping[str, str],
    language: str,
    on_skip: Callable[[RecordError], None] | None,
) -> Iterator[Argument]:
    for number, item in enumerate(given, 1):
        if isinstance(item, str | os.PathLike):
            yield from files(item)
            continue
        try:
            mapped = renamed(item, columns) if columns and isinstance(item, Mapping) else item
            yield _argument(mapped, number, language)
        except RecordError as error:
            if on_skip is None:
                raise located(error, f"argument {number:,}") from None
            on_skip(located(error, f"argument {number:,}"))


def _argument(item: object, number: int, language: str) -> Argument:
    if isinstance(item, Argument):
        return _checked(item, item.where or f"argument {number:,}")
    if isinstance(item, Mapping):
        return argument(item, unnamed=f"argument:{number}", language=language, where=f"argument {number:,}")
    raise InputError(f"argument {number:,} is of type {type(item).__name__}", todo=GOOD)


def _checked(given: Argument, where: str) -> Argument:
    """Checks and cleans an argument as a record is."""
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
        where=where,
    )


def _cleaned(given: Text, name: str) -> Text:
    language = language_tag(given.language, f"{name}'s language") or "en"
    return replace(given, id=_id(given.id, f"{name}'s id"), text=text(given.text, name), language=language)


def _id(given: object, name: str) -> str:
    cleaned = line(given, name, MAX_ID)
    if not cleaned:
        raise RecordError(f"its {name} is empty", todo="give each argument an id")
    return cleaned
