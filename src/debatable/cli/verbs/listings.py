"""The verbs that list names: methods, models, similarities and analyzers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json
from debatable.cli.printing.terminal import print_json, print_text, printable


def methods(json: Json = False) -> None:
    """List the ranking methods with their parameters."""
    import inspect

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


def models(
    folders: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FOLDER", help="Models of one's own, listed as well.", show_default=False),
    ] = None,
    json: Json = False,
) -> None:
    """List the models with size, licence and figures.

    They are encoders, readers of pairs, and models of stance and quality.
    """
    from debatable.embedding import arithmetic
    from debatable.learning.inventory import bundled_models, figures_line, folder_model

    listed = [*bundled_models(), *(folder_model(folder) for folder in folders or ())]
    if json:
        here = arithmetic().as_dict()
        print_json(
            [{**entry.as_dict(), "arithmetic": here if entry.weights == "int8" else None} for entry in listed]
        )
        return
    for entry in listed:
        kind = f"{entry.kind} ({', '.join(entry.heads)})" if entry.heads else entry.kind
        size = f"{entry.bytes / 1e6:,.2f} MB" if entry.bytes else "word lists"
        facts = [kind, size, entry.licence, figures_line({"figures": entry.figures})]
        print_text(printable(f"{entry.name}: {'; '.join(filter(None, facts))}") + "\n")


def similarities(json: Json = False) -> None:
    """List the similarities of Lucene 7.6, with their formulas.

    There are 139, and 57 combinations of them, each with its parameters.
    """
    from debatable.lexical import similarities, similarity
    from debatable.lexical.similarities import COMBINED, combined, described, parameters

    single = [similarity(name) for name in similarities()]
    several = combined(tuple(similarity(name) for name in COMBINED))
    if json:
        plain = [
            {"name": repr(one), "parameters": parameters(one), "formula": described(one)}
            for one in (*single, *several)
        ]
        print_json(plain, compact=True)
        return
    width = max(len(repr(one)) for one in single)
    for one in single:
        given = ", ".join(f"{name}={value}" for name, value in parameters(one).items())
        typer.echo(f"{one!r:<{width}}  {given:<22}  {described(one)}")
    for one in several:
        typer.echo(repr(one))
    typer.echo(
        f"\n{len(single)} similarities and {len(several)} combinations: sums of their members' scores. "
        "N documents, T tokens, n documents and F occurrences of the term, tf in the document, dl its length, "
        "avgdl = T/N, p = (F+1)/(T+1), ln natural, lg to base 2."
    )


def analyzers(json: Json = False) -> None:
    """List the analyzers: how texts become words.

    They go by their names, or by a language or its code.
    """
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
