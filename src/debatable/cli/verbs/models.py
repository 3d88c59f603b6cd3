"""``debatable models``: every model that is there, with what its card says."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json

__all__ = ["command"]


def command(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FOLDER", help="Models of one's own, listed as well.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """List the models with size, licence and figures.

    They are encoders, readers of pairs, and models of stance and quality.
    """
    from debatable.cli.printing.standard_output import print_json, print_text
    from debatable.cli.printing.terminal import printable
    from debatable.embedding import arithmetic
    from debatable.learning.inventory import bundled_models, figures_line, folder_model

    listed = [*bundled_models(), *(folder_model(folder) for folder in folders or ())]
    if json:
        here = arithmetic().as_dict()
        print_json(
            [{**entry.as_dict(), "arithmetic": here if entry.weights == "int8" else None} for entry in listed]
        )
        return
    for entry in listed:
        kind = f"{entry.kind} ({', '.join(entry.heads)})" if entry.heads else entry.kind
        size = f"{entry.bytes / 1e6:,.2f} MB" if entry.bytes else "word lists"
        told = [kind, size, entry.licence, figures_line({"figures": entry.figures})]
        print_text(printable(f"{entry.name}: {'; '.join(filter(None, told))}") + "\n")
