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
    method: Annotated[
        str, typer.Option("--method", "-m", help="Method to run; best without it.", show_default=False)
    ] = "",
    similarity: Annotated[
        str, typer.Option("--similarity", metavar="NAME", help="Rank claims by this, in place of premises.")
    ] = "",
    tag: Annotated[str, typer.Option(help="Last field of each line; the method without it.")] = "",
    k: Annotated[int, typer.Option("-k", help="How many premises, or claims, a query.")] = 100,
    split: SplitOfAll = "all",
    index: CollectionIndex = None,
    json: Json = False,
) -> None:
    """Write the answers to a collection's queries as a TREC run."""
    from debatable.cli.printing.destination import STANDARD_OUTPUT, check_destination, destination
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.cli.verbs.evaluation.engine import engine_of
    from debatable.errors import InputError
    from debatable.evaluation import collection as load
    from debatable.evaluation import run, write_run
    from debatable.evaluation.claims import claim_index, claim_run
    from debatable.evaluation.runs import asked_methods
    from debatable.lexical import similarity as similarity_named
    from debatable.plural import counted

    if json and out == STANDARD_OUTPUT:
        raise InputError("two things go to standard output", todo="name a file for one of them")
    if similarity and (method or index):
        raise InputError("claims are ranked without a method or an index", todo="give --similarity alone")
    check_destination(out)
    named = similarity_named(similarity) if similarity else None
    asked_methods([method or "best"])
    found = load(collection).reported(split)
    if named is not None:
        made = claim_run(claim_index(found), found.queries, named, k, tag)
    else:
        with progress() as show, engine_of(found, index, show) as engine:
            made = run(found, method or "best", k=k, tag=tag, searcher=engine, progress=show)
    with destination(out) as path:
        write_run(made, path)
    what, size = "claim" if similarity else "premise", sum(map(len, made.rankings.values()))
    if json:
        print_json({"file": str(out), f"{what}s": size, "queries": len(made.rankings)})
        return
    note(f"{out}: {counted(size, what)} for {counted(len(made.rankings), 'query')}")
