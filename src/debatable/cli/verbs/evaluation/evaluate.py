"""``debatable evaluate``: how good are the methods on a collection."""

from __future__ import annotations

from debatable.cli.options import Json
from debatable.cli.verbs.evaluation.options import (
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
    from debatable.cli.printing.evaluation_table import print_evaluation
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json
    from debatable.cli.printing.terminal import note
    from debatable.cli.verbs.evaluation.engine import engine_of
    from debatable.errors import UnknownNameError
    from debatable.evaluation import collection as load
    from debatable.evaluation import compare, evaluate, evaluation_document, read_run
    from debatable.evaluation.measures import asked_measure
    from debatable.evaluation.runs import asked_methods
    from debatable.evaluation.statistics import correction as parse_correction
    from debatable.evaluation.statistics import significance_test

    significance_test(test)
    parse_correction(correction)
    for name in measure or ():
        asked_measure(name)
    methods = asked_methods(method)
    others = {f"{made.tag} (run)": made.ids() for made in map(read_run, run or ())}
    found = load(collection).reported(split).with_published(others)
    if baseline and baseline not in (*methods, *found.published):
        raise UnknownNameError("baseline", baseline, [*methods, *found.published])
    with progress() as show, engine_of(found, index, show) as engine:
        evaluation = evaluate(
            found, method, measure or (), searcher=engine, condensed=condensed, progress=show
        )
    for name, error in evaluation.left_out.items():
        note(f"{name} left out: {error}")
    first = next(iter(evaluation.methods), "")
    compared = compare(evaluation, baseline or first, test=test, correct=correction)
    if report is not None:
        from debatable.evaluation.report import write_report

        write_report(evaluation, compared, report)
    if json:
        print_json(evaluation_document(evaluation, compared))
    else:
        print_evaluation(evaluation, compared)
