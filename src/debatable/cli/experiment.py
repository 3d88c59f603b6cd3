"""``debatable experiment``: repeat the tables of a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json

__all__ = ["command"]


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Paper, such as ecir2020.", show_default=False)],
    data: Annotated[Path, typer.Option("--data", "-d", metavar="DIR", help="Folder of the paper's data.")],
    seed: Annotated[int, typer.Option(help="Of everything random.")] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Write tables and manifest as JSON.")
    ] = None,
    json: Json = False,
) -> None:
    """Print a paper's tables, our figures beside the published ones."""
    import orjson
    from platformdirs import user_cache_path

    from debatable.cli.evaluating import print_json, searching, there_is_method
    from debatable.cli.terminal import progress
    from debatable.evaluation.files import written
    from debatable.experiments import Workbench, experiment, run_experiment, table_lines

    chosen = experiment(name)
    with progress() as show:
        bench = Workbench(data, searching, there_is_method, user_cache_path("debatable"), seed, show)
        outcome = run_experiment(chosen, bench)
    if out is not None:
        with written(out) as text:
            text.write(orjson.dumps(outcome.as_dict(), option=orjson.OPT_INDENT_2).decode() + "\n")
    if json:
        print_json(outcome.as_dict())
        return
    typer.echo(f"{outcome.paper}\nours (published)")
    for table in outcome.tables:
        typer.echo("\n" + "\n".join(table_lines(table)))
    versions = ", ".join(f"{package} {version}" for package, version in outcome.manifest["versions"].items())
    typer.echo(f"\nseed {seed}; {versions}")
