"""``debatable analyzers``: the names of all analyzers, with their stop words and stemmers."""

from __future__ import annotations

from debatable.cli.options import Json

__all__ = ["command"]


def command(json: Json = False) -> None:
    """List the analyzers: how texts become words.

    They go by their names, or by a language or its code.
    """
    import typer

    from debatable.cli.printing.standard_output import print_json
    from debatable.text import ANALYZERS

    listed = [
        {"name": name, "stop": ANALYZERS[name].stop, "stem": ANALYZERS[name].stem}
        for name in ANALYZERS
        if name != "Analyzer"
    ]
    if json:
        print_json(listed)
        return
    width = max(len(one["name"]) for one in listed)
    for one in listed:
        typer.echo(f"{one['name']:<{width}}  stop words {one['stop']:<10}  stemmer {one['stem']}")
    typer.echo("\nAnalyzer(stop=…,stem=…) joins any list of stop words with any stemmer.")
