"""``debatable annotate``: judge a pool at the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["command"]


def command(
    pool: Annotated[Path, typer.Argument(metavar="POOL", help="A pool, as JSON lines.", show_default=False)],
    into: Annotated[Path, typer.Option("--into", "-o", metavar="FILE", help="File to append answers to.")],
    annotator: Annotated[str, typer.Option("--annotator", "-a", help="Your name.")],
    task: Annotated[
        str, typer.Option("--task", "-t", help="similarity, relevance, binary-relevance or clustering.")
    ] = "relevance",
) -> None:
    """Judge the items of a pool that wait for you.

    Every answer is kept at once.
    """
    from debatable.cli.printing.destination import STANDARD_OUTPUT, check_destination
    from debatable.cli.printing.terminal import note, printable
    from debatable.errors import InputError
    from debatable.evaluation.annotation import annotate, read_pool
    from debatable.evaluation.annotation import task as parse_task
    from debatable.plural import counted

    asked = parse_task(task)
    if into == STANDARD_OUTPUT:
        raise InputError("answers are appended to a file, and - is none", todo="name one with --into")
    check_destination(into)
    items = read_pool(pool)
    given = annotate(
        items,
        into,
        asked,
        annotator,
        say=lambda line: typer.echo(printable(line, keep="\n")),
        hear=_heard,
    )
    note(f"{into}: {counted(given, 'answer')} added")


def _heard(question: str) -> str:
    """Asks on the terminal; the end of the input is a wish to quit."""
    try:
        return str(typer.prompt(question, prompt_suffix="> ", default="", show_default=False))
    except typer.Abort:
        return "q"
