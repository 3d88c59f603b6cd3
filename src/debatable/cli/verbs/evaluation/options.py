"""Options of the verbs about collections, spelled once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Baseline",
    "CollectionIndex",
    "CollectionSource",
    "Condensed",
    "Correction",
    "Measures",
    "Methods",
    "OptionalCollection",
    "Report",
    "Runs",
    "Split",
    "SplitOfAll",
    "Test",
]

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
Methods = Annotated[list[str] | None, typer.Option("--method", "-m", help="Method, by name; repeatable.")]
Runs = Annotated[list[Path] | None, typer.Option("--run", metavar="FILE", help="TREC run; repeatable.")]
SplitOfAll = Annotated[str, typer.Option("--split", help="Part of the queries such as dev, or all.")]
Split = Annotated[
    str,
    typer.Option(help="Part of the queries such as dev, or all; dev or test by default where there is one."),
]
Measures = Annotated[
    list[str] | None, typer.Option("--measure", help="One more measure, such as P@5 or AP; repeatable.")
]
Baseline = Annotated[str, typer.Option(help="Method the others are compared with; the first without it.")]
Test = Annotated[str, typer.Option(help="t, welch, wilcoxon or randomisation.")]
Correction = Annotated[str, typer.Option(help="holm, bonferroni or none.")]
Condensed = Annotated[
    bool | None,
    typer.Option(
        help="Rank judged premises only; by default where judgments are sparse.", show_default=False
    ),
]
Report = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Write a page with tables, plots and example answers.")
]
