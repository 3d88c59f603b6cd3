"""``debatable experiments``: the papers whose tables can be repeated, and the data that needs."""

from __future__ import annotations

from debatable.cli.options import Json

__all__ = ["command"]


def command(json: Json = False) -> None:
    """List the experiments, their papers and the data they need."""
    import typer

    from debatable.cli.printing.standard_output import print_json
    from debatable.experiments import EXPERIMENTS

    if json:
        print_json(
            [{"name": one.name, "paper": one.paper, "needs": one.needs} for one in EXPERIMENTS.values()]
        )
        return
    for one in EXPERIMENTS.values():
        typer.echo(f"{one.name}\n  {one.paper}\n  needs {one.needs}")
