"""``debatable graphs evaluate``: retrieval against expert rankings."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json
from debatable.cli.verbs.graphs import options

__all__ = ["command"]


def command(
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
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.experiments.iccbr2019.graph_retrieval import evaluate, reference_rankings
    from debatable.graphs import CaseBase
    from debatable.plural import counted

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
