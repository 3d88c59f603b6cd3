"""``debatable remove``: take arguments out of an index."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["command"]


def command(
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids of arguments.", show_default=False)],
    from_: Annotated[Path, typer.Option("--from", metavar="DIR", help="Index to remove from.")],
) -> None:
    """Remove arguments from an index by id."""
    from debatable.cli.terminal import note, progress
    from debatable.engines import remove_arguments

    with progress() as show:
        removed = remove_arguments(ids, from_, progress=show)
    note(f"{from_}: {removed:,} arguments removed")
