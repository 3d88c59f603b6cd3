"""``debatable methods``: the names of all ranking methods, with what they do and their parameters."""

from __future__ import annotations

from debatable.cli.options import Json

__all__ = ["command"]


def command(json: Json = False) -> None:
    """List the ranking methods with their parameters."""
    import inspect

    import typer

    from debatable.cli.printing.standard_output import print_json
    from debatable.ranking import METHODS

    listed = [
        {
            "name": name,
            "description": (inspect.getdoc(type(METHODS[name])) or "").splitlines()[0],
            "parameters": METHODS.parameters(name),
        }
        for name in METHODS
    ]
    if json:
        print_json(listed)
        return
    for one, name in zip(listed, METHODS, strict=True):
        given = ", ".join(f"{key}={value}" for key, value in METHODS.parameters(name).items())
        default = " The default." if name == "best" else ""
        typer.echo(f"{name}\n  {one['description']}{default}\n  {given}")
