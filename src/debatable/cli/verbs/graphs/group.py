"""The verbs under ``debatable graphs``."""

from __future__ import annotations

import typer

from debatable.cli.verb import Verb
from debatable.cli.verbs.graphs import convert, evaluate, search, show

__all__ = ["app"]

app = typer.Typer(
    help="Find, measure, convert and draw argument graphs.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
for verb in (search, evaluate, convert, show):
    app.command(verb.__name__.rsplit(".", 1)[-1], cls=Verb)(verb.command)
