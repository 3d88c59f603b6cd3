"""``debatable graphs``: search, evaluate, convert and show argument graphs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from debatable.cli.options import Json
from debatable.cli.printing.terminal import STANDARD_OUTPUT, note, print_json, printable, progress
from debatable.cli.verbs import graph_options as options
from debatable.errors import InputError
from debatable.files import write_text
from debatable.plural import counted

if TYPE_CHECKING:
    from debatable.graphs import ArgumentGraph, GraphHit

__all__ = ["convert", "evaluate", "search", "show"]


def search(
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
    return printable(" ".join(text.split()))


def evaluate(
    cases: options.Cases,
    queries: Annotated[
        Path, typer.Option("--queries", metavar="DIR", help="Folder of the query graphs.", show_default=False)
    ],
    reference: Annotated[
        Path,
        typer.Option(
            "--reference", metavar="DIR", help="Folder of the experts' rankings.", show_default=False
        ),
    ],
    k: Annotated[int, typer.Option("-k", help="How many graphs of each answer are measured.")] = 10,
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
    json: Json = False,
) -> None:
    """Measure retrieval against the rankings of experts.

    By precision, recall, AP, NDCG, correctness and completeness of the order.
    """
    from debatable.experiments.iccbr2019.graph_retrieval import evaluate, reference_rankings
    from debatable.graphs import CaseBase

    judgments = reference_rankings(reference)
    asked = options.case_graphs(queries, format, language)
    most = max(candidates, k) if candidates else 0
    with progress() as show:
        chosen = options.retrieval(similarity, model, language, schemes, mapper, most, shares, rules, show)
        base = CaseBase(options.case_graphs(cases, format, language), chosen, workers=workers)
    result = evaluate(base, asked, judgments, k)
    means = result.means()
    if json:
        facts = {
            "k": k,
            "queries": len(result.queries),
            "cases": len(base.cases),
            "unproven": result.unproven,
        }
        print_json(means | facts, compact=True)
        return
    typer.echo(f"{counted(len(result.queries), 'query')}, {counted(len(base.cases), 'case')}, k = {k}")
    typer.echo("  ".join(f"{name:>5}" for name in means if name != "seconds_per_query") + "  seconds a query")
    typer.echo("  ".join(f"{value:5.3f}" for value in means.values()))


class Target(StrEnum):
    """What to write."""

    aif = "aif"
    dot = "dot"
    svg = "svg"
    jsonl = "jsonl"


ENDINGS = {Target.aif: ".json", Target.dot: ".dot", Target.svg: ".svg", Target.jsonl: ".jsonl"}


def convert(
    graphs: Annotated[Path, typer.Argument(metavar="GRAPHS", help="File or folder of graphs.")],
    to: Annotated[
        Target, typer.Option("--to", help="Format; jsonl: claims and premises to index.")
    ] = Target.aif,
    into: Annotated[
        Path | None,
        typer.Option(
            "--into", metavar="PATH", help="File, or folder for many; without it, or with -, printed."
        ),
    ] = None,
    format: options.GraphFormat = "auto",
    language: options.GraphLanguage = "en",
) -> None:
    """Convert argument graphs to AIF JSON, DOT, SVG or a corpus.

    The corpus has their claims and premises, for an index.
    """
    from debatable.graphs import load_folder

    loaded = load_folder(graphs, format, language, on_problem=lambda problem: note(f"debatable: {problem}"))
    if not loaded:
        raise InputError("holds no graph that can be read", where=str(graphs))
    for graph in loaded:
        for remark in graph.remarks:
            note(f"debatable: {remark}")
    if to is Target.jsonl:
        _write("".join(_records(graph) for graph in loaded), into)
    elif graphs.is_file():
        _write(_text(loaded[0], to), into)
    elif into is None or into == STANDARD_OUTPUT:
        raise InputError("many graphs need a folder to go into", todo="give --into DIR")
    else:
        into.mkdir(parents=True, exist_ok=True)
        for graph in loaded:
            _write(_text(graph, to), into / f"{graph.id}{ENDINGS[to]}")
        note(f"{counted(len(loaded), 'graph')} written into {into}")


def _text(graph: ArgumentGraph, to: Target) -> str:
    from debatable.graphs import dump

    return dump(graph, to.value) + "\n"


def _records(graph: ArgumentGraph) -> str:
    """The graph as JSON lines that ``debatable index`` reads."""
    from debatable.graphs import arguments

    lines = []
    for link in arguments(graph):
        record = {
            "id": link.id,
            "claim": link.claim.text if link.claim is not None else None,
            "premise": link.premise.text,
            "stance": link.stance.value if link.stance.sign else None,
            "source": link.source,
            "discussion": link.discussion,
            "language": graph.language,
        }
        lines.append(orjson.dumps(record).decode() + "\n")
    return "".join(lines)


def _write(text: str, into: Path | None) -> None:

    if into is None or into == STANDARD_OUTPUT:
        typer.echo(text, nl=False)
    else:
        write_text(into, text)


def show(
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
