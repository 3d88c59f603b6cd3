"""``debatable graphs show``: an SVG of a graph, or of how one is mapped onto another."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.verbs.graphs import options

__all__ = ["command"]


def command(
    graph: Annotated[str, typer.Argument(metavar="GRAPH", help="File of a graph; a sentence with a case.")],
    case: Annotated[
        Path | None, typer.Argument(metavar="CASE", help="Second graph: draws the mapping of one onto it.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="SVG file; without it, or with -, printed."),
    ] = None,
    similarity: options.Similarity = "auto",
    model: options.Model = "auto",
    language: options.GraphLanguage = "en",
    schemes: options.Schemes = "none",
    mapper: options.Mapper = "auto",
    rules: options.RuleSet = "paper",
    format: options.GraphFormat = "auto",
) -> None:
    """Draw a graph, or the best mapping of two, as SVG."""
    from debatable.cli.printing.destination import STANDARD_OUTPUT
    from debatable.files import write_text
    from debatable.graphs import CaseBase, draw, draw_mapping, load

    asked = options.query_graph(graph, format, language)
    if case is None:
        drawing = draw(asked)
    else:
        chosen = options.retrieval(similarity, model, language, schemes, mapper, 1, "1,1,1", rules)
        hit = CaseBase([load(case, format, language)], chosen).search(asked, 1)[0]
        drawing = draw_mapping(asked, hit.case, hit.mapping)
    if out is None or out == STANDARD_OUTPUT:
        typer.echo(drawing)
    else:
        write_text(out, drawing + "\n")
