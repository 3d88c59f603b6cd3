"""``debatable graphs adapt``: what the best case adds to a query graph, as a proposal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import orjson
import typer

from debatable.cli.options import Json
from debatable.cli.printing.terminal import (
    check_destination,
    destination,
    note,
    print_json,
    printable,
    progress,
)
from debatable.cli.verbs.graphs import (
    Cases,
    GraphFormat,
    GraphLanguage,
    Model,
    Schemes,
    Similarity,
    case_graphs,
    query_graph,
    retrieval_of,
)
from debatable.plural import counted


def adapt(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="File of a graph, or a sentence.")],
    cases: Cases,
    into: Annotated[
        Path | None,
        typer.Option("--into", "-o", metavar="FILE", help="Write the proposal as AIF; - prints it."),
    ] = None,
    least: Annotated[
        float, typer.Option(help="Similarity from which two statements are counterparts, 0 to 1.")
    ] = 0.5,
    layers: Annotated[int, typer.Option(help="How many layers of statements are transferred.")] = 1,
    most: Annotated[int, typer.Option(help="How many statements at most.")] = 5,
    similarity: Similarity = "auto",
    model: Model = "auto",
    language: GraphLanguage = "en",
    schemes: Schemes = "none",
    format: GraphFormat = "auto",
    json: Json = False,
) -> None:
    """Propose statements of the best case for a graph or a sentence.

    Each is marked as proposed, with the case it comes from and why; nothing is reworded.
    """
    from debatable.graphs import Adaptation, CaseBase

    adaptation = Adaptation(least, layers, most)
    check_destination(into, json=json)
    asked = query_graph(query, format, language)
    with progress() as show:
        chosen = retrieval_of(similarity, model, language, schemes, "auto", 10, "1,1,1", "paper", show)
        base = CaseBase(case_graphs(cases, format, language), chosen)
    proposal = adaptation(asked, base.search(asked, 1)[0])
    document = proposal.as_aif()
    if into is not None:
        with destination(into) as path:
            path.write_bytes(orjson.dumps(document, option=orjson.OPT_INDENT_2) + b"\n")
    if json:
        additions = [one.as_dict() for one in proposal.additions]
        print_json({"query": asked.id, "case": proposal.case, "additions": additions, "aif": document})
        return
    if into is None or str(into) != "-":
        for one in proposal.additions:
            typer.echo(printable(f"{one.kind.value}  {one.text or one.scheme}"))
            typer.echo(printable(f"    {one.reason}"))
    note(f"{proposal.case}: {counted(len(proposal.additions), 'addition')} proposed")
