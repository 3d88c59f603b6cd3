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
    from debatable import api
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.terminal import note

    with progress() as show:
        removed = api.remove(ids, from_=from_, progress=show)
    note(f"{from_}: {removed:,} arguments removed")
