"""Options that several verbs share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TypeVar, cast

import typer

from debatable.cli.printing.terminal import STANDARD_OUTPUT, progress
from debatable.errors import InputError

if TYPE_CHECKING:
    from debatable.engines import Engine

OptionalIndex = Annotated[
    str | None,
    typer.Option(
        "--index",
        "-i",
        metavar="DIR",
        help="Index to use, a folder or qdrant://HOST:PORT/NAME; without it the bundled corpus.",
    ),
]


def opened(index: str | None, *, exact: bool = False) -> Engine:
    """Opens the index that a verb was given, or the bundled corpus."""
    from debatable import api

    with progress() as show:
        return api.open(index, exact=exact) if index else api.demo(progress=show)


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

Format = TypeVar("Format", bound=str)


def format_asked(
    format: Format | None, json: bool, file: Path | None, endings: Mapping[str, Sequence[Format]]
) -> Format | None:
    """Returns the format that was asked for: by name, else by the ending of the file; None where by neither.

    Args:
        format: The one that was named.
        json: Whether ``--json`` was given.
        file: What is written.
        endings: What files of an ending may hold, the usual format first.

    Raises:
        InputError: Two things that were asked for contradict each other.
    """
    if json and format not in (None, "json"):
        raise InputError(f"--json and --format {format}", todo="give one of them")
    named = cast("Format", "json") if json else format
    file = STANDARD_OUTPUT if file is None else file
    held = endings.get(file.suffix.lower(), ())  # none for what is printed, which has no ending
    if named is None:
        return held[0] if held else None
    if held and named not in held:
        ending = next((name for name, formats in endings.items() if named in formats), "")
        what = "--json" if json else f"--format {named}"
        raise InputError(
            f"{what} does not go into a {file.suffix} file",
            where=str(file),
            todo=f"{f'name a {ending} file' if ending else 'name another file'}, or leave out {what}",
        )
    return named


Corpora = Annotated[
    list[Path], typer.Argument(metavar="CORPUS", help="Files or folders to read.", show_default=False)
]
CorpusFormat = Annotated[
    str, typer.Option("--format", "-f", help="auto, or a name of docs/formats.md: csv, argsme, aif, polis …")
]
OnErrorOption = Annotated[
    Literal["stop", "skip"], typer.Option("--on-error", help="Stop at a bad record, or skip and list it.")
]


LARGEST_SEED = 2**32 - 1
"""The largest seed of numpy's older generators, which training uses."""

COLLECTION = "Folder with corpus, queries and judgments, or ir_datasets:ID"
"""Help of an argument that names a collection."""

CollectionSource = Annotated[
    str, typer.Argument(metavar="COLLECTION", help=f"{COLLECTION}.", show_default=False)
]
CollectionIndex = Annotated[
    Path | None,
    typer.Option("--index", "-i", metavar="DIR", help="Index of the corpus; made in the cache without it."),
]
Methods = Annotated[
    list[str] | None, typer.Option("--method", "-m", metavar="NAME", help="Method, by name; repeatable.")
]
Runs = Annotated[
    list[Path] | None,
    typer.Option("--run", metavar="FILE", help="TREC run; repeatable, and alone where no method is named."),
]
SplitOfAll = Annotated[str, typer.Option("--split", help="Part of the queries such as dev, or all.")]
