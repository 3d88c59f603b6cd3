"""``debatable graphs search``: the graphs most similar to a graph or a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from debatable.cli.options import Json
from debatable.cli.verbs.graphs import options

if TYPE_CHECKING:
    from debatable.graphs import ArgumentGraph, GraphHit

__all__ = ["command"]


def command(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="File of a graph, or a sentence.")],
    cases: options.Cases,
    k: Annotated[int, typer.Option("-k", help="How many graphs at most.")] = 10,
    candidates: options.Candidates = 10,
    similarity: options.Similarity = "auto",
    model: options.Model = "auto",
    language: options.GraphLanguage = "en",
    schemes: options.Schemes = "none",
    mapper: options.Mapper = "auto",
    rules: options.RuleSet = "paper",
    shares: options.ShareList = "1,1,1",
    format: options.GraphFormat = "auto",
    workers: options.Workers = 1,
    explain: Annotated[bool, typer.Option("--explain", help="Show which statements were matched.")] = False,
    json: Json = False,
) -> None:
    """Find the argument graphs most similar to a graph or a sentence."""
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.graphs import CaseBase

    asked = options.query_graph(query, format, language)
    most = max(candidates, k) if candidates else 0
    with progress() as show:
        chosen = options.retrieval(similarity, model, language, schemes, mapper, most, shares, rules, show)
        base = CaseBase(options.case_graphs(cases, format, language), chosen, workers=workers)
    hits = base.search(asked, k)
    if json:
        print_json(document(asked, hits), compact=True)
        return
    for rank, hit in enumerate(hits, 1):
        _print_hit(rank, asked, hit, explain)


def document(query: ArgumentGraph, hits: list[GraphHit]) -> dict[str, Any]:
    """Returns the hits as plain JSON types."""
    return {
        "query": query.id,
        "hits": [{"rank": rank, **hit.as_dict()} for rank, hit in enumerate(hits, 1)],
    }


def _print_hit(rank: int, query: ArgumentGraph, hit: GraphHit, explain: bool) -> None:
    claim = hit.case.conclusion()
    parts = f"graph {hit.mapping.similarity:.3f}, topic {hit.topic:.3f}, claim {hit.claim:.3f}"
    unproven = "" if hit.mapping.optimal else f", limit hit: graph at most {hit.mapping.bound:.3f}"
    typer.echo(f"{rank:>3}  {hit.score:.3f}  {hit.case.id}  ({parts}{unproven})")
    if claim is not None:
        typer.echo(f"            {_line(claim.text)}")
    if not explain:
        return
    for pair in hit.mapping.nodes:
        left, right = query.node(pair.query), hit.case.node(pair.case)
        if not left.kind.is_scheme:
            typer.echo(f"            {pair.similarity:.2f}  {_line(left.text)}  =>  {_line(right.text)}")


def _line(text: str) -> str:
    """One line without anything that could steer the terminal."""
    from debatable.cli.printing.terminal import printable

    return printable(" ".join(text.split()))
