"""``debatable evaluate``: how good are the methods on a collection."""

from __future__ import annotations

from debatable.cli.collection_options import (
    Baseline,
    CollectionIndex,
    Condensed,
    Correction,
    Measures,
    Methods,
    OptionalCollection,
    Report,
    Runs,
    Split,
    Test,
)
from debatable.cli.options import Json

__all__ = ["command"]


def command(
    collection: OptionalCollection = "",
    method: Methods = None,
    run: Runs = None,
    measure: Measures = None,
    baseline: Baseline = "",
    test: Test = "t",
    correction: Correction = "holm",
    split: Split = "",
    condensed: Condensed = None,
    index: CollectionIndex = None,
    report: Report = None,
    json: Json = False,
) -> None:
    """Measure how well methods answer the queries of a collection."""
    from debatable.cli.evaluating import (
        chosen_methods,
        open_collection,
        print_evaluation,
        print_json,
        searching,
        servable,
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
        if not method:
            methods = servable(engine, methods, found.queries[0].text)
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
