"""Options of the verbs about indexes, spelled once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from debatable.errors import InputError

__all__ = [
    "Columns",
    "Corpora",
    "CorpusFormat",
    "IndexFolder",
    "Language",
    "OnDuplicateOption",
    "OnErrorOption",
    "column_names",
]

Corpora = Annotated[
    list[Path], typer.Argument(metavar="CORPUS", help="Files or folders to read.", show_default=False)
]
IndexFolder = Annotated[
    str,
    typer.Argument(
        metavar="DIR", help="Folder of the index, or qdrant://HOST:PORT/NAME.", show_default=False
    ),
]
CorpusFormat = Annotated[
    str, typer.Option("--format", "-f", help="auto, jsonl, csv, tsv, argsme or aif; .gz and .zst are opened.")
]
OnErrorOption = Annotated[
    Literal["stop", "skip"], typer.Option("--on-error", help="Stop at a bad record, or skip and list it.")
]
OnDuplicateOption = Annotated[
    Literal["error", "skip", "replace"],
    typer.Option("--on-duplicate", help="What to do with an id that is there already."),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column", metavar="FIELD=NAME", help="Column of a CSV file, such as premise=text; repeatable."
    ),
]
Language = Annotated[
    str, typer.Option("--language", help="Language of texts that name none, as a BCP 47 tag.")
]


def column_names(columns: Columns) -> dict[str, str] | None:
    """Returns the columns by field.

    >>> column_names(["premise=text"])
    {'premise': 'text'}

    Raises:
        InputError: One of them is no pair.
    """
    names = {}
    for column in columns or ():
        field, equals, name = column.partition("=")
        if not equals or not field or not name:
            raise InputError(f"--column {column!r} maps nothing", todo="write it as premise=NAME")
        names[field] = name
    return names or None
