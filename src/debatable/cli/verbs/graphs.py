"""``debatable graphs``: search, evaluate, convert and show argument graphs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import orjson
import typer

from debatable.cli.options import Json
from debatable.cli.printing.terminal import (
    STANDARD_OUTPUT,
    check_destination,
    note,
    print_json,
    printable,
    progress,
)
from debatable.errors import InputError
from debatable.files import write_text
from debatable.plural import counted
from debatable.progress import Progress, step

if TYPE_CHECKING:
    from debatable.graphs import ArgumentGraph, GraphHit, Retrieval

Cases = Annotated[
    Path, typer.Option("--cases", metavar="DIR", help="Folder of the graphs to find.", show_default=False)
]
GraphFormat = Annotated[
    str,
    typer.Option(
        "--format", "-f", help="auto, aif, xaif, ova, arggraph, argdown, arguebuf, sadface, brat, kialo."
    ),
]
GraphLanguage = Annotated[str, typer.Option("--language", help="Language of the texts, such as en or de.")]
Similarity = Annotated[
    str,
    typer.Option(
        "--similarity",
        help="Of statements: auto, contrast, cosine, angular, lexical, dynamax, maxpool, wmd or words.",
    ),
]
Model = Annotated[
    str,
    typer.Option(
        "--model", help="Encoder: auto for the bundled one, or a folder; or a file of word vectors."
    ),
]
Schemes = Annotated[str, typer.Option("--schemes", help="Of argumentation schemes: none, exact, ontology.")]
Mapper = Annotated[
    str,
    typer.Option(
        "--mapper", help="auto, branch-and-bound, astar, astar-bergmann-gil, integer-program or assignment."
    ),
]
Candidates = Annotated[
    int, typer.Option("--candidates", help="How many cases are compared as graphs; 0 for all.", min=0)
]
RuleSet = Annotated[
    str,
    typer.Option("--rules", help="What may be mapped: paper (as the text says) or authors (their program)."),
]
ShareList = Annotated[
    str, typer.Option("--shares", help="Of graph, topic and claim in the score; the paper's are 1,0,0.")
]
Workers = Annotated[int, typer.Option("--workers", help="Processes that compare cases.", min=1, max=64)]

Target = Literal["aif", "argdown", "arguebuf", "dot", "svg", "jsonl"]
ENDINGS: dict[Target, str] = {
    **{"aif": ".json", "argdown": ".argdown", "arguebuf": ".json"},
    **{"dot": ".dot", "svg": ".svg", "jsonl": ".jsonl"},
}

LISTED = 3
"""How many remarks on the files of a folder are listed."""


def search(
    query: Annotated[str, typer.Argument(metavar="QUERY", help="File of a graph, or a sentence.")],
    cases: Cases,
    k: Annotated[int, typer.Option("-k", help="How many graphs at most.")] = 10,
    candidates: Candidates = 10,
    similarity: Similarity = "auto",
    model: Model = "auto",
    language: GraphLanguage = "en",
    schemes: Schemes = "none",
    mapper: Mapper = "auto",
    rules: RuleSet = "paper",
    shares: ShareList = "1,1,1",
    format: GraphFormat = "auto",
    workers: Workers = 1,
    explain: Annotated[bool, typer.Option("--explain", help="Show which statements were matched.")] = False,
    json: Json = False,
) -> None:
    """Find the argument graphs most similar to a graph or a sentence."""
    from debatable.graphs import CaseBase

    asked = query_graph(query, format, language)
    most = max(candidates, k) if candidates else 0
    with progress() as show:
        chosen = retrieval_of(similarity, model, language, schemes, mapper, most, shares, rules, show)
        base = CaseBase(case_graphs(cases, format, language), chosen, workers=workers)
    hits = base.search(asked, k)
    if json:
        ranked = [{"rank": rank, **hit.as_dict()} for rank, hit in enumerate(hits, 1)]
        print_json({"query": asked.id, "hits": ranked}, compact=True)
        return
    for rank, hit in enumerate(hits, 1):
        _print_hit(rank, asked, hit, explain)


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
    return printable(" ".join(text.split()))


def evaluate(
    cases: Cases,
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
    candidates: Candidates = 10,
    similarity: Similarity = "auto",
    model: Model = "auto",
    language: GraphLanguage = "en",
    schemes: Schemes = "none",
    mapper: Mapper = "auto",
    rules: RuleSet = "paper",
    shares: ShareList = "1,1,1",
    format: GraphFormat = "auto",
    workers: Workers = 1,
    json: Json = False,
) -> None:
    """Measure retrieval against the rankings of experts.

    By precision, recall, AP, NDCG, correctness and completeness of the order.
    """
    from debatable.experiments.iccbr2019.graph_retrieval import evaluate, reference_rankings
    from debatable.graphs import CaseBase

    judgments = reference_rankings(reference)
    asked = case_graphs(queries, format, language)
    most = max(candidates, k) if candidates else 0
    with progress() as show:
        chosen = retrieval_of(similarity, model, language, schemes, mapper, most, shares, rules, show)
        base = CaseBase(case_graphs(cases, format, language), chosen, workers=workers)
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


def convert(
    graphs: Annotated[Path, typer.Argument(metavar="GRAPHS", help="File or folder of graphs.")],
    to: Annotated[Target, typer.Option("--to", help="Format; jsonl: claims and premises to index.")] = "aif",
    into: Annotated[
        Path | None,
        typer.Option(
            "--into", metavar="PATH", help="File, or folder for many; without it, or with -, printed."
        ),
    ] = None,
    format: GraphFormat = "auto",
    language: GraphLanguage = "en",
) -> None:
    """Convert graphs to AIF, Argdown, arguebuf, DOT, SVG or a corpus.

    The corpus has their claims and premises, for an index. What a format has no place for is listed.
    """
    from debatable.graphs import dump, losses

    loaded = case_graphs(graphs, format, language, listed=None)
    for graph in loaded:
        for loss in losses(graph, to):
            note(f"debatable: {graph.id}: {loss}")
    if to == "jsonl":
        _write("".join(_records(graph) for graph in loaded), into)
    elif graphs.is_file():
        _write(dump(loaded[0], to) + "\n", into)
    elif into is None or into == STANDARD_OUTPUT:
        raise InputError("many graphs need a folder to go into", todo="give --into DIR")
    else:
        into.mkdir(parents=True, exist_ok=True)
        for graph in loaded:
            _write(dump(graph, to) + "\n", into / f"{graph.id}{ENDINGS[to]}")
        note(f"{counted(len(loaded), 'graph')} written into {into}")


def _records(graph: ArgumentGraph) -> str:
    """The graph as JSON lines that ``debatable index`` reads."""
    from debatable.corpus.readers import record_of
    from debatable.graphs import arguments

    return "".join(orjson.dumps(record_of(link)).decode() + "\n" for link in arguments(graph))


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
    similarity: Similarity = "auto",
    model: Model = "auto",
    language: GraphLanguage = "en",
    schemes: Schemes = "none",
    mapper: Mapper = "auto",
    rules: RuleSet = "paper",
    format: GraphFormat = "auto",
) -> None:
    """Draw a graph, or the best mapping of two, as SVG."""
    from debatable.graphs import CaseBase, draw, draw_mapping, load

    if out is not None and out.suffix.lower() not in ("", ".svg"):
        raise InputError(f"a drawing is SVG, no {out.suffix} file", where=str(out), todo="name a .svg file")
    check_destination(out)
    asked = query_graph(graph, format, language)
    if case is None:
        drawing = draw(asked)
    else:
        chosen = retrieval_of(similarity, model, language, schemes, mapper, 1, "1,1,1", rules)
        hit = CaseBase([load(case, format, language)], chosen).search(asked, 1)[0]
        drawing = draw_mapping(asked, hit.case, hit.mapping)
    _write(drawing + "\n", out)


def retrieval_of(
    similarity: str,
    model: str,
    language: str,
    schemes: str,
    mapper: str,
    candidates: int,
    shares: str,
    rules: str = "paper",
    show: Progress | None = None,
) -> Retrieval:
    """Returns the retrieval that the options describe; vectors of cases are kept in the user's cache."""
    from platformdirs import user_cache_path

    from debatable.graphs import Shares, configured

    try:
        graph, topic, claim = (float(part) for part in shares.split(","))
    except ValueError:
        raise InputError(
            f"shares {shares!r}", where="--shares", todo="give three numbers, as 1,1,1"
        ) from None
    return configured(
        similarity,
        model=model,
        language=language,
        schemes=schemes,
        search=mapper,
        rules=rules,
        shares=Shares(graph, topic, claim),
        candidates=candidates or None,
        cache=user_cache_path("debatable") / "graph-vectors",
        progress=step(show, "encoding"),
    )


def query_graph(query: str, format: str, language: str) -> ArgumentGraph:
    """Returns the graph of a file, or a sentence as the smallest graph."""
    from debatable.graphs import load, sentence

    path = Path(query)
    named = path.suffix.lower() in (".json", ".xml") or query.startswith(("/", "./", "../", "~/"))
    looks_like_file = named and " " not in query.strip()
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    return load(path, format, language) if is_file or looks_like_file else sentence(query, language=language)


def case_graphs(folder: Path, format: str, language: str, listed: int | None = LISTED) -> list[ArgumentGraph]:
    """Returns the graphs of a file or folder; lists files that cannot be read, and some or all remarks."""
    from debatable.graphs import load_folder

    graphs = load_folder(folder, format, language, on_problem=lambda problem: note(f"debatable: {problem}"))
    if not graphs:
        raise InputError("holds no graph that can be read", where=str(folder))
    remarks = [remark for graph in graphs for remark in graph.remarks]
    for remark in remarks[:listed]:
        note(f"debatable: {remark}")
    if listed is not None and len(remarks) > listed:
        more = len(remarks) - listed
        note(f"debatable: and {more} more remarks on these files; debatable graphs convert lists all")
    return graphs
