"""``debatable pool``: collect what is worth judging from runs and methods."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json
from debatable.cli.verbs.evaluation.options import (
    CollectionIndex,
    CollectionSource,
    Methods,
    Runs,
    SplitOfAll,
)

__all__ = ["command"]


def command(
    collection: CollectionSource,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The pool, as JSON lines; - prints it.")
    ],
    run: Runs = None,
    method: Methods = None,
    depth: Annotated[int, typer.Option("--depth", "-d", help="How far down each list is taken.")] = 5,
    split: SplitOfAll = "all",
    index: CollectionIndex = None,
    json: Json = False,
) -> None:
    """Pool the best of runs and methods, each text once, without the query itself."""
    from debatable.cli.printing.destination import STANDARD_OUTPUT, destination
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.cli.verbs.evaluation.engine import engine_of
    from debatable.errors import InputError
    from debatable.evaluation import ask, read_run, run_of
    from debatable.evaluation import collection as load
    from debatable.evaluation.annotation import pool, write_pool
    from debatable.evaluation.runs import asked_methods

    if json and out == STANDARD_OUTPUT:
        raise InputError("two things go to standard output", todo="name a file for one of them")
    if not run and not method:
        raise InputError("there is nothing to pool", todo="give --run FILE or --method NAME")
    found = load(collection).reported(split)
    runs = [read_run(path) for path in run or ()]
    if method:
        with progress() as show, engine_of(found, index, show) as engine:
            for name in asked_methods(method):
                answers = ask(engine, found.queries, name, k=depth, progress=show)
                runs.append(run_of(answers, found.queries, name))
    items = pool(runs, found.queries, found.texts(), depth=depth)
    with destination(out) as path:
        write_pool(items, path)
    if json:
        print_json({"file": str(out), "items": len(items), "queries": len({item.query_id for item in items})})
        return
    note(f"{out}: {len(items):,} items for {len({item.query_id for item in items}):,} queries")
