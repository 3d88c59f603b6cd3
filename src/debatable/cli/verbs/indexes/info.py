"""``debatable info``: what an index holds."""

from __future__ import annotations

from debatable.cli.options import Json
from debatable.cli.verbs.indexes.options import IndexFolder

__all__ = ["command"]


def command(folder: IndexFolder, json: Json = False) -> None:
    """Show counts, sources, stances, configuration of an index.

    The last line tells how models with int8 weights are computed on this machine.
    """
    import typer

    from debatable import api
    from debatable.cli.printing.standard_output import print_json
    from debatable.embedding import arithmetic

    with api.open(folder) as engine:
        facts = {**engine.info(), "arithmetic": arithmetic().as_dict()}
    if json:
        print_json(facts, compact=True)
        return
    for name, value in facts.items():
        shown = (
            ", ".join(f"{key or '–'} {_plain(count) or '–'}" for key, count in value.items())
            if isinstance(value, dict)
            else _plain(value)
        )
        typer.echo(f"{name + ':':<15}{shown}")


def _plain(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)
