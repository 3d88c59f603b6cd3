"""``debatable evaluate``: how good are the methods on a collection."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from debatable.cli.options import Json
from debatable.cli.verbs.evaluation.everyday import EVERYDAY, evaluate_everyday
from debatable.cli.verbs.evaluation.options import (
    Baseline,
    CollectionIndex,
    Condensed,
    Correction,
    Depth,
    EvaluationFormat,
    Measures,
    Methods,
    OptionalCollection,
    PerQuery,
    Report,
    Runs,
    Split,
    Test,
)

if TYPE_CHECKING:
    from debatable.evaluation import Collection as JudgedCollection
    from debatable.evaluation import Comparison, Evaluation

__all__ = ["command"]


def command(
    collection: OptionalCollection = "",
    method: Methods = None,
    run: Runs = None,
    measure: Measures = None,
    depth: Depth = 1000,
    baseline: Baseline = "",
    test: Test = "t",
    correction: Correction = "holm",
    split: Split = "",
    condensed: Condensed = None,
    index: CollectionIndex = None,
    per_query: PerQuery = False,
    report: Report = None,
    format: EvaluationFormat = "table",
    json: Json = False,
) -> None:
    """Measure how well methods or runs answer a collection.

    In place of a collection, everyday asks claims as people phrase them (--split build or report) and says how
    many hits stand on the right side, how many on none, how many off-topic lines are answered, and how often a
    claim that makes one point is answered to the point (success@1, success@5).
    """
    if collection.partition(":")[0] == EVERYDAY:
        return evaluate_everyday(collection, method, split, index, json=json)
    from debatable.evaluation import compare

    _check_printing(format, report, json=json, per_query=per_query)
    _check_measuring(measure or (), depth, test, correction)
    contest = _contest(collection, method, run or (), split, baseline)
    evaluation = _evaluated(contest, measure or (), index, condensed=condensed, depth=depth)
    rival = contest.rival or next(iter(evaluation.everything))
    compared = compare(evaluation, rival, test=test, correct=correction)
    _show(evaluation, compared, report, "json" if json else format, per_query=per_query)


class Contest(NamedTuple):
    """Who is measured, and on what.

    Attributes:
        collection: Its queries that are reported, with the runs that were given.
        methods: As they were asked for, None for all there are, none where runs stand alone.
        rival: What the others are compared with; empty for the first.
    """

    collection: JudgedCollection
    methods: Sequence[str] | None
    rival: str


def _contest(
    collection: str, method: Sequence[str] | None, run: Sequence[Path], split: str, baseline: str
) -> Contest:
    """Reads the runs and the collection; refuses what does not fit together."""
    from debatable.evaluation import collection as load
    from debatable.evaluation.runs import asked_methods, read_runs

    asked = [] if run and not method else method
    methods = asked_methods(asked)
    runs = {name: made.ids() for name, made in read_runs(run).items()}
    found = load(collection).reported(split).with_published(runs, alone=not methods)
    _check_runs(runs, found)
    return Contest(found, asked, _rival(baseline, [*methods, *found.published], runs))


def _evaluated(
    contest: Contest, measures: Sequence[str], index: Path | None, *, condensed: bool | None, depth: int
) -> Evaluation:
    """Asks the methods, and says which had to be left out."""
    from contextlib import nullcontext

    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.terminal import note
    from debatable.cli.verbs.evaluation.engine import engine_of
    from debatable.evaluation import evaluate

    found, methods, _ = contest
    alone = methods is not None and not methods
    with progress() as show, nullcontext() if alone else engine_of(found, index, show) as engine:
        evaluation = evaluate(
            found, methods, measures, searcher=engine, condensed=condensed, depth=depth, progress=show
        )
    for name, error in evaluation.left_out.items():
        note(f"{name} left out: {error}")
    return evaluation


def _show(
    evaluation: Evaluation, compared: Comparison, report: Path | None, format: str, *, per_query: bool
) -> None:
    """Writes the report, where one is asked for, and prints the figures, where the report is not printed."""
    from debatable.cli.printing.destination import STANDARD_OUTPUT, destination
    from debatable.cli.printing.evaluations import print_evaluation
    from debatable.cli.printing.terminal import note

    if report is not None:
        from debatable.evaluation.report import write_report

        with destination(report) as path:
            write_report(evaluation, compared, path)
    if report != STANDARD_OUTPUT:
        print_evaluation(evaluation, compared, format, per_query=per_query)
        if report is not None:
            note(f"{report}: the report, to open in a browser")


def _check_measuring(measures: Sequence[str], depth: int, test: str, correction: str) -> None:
    """Refuses names that there are not, and measures that look beyond the depth."""
    from debatable.evaluation import check_depth
    from debatable.evaluation.measures import asked_measure
    from debatable.evaluation.statistics import correction as parse_correction
    from debatable.evaluation.statistics import significance_test

    significance_test(test)
    parse_correction(correction)
    check_depth(depth, [asked_measure(name) for name in measures])


def _check_printing(format: str, report: Path | None, *, json: bool, per_query: bool) -> None:
    """Refuses formats that there are not, files that cannot be written, and two things in one place."""
    from debatable.cli.printing.destination import STANDARD_OUTPUT, check_destination
    from debatable.cli.printing.evaluations import FORMATS
    from debatable.errors import InputError, UnknownNameError

    if format not in FORMATS:
        raise UnknownNameError("format", format, FORMATS)
    if json and format not in ("table", "json"):
        raise InputError(f"--json and --format {format}", todo="give one of them")
    if report == STANDARD_OUTPUT and (json or format != "table" or per_query):
        raise InputError("two things go to standard output", todo="name a file for the report")
    check_destination(report)


def _check_runs(runs: Mapping[str, Collection[str]], found: JudgedCollection) -> None:
    """Refuses a run that is of other queries."""
    from debatable.errors import InputError

    asked = {query.id for query in found.queries}
    for name, lists in runs.items():
        if not asked & set(lists):
            raise InputError(f"{name} answers no query of {found.name}", todo="check the ids of its queries")


def _rival(baseline: str, known: Sequence[str], runs: Collection[str]) -> str:
    """Returns what the others are compared with; a run by its own name."""
    from debatable.errors import UnknownNameError

    rival = f"{baseline} (run)" if f"{baseline} (run)" in runs else baseline
    if rival and rival not in known:
        raise UnknownNameError("baseline", baseline, known)
    return rival
