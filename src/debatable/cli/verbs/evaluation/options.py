"""Options of the verbs about collections, spelled once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "LARGEST_SEED",
    "Baseline",
    "CollectionIndex",
    "CollectionSource",
    "Condensed",
    "Correction",
    "Depth",
    "EvaluationFormat",
    "Measures",
    "Methods",
    "OptionalCollection",
    "PerQuery",
    "Report",
    "Runs",
    "Split",
    "SplitOfAll",
    "Test",
]

LARGEST_SEED = 2**32 - 1
"""All that numpy's older generators take, which trainings use."""

_COLLECTION = "Folder with corpus, queries and judgments, or ir_datasets:ID"

CollectionSource = Annotated[
    str, typer.Argument(metavar="COLLECTION", help=f"{_COLLECTION}.", show_default=False)
]
OptionalCollection = Annotated[
    str,
    typer.Argument(
        metavar="COLLECTION", help=f"{_COLLECTION}; without it the bundled one.", show_default=False
    ),
]
CollectionIndex = Annotated[
    Path | None,
    typer.Option("--index", "-i", metavar="DIR", help="Index of the corpus; made in the cache without it."),
]
Methods = Annotated[
    list[str] | None, typer.Option("--method", "-m", metavar="NAME", help="Method, by name; repeatable.")
]
Runs = Annotated[
    list[Path] | None,
    typer.Option("--run", metavar="FILE", help="TREC run; repeatable, and alone where no method is named."),
]
SplitOfAll = Annotated[str, typer.Option("--split", help="Part of the queries such as dev, or all.")]
Split = Annotated[
    str,
    typer.Option(help="Part of the queries such as dev, or all; dev or test by default where there is one."),
]
Measures = Annotated[
    list[str] | None,
    typer.Option(
        "--measure",
        metavar="NAME",
        help="Measure, such as P@5 or AP, in place of the usual ones; repeatable.",
    ),
]
Depth = Annotated[
    int, typer.Option(help="How many premises a query are ranked for AP and whatever looks beyond ten.")
]
PerQuery = Annotated[bool, typer.Option("--per-query", "-q", help="Print the values of each query, too.")]
EvaluationFormat = Annotated[
    str, typer.Option("--format", "-f", help="How to print: table, json, csv, markdown or latex.")
]
Baseline = Annotated[
    str, typer.Option(help="Method or run the others are compared with; the first without it.")
]
Test = Annotated[str, typer.Option(help="t, welch, wilcoxon or randomisation.")]
Correction = Annotated[str, typer.Option(help="holm, bonferroni or none.")]
Condensed = Annotated[
    bool | None,
    typer.Option(
        help="Rank judged premises only; by default where judgments are sparse.", show_default=False
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a page with tables, plots and example answers; - prints it."),
]
