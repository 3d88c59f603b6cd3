"""``debatable experiment`` repeats the tables of a paper, ``debatable experiments`` lists the papers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import orjson
import typer

from debatable.cli.options import LARGEST_SEED, Json
from debatable.cli.printing.terminal import (
    STANDARD_OUTPUT,
    check_destination,
    note_skipped,
    print_json,
    progress,
)
from debatable.errors import RecordError
from debatable.files import write_text


def experiment(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Paper, such as ecir2020.", show_default=False)],
    data: Annotated[Path, typer.Option("--data", "-d", metavar="DIR", help="Folder of the paper's data.")],
    corpus: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Background corpus, searched together with the judged data."),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Of everything random.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write tables and manifest as JSON; - prints it."),
    ] = None,
    json: Json = False,
) -> None:
    """Print a paper's tables, our figures beside the published."""
    from debatable.experiments import Inputs, experiment, run_experiment, table_lines

    chosen = experiment(name)
    check_destination(out)
    skipped: list[RecordError] = []
    with progress() as show:
        outcome = run_experiment(
            chosen, Inputs(data, seed, progress=show, on_skip=skipped.append, corpus=corpus)
        )
    note_skipped(skipped, f"{data.name}: ")
    if out is not None and out != STANDARD_OUTPUT:
        write_text(out, orjson.dumps(outcome.as_dict(), option=orjson.OPT_INDENT_2).decode() + "\n")
    if json or out == STANDARD_OUTPUT:
        print_json(outcome.as_dict())
        return
    typer.echo(f"{outcome.paper}\nours (published)")
    for table in outcome.tables:
        typer.echo("\n" + "\n".join(table_lines(table)))
    versions = ", ".join(f"{package} {version}" for package, version in outcome.manifest["versions"].items())
    typer.echo(f"\nseed {seed}; {versions}")


def experiments(json: Json = False) -> None:
    """List the experiments, their papers and the data they need."""
    from debatable.experiments import EXPERIMENTS

    if json:
        print_json(
            [{"name": one.name, "paper": one.paper, "needs": one.needs} for one in EXPERIMENTS.values()]
        )
        return
    for one in EXPERIMENTS.values():
        typer.echo(f"{one.name}\n  {one.paper}\n  needs {one.needs}")
