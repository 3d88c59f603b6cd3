"""The arguments of an index as JSON lines, which an index is made from again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import orjson

from debatable.corpus.readers import record_of
from debatable.corpus.readers.table import SUFFIXES, bare_name
from debatable.engines.engine import Engine
from debatable.errors import InputError
from debatable.files import written_text
from debatable.model import Argument
from debatable.plural import counted
from debatable.progress import Step

AT_ONCE = 500
"""Premises that are read from the index at once."""


def arguments_of(engine: Engine) -> Iterator[Argument]:
    """Yields the arguments of an index in the order of their premises."""
    rows = engine.backend.rows("premises")
    for start in range(0, len(rows), AT_ONCE):
        for arguments in engine.backend.arguments(rows[start : start + AT_ONCE]):
            yield from arguments


def check_lines_file(path: Path) -> None:
    """Checks that a file would be read back as the JSON lines that are written to it.

    Raises:
        InputError: Its name says that it is of another format, or packed in a way that is not written.
    """
    plain, ending = path.name.removesuffix(".gz"), bare_name(path)[1]
    if SUFFIXES.get(ending) != "jsonl" or not plain.lower().endswith(ending):
        raise InputError(
            "arguments are written as JSON lines", where=str(path), todo="name a .jsonl or .jsonl.gz file"
        )


def write_arguments(
    engine: Engine,
    path: Path,
    *,
    on_omission: Callable[[str], None] | None = None,
    progress: Step | None = None,
) -> int:
    """Writes the arguments of an index to a file, one a line, whole or not at all; returns how many.

    Args:
        engine: The index.
        path: The file; packed where its name ends in ``.gz``.
        on_omission: Called with what a line has no place for: the language of a claim that is not that of its premise.
        progress: Called with the number of arguments written, and of all.
    """
    total = engine.info()["arguments"]
    done = foreign = 0
    with written_text(path) as lines:
        for done, argument in enumerate(arguments_of(engine), 1):
            lines.write(orjson.dumps(record_of(argument)).decode() + "\n")
            foreign += argument.claim is not None and argument.claim.language != argument.premise.language
            if progress is not None and done % AT_ONCE == 0:
                progress(done, total)
    if progress is not None:
        progress(done, total)
    if foreign and on_omission is not None:
        on_omission(f"the language of {counted(foreign, 'claim')} that is not the language of the premise")
    return done
