"""``debatable export``: the arguments of an index, to be indexed elsewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json
from debatable.cli.printing.terminal import (
    STANDARD_OUTPUT,
    check_destination,
    destination,
    note,
    print_json,
    progress,
)
from debatable.cli.verbs.indexes import IndexFolder
from debatable.plural import counted


def export(
    folder: IndexFolder,
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE", help="File to write, .jsonl or .jsonl.gz; - prints it.", show_default=False
        ),
    ],
    json: Json = False,
) -> None:
    """Write the arguments of an index as JSON lines.

    debatable index FILE makes the same corpus of them again.
    """
    from debatable.api import open
    from debatable.engines import check_lines_file, write_arguments
    from debatable.progress import step

    if file != STANDARD_OUTPUT:
        check_lines_file(file)
    check_destination(file, json=json)
    with progress() as show, open(folder) as engine, destination(file) as path:
        written = write_arguments(
            engine, path, on_omission=lambda lost: note(f"left out: {lost}"), progress=step(show, "writing")
        )
    if json:
        print_json({"index": folder, "file": str(file), "written": written})
    elif file != STANDARD_OUTPUT:
        note(f"{file}: {counted(written, 'argument')} written")
