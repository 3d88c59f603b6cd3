"""``debatable remove``: take arguments out of an index."""

from __future__ import annotations

from typing import Annotated

import typer

from debatable.cli.options import Json

__all__ = ["command"]


def command(
    ids: Annotated[list[str], typer.Argument(metavar="ID", help="Ids of arguments.", show_default=False)],
    from_: Annotated[str, typer.Option("--from", metavar="DIR", help="Index to remove from.")],
    json: Json = False,
) -> None:
    """Remove arguments from an index by id."""
    from debatable import api
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.plural import counted

    with progress() as show:
        removed = api.remove(ids, from_=from_, progress=show)
    if json:
        print_json({"index": str(from_), "removed": removed})
        return
    note(f"{from_}: {counted(removed, 'argument')} removed")
