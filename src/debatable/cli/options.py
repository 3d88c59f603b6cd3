"""Options that verbs of several groups share, spelled once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["Json", "OptionalIndex"]

OptionalIndex = Annotated[
    Path | None,
    typer.Option("--index", "-i", metavar="DIR", help="Index to use; without it the bundled corpus."),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
