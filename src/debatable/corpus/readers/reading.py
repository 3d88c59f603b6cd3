"""The one call that reads corpus files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Literal

from debatable.corpus.readers.cleaning import MAX_LANGUAGE
from debatable.corpus.readers.detection import SUFFIXES, bare_name, detect
from debatable.corpus.readers.records import FIELDS
from debatable.corpus.readers.source import UNREADABLE, opened
from debatable.corpus.readers.table import Reader, reader
from debatable.errors import InputError, RecordError, UnknownNameError
from debatable.model import Argument

__all__ = ["OnError", "corpus_files", "read"]

OnError = Literal["stop", "skip"]


def read(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    *,
    format: str | Reader = "auto",
    on_error: OnError = "stop",
    columns: Mapping[str, str] | None = None,
    language: str = "en",
    on_skip: Callable[[RecordError], None] | None = None,
) -> Iterator[Argument]:
    """Streams the arguments of files and folders; only one record is in memory at a time.

    Args:
        paths: Files, or folders, whose corpus files are read in the order of their names.
        format: A name of ``READERS`` or a reader, or ``auto`` to tell it from name and content of each file.
        on_error: ``stop`` raises at the first bad record, ``skip`` goes on with the next one.
        columns: For tables, the column of a field that has another name than the field.
        language: Tag of texts whose record names no language.
        on_skip: Told of each record that is skipped; where a file breaks off, told once.

    Raises:
        InputError: At once for a missing file or a wrong option; while reading for a missing column.
        RecordError: While reading, for a bad record, under ``stop``.
    """
    if format != "auto":
        reader(format)
    if on_error not in ("stop", "skip"):
        raise UnknownNameError("way with errors", on_error, ["stop", "skip"])
    for name in columns or {}:
        if name not in FIELDS:
            raise UnknownNameError("field", name, FIELDS)
    if not language or len(language) > MAX_LANGUAGE:
        raise InputError(f"the language {language[:40]!r} is no tag", todo="give one like en, de or pt-BR")
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    files = [file for path in given for file in _files(Path(path))]

    def make(name: str | Reader) -> Reader:
        return reader(name, language=language, columns=columns)

    return _arguments(files, format, make, on_error, on_skip)


def _arguments(
    files: list[tuple[Path, str]],
    format: str | Reader,
    make: Callable[[str | Reader], Reader],
    on_error: OnError,
    on_skip: Callable[[RecordError], None] | None,
) -> Iterator[Argument]:
    for path, name in files:
        for item in _items(path, name, format, make):
            if isinstance(item, Argument):
                yield item
            elif on_error == "stop":
                raise item
            elif on_skip is not None:
                on_skip(item)


def _items(
    path: Path, name: str, format: str | Reader, make: Callable[[str | Reader], Reader]
) -> Iterator[Argument | RecordError]:
    """Yields arguments and errors of one file; what makes the rest unreadable is its last item."""
    try:
        with opened(path, name) as source:
            yield from make(detect(source) if format == "auto" else format)(source)
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
    """Returns the corpus files at a path: itself, or those of a folder in the order of their names.

    Raises:
        InputError: There is nothing, or no corpus file.
    """
    return [file for file, _ in _files(path)]


def _files(path: Path) -> list[tuple[Path, str]]:
    """Returns the corpus files at a path, each with the name that its ids begin with."""
    if not path.exists():
        raise InputError("there is no such file or folder", where=str(path), todo="check the path")
    if not path.is_dir():
        return [(path, bare_name(path)[0])]
    found = []
    for folder, folders, names in os.walk(path):
        folders[:] = sorted(each for each in folders if not each.startswith("."))
        inside = Path(folder)
        for each in sorted(names):
            stem, suffix = bare_name(Path(each))
            if suffix and not each.startswith("."):
                found.append((inside / each, (inside / stem).relative_to(path).as_posix()))
    if not found:
        endings = " ".join(SUFFIXES)
        raise InputError(
            "the folder holds no corpus file",
            where=str(path),
            todo=f"name files with one of {endings}, perhaps .gz or .zst",
        )
    return found
