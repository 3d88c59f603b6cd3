"""``debatable evaluate``: how good are the methods on a collection."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json

__all__ = ["command"]


def command(
    collection: Annotated[
        str,
        typer.Argument(
            metavar="[COLLECTION]",
            help="Folder with corpus, queries and judgments, or ir_datasets:ID; without it the bundled one.",
            show_default=False,
        ),
    ] = "",
    method: Annotated[
        list[str] | None,
        typer.Option("--method", "-m", help="Method to evaluate; repeatable. All without it."),
    ] = None,
    run: Annotated[
        list[Path] | None,
        typer.Option("--run", metavar="FILE", help="TREC run to score beside the methods; repeatable."),
    ] = None,
    measure: Annotated[
        list[str] | None, typer.Option("--measure", help="One more measure, such as P@5 or AP; repeatable.")
    ] = None,
    baseline: Annotated[
        str, typer.Option(help="Method the others are compared with; the first without it.")
    ] = "",
    test: Annotated[str, typer.Option(help="t, welch, wilcoxon or randomisation.")] = "t",
    correction: Annotated[str, typer.Option(help="holm, bonferroni or none.")] = "holm",
    split: Annotated[
        str,
        typer.Option(help="Part of the queries; dev or test where there is one, all to take every query."),
    ] = "",
    condensed: Annotated[
        bool | None,
        typer.Option(
            help="Rank judged premises only; by default where judgments are sparse.", show_default=False
        ),
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(
            "--index", "-i", metavar="DIR", help="Index of the corpus; made in the cache without it."
        ),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a page with tables, plots and answers.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure how well methods answer the queries of a collection."""
    from debatable.cli.evaluating import (
        chosen_methods,
        open_collection,
        print_evaluation,
        print_json,
        searching,
        with_runs,
    )
    from debatable.cli.terminal import progress
    from debatable.errors import UnknownNameError
    from debatable.evaluation import compare, evaluate, evaluation_document
    from debatable.evaluation import measure as parse_measure
    from debatable.evaluation.significance import correction as parse_correction
    from debatable.evaluation.significance import significance_test

    significance_test(test)
    parse_correction(correction)
    for name in measure or ():
        parse_measure(name.removeprefix("quality_"))
    methods = chosen_methods(method)
    found = with_runs(open_collection(collection, split), run or ())
    if baseline and baseline not in (*methods, *found.published):
        raise UnknownNameError("baseline", baseline, [*methods, *found.published])
    with progress() as show, searching(found, index, show) as engine:
        evaluation = evaluate(
            engine, found, methods, measures=measure or (), condensed=condensed, progress=show
        )
    compared = compare(evaluation, baseline or methods[0], test=test, correct=correction)
    if report is not None:
        from debatable.evaluation.report import write_report

        write_report(evaluation, compared, report)
    if json:
        print_json(evaluation_document(evaluation, compared))
    else:
        print_evaluation(evaluation, compared)
