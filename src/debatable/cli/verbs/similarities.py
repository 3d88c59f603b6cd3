"""``debatable similarities``: the names of all similarities, with parameters and formulas."""

from __future__ import annotations

from debatable.cli.options import Json

__all__ = ["command"]


def command(json: Json = False) -> None:
    """List the similarities of Lucene 7.6, with their formulas.

    There are 139, and 57 combinations of them, each with its parameters.
    """
    import typer

    from debatable.cli.printing.standard_output import print_json
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
