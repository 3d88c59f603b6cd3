"""``debatable run``: the answers of a method to all queries of a collection, as a TREC run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json
from debatable.cli.verbs.evaluation.options import CollectionIndex, CollectionSource, SplitOfAll

__all__ = ["command"]


def command(
    collection: CollectionSource,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The run; .gz packs it, - prints it.")
    ],
    method: Annotated[str, typer.Option("--method", "-m", help="Method to run.")] = "best",
    tag: Annotated[str, typer.Option(help="Last field of each line; the method without it.")] = "",
    k: Annotated[int, typer.Option("-k", help="How many premises a query.")] = 100,
    split: SplitOfAll = "all",
    index: CollectionIndex = None,
    json: Json = False,
) -> None:
    """Write the answers to all queries of a collection as a TREC run."""
    from debatable.cli.printing.destination import STANDARD_OUTPUT, destination
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.cli.verbs.evaluation.engine import engine_of
    from debatable.errors import InputError
    from debatable.evaluation import collection as load
    from debatable.evaluation import run, write_run
    from debatable.evaluation.runs import asked_methods

    if json and out == STANDARD_OUTPUT:
        raise InputError("two things go to standard output", todo="name a file for one of them")
    asked_methods([method])
    found = load(collection).reported(split)
    with progress() as show, engine_of(found, index, show) as engine:
        made = run(found, method, k=k, tag=tag, searcher=engine, progress=show)
    with destination(out) as path:
        write_run(made, path)
    if json:
        print_json(
            {
                "file": str(out),
                "premises": sum(map(len, made.rankings.values())),
                "queries": len(made.rankings),
            }
        )
        return
    note(f"{out}: {sum(map(len, made.rankings.values())):,} premises for {len(made.rankings):,} queries")
