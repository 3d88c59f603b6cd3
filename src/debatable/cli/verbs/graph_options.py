"""Options that the graph verbs share, and how they become a retrieval."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.printing.terminal import note
from debatable.errors import InputError

if TYPE_CHECKING:
    from debatable.graphs import ArgumentGraph, Retrieval
    from debatable.progress import Progress

__all__ = [
    "Candidates",
    "Cases",
    "GraphFormat",
    "GraphLanguage",
    "Mapper",
    "Model",
    "RuleSet",
    "Schemes",
    "ShareList",
    "Similarity",
    "Workers",
    "case_graphs",
    "query_graph",
    "retrieval",
]

Cases = Annotated[
    Path, typer.Option("--cases", metavar="DIR", help="Folder of the graphs to find.", show_default=False)
]
GraphFormat = Annotated[
    str,
    typer.Option("--format", "-f", help="auto, aif, xaif, ova, arggraph, argdown, sadface, brat or kialo."),
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
        "--mapper",
        help="auto, branch-and-bound, astar, astar-bergmann-gil, integer-program or assignment.",
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


def retrieval(
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
        progress=None if show is None else (lambda done, total: show("encoding", done, total)),
    )


def query_graph(query: str, format: str, language: str) -> ArgumentGraph:
    """Returns the graph of a file, or a sentence as the smallest graph."""
    from debatable.graphs import load, sentence

    path = Path(query)
    looks_like_file = path.suffix.lower() in (".json", ".xml") and " " not in query.strip()
    try:
        is_file = path.is_file()
    except (OSError, ValueError):
        is_file = False
    return load(path, format, language) if is_file or looks_like_file else sentence(query, language=language)


def case_graphs(folder: Path, format: str, language: str) -> list[ArgumentGraph]:
    """Returns the graphs of a folder; files that are none are noted and left out, remarks counted."""
    from debatable.graphs import load_folder

    graphs = load_folder(folder, format, language, on_problem=lambda problem: note(f"debatable: {problem}"))
    if not graphs:
        raise InputError("holds no graph that can be read", where=str(folder))
    remarks = [remark for graph in graphs for remark in graph.remarks]
    for remark in remarks[:3]:
        note(f"debatable: {remark}")
    if len(remarks) > 3:
        note(
            f"debatable: and {len(remarks) - 3} more remarks on these files; debatable graphs convert lists all"
        )
    return graphs
