"""Options that verbs of several groups share, spelled once."""

from __future__ import annotations

from typing import Annotated

import typer

__all__ = ["Json", "OptionalIndex"]

OptionalIndex = Annotated[
    str | None,
    typer.Option(
        "--index",
        "-i",
        metavar="DIR",
        help="Index to use, a folder or qdrant://HOST:PORT/NAME; without it the bundled corpus.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
