"""``debatable mcp``: the search as tools for assistants."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import OptionalIndex

__all__ = ["command"]


def command(
    index: OptionalIndex = None,
    cases: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Folder of argument graphs to find.")
    ] = None,
) -> None:
    """Serve the search to an assistant (Model Context Protocol).

    It is spoken over standard input and output.
    """
    from debatable.cli.printing.progress_bar import progress
    from debatable.engines import demo_index
    from debatable.service.assistants import assistant_server
    from debatable.service.current_engine import CurrentEngine
    from debatable.service.graph_cases import GraphCases

    with progress() as show:
        folder = index or demo_index(show)
    assistant_server(CurrentEngine(folder), GraphCases(cases)).run("stdio")
