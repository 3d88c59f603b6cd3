"""``debatable run``: the answers of a method to all queries of a collection, as a TREC run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.collection_options import CollectionIndex, CollectionSource, SplitOfAll

__all__ = ["command"]


def command(
    collection: CollectionSource,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The run; .gz packs it.")],
    method: Annotated[str, typer.Option("--method", "-m", help="Method to run.")] = "best",
    tag: Annotated[str, typer.Option(help="Last field of each line; the method without it.")] = "",
    k: Annotated[int, typer.Option("-k", help="How many premises a query.")] = 100,
    split: SplitOfAll = "all",
    index: CollectionIndex = None,
) -> None:
    """Write the answers to all queries of a collection as a TREC run."""
    from debatable.cli.evaluating import chosen_methods, open_collection, searching
    from debatable.cli.terminal import note, progress
    from debatable.evaluation import ask, run_of, write_run
    from debatable.evaluation.searching import record_names

    chosen_methods([method])
    found = open_collection(collection, split)
    with progress() as show, searching(found, index, show) as engine:
        answers = ask(engine, found.queries, method, k=k, progress=show)
        known = engine.resolve({row.premise_id for row in found.judgments.rows})
    run = run_of(answers, found.queries, tag or method.replace(" ", ""), record_names(found.judgments, known))
    write_run(run, out)
    note(f"{out}: {sum(map(len, run.rankings.values())):,} premises for {len(run.rankings):,} queries")
