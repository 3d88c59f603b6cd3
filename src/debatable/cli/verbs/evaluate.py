"""``debatable evaluate`` and ``debatable run``: how good are methods on a collection, and their answers as a run."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from debatable.cli.collection_index import engine_of
from debatable.cli.options import (
    COLLECTION,
    CollectionIndex,
    CollectionSource,
    Json,
    Methods,
    Runs,
    SplitOfAll,
)
from debatable.cli.printing.terminal import (
    STANDARD_OUTPUT,
    check_destination,
    destination,
    note,
    print_json,
    progress,
)
from debatable.cli.verbs.evaluate_claims import claims_evaluated, is_about_claims
from debatable.cli.verbs.servers import keep_to_one_core
from debatable.errors import InputError, UnknownNameError, check_name
from debatable.plural import counted

if TYPE_CHECKING:
    from debatable.engines import Engine
    from debatable.evaluation import Collection as JudgedCollection
    from debatable.evaluation import Comparison, Evaluation

OptionalCollection = Annotated[
    str,
    typer.Argument(
        metavar="COLLECTION", help=f"{COLLECTION}; without it the bundled one.", show_default=False
    ),
]
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
Claims = Annotated[
    list[str] | None,
    typer.Option(
        "--claims",
        metavar="NAME",
        help="Score claims, found by a similarity, all 196, dense or hybrid; runs are then of claims; repeatable.",
    ),
]
JudgmentKind = Annotated[
    str, typer.Option("--judgment", metavar="KIND", help="Grades that count: relevance or quality.")
]
Jobs = Annotated[
    int | None,
    typer.Option(
        help="Queries asked at once; one a core without it. With 1 the times are those of a search by itself.",
        show_default=False,
    ),
]
Report = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a page with tables, plots and example answers; - prints it."),
]

PointFolder = Annotated[
    Path | None,
    typer.Argument(metavar="[DIR]", help="Folder with key points, after points.", show_default=False),
]

POINTS = "points"
"""In place of a collection, before a folder of arguments with key points."""

EVERYDAY = "everyday"
"""In place of a collection, for the bundled one; ``everyday:FOLDER`` for another that the set has claims on."""


def evaluate(
    collection: OptionalCollection = "",
    folder: PointFolder = None,
    method: Methods = None,
    run: Runs = None,
    claims: Claims = None,
    measure: Measures = None,
    depth: Depth = 1000,
    baseline: Baseline = "",
    test: Test = "t",
    correction: Correction = "holm",
    split: Split = "",
    condensed: Condensed = None,
    judgment: JudgmentKind = "relevance",
    index: CollectionIndex = None,
    jobs: Jobs = None,
    per_query: PerQuery = False,
    report: Report = None,
    format: EvaluationFormat = "table",
    json: Json = False,
) -> None:
    """Measure how well methods or runs answer a collection.

    In place of a collection, everyday asks claims as people phrase them (--split build or report) and says how
    many hits stand on the right side, how many on none, how many off-topic lines are answered, and how often a
    claim that makes one point is answered to the point (success@1, success@5). points DIR measures how well
    points are matched and found, in a folder with arguments.csv, key_points.csv and labels.csv.

    With --claims, or with runs that name claims where claims were judged, claims are scored: nDCG at 1, 2 and 5 with
    the discount of Dumani and Schenkel 2019, over the queries that have a relevant claim.
    """
    from debatable.cli.verbs.evaluate_sets import evaluate_everyday, evaluate_points, refuse_options

    if collection == POINTS or collection.partition(":")[0] == EVERYDAY:
        of_points = {"split": split, "index": index} if collection == POINTS else {}
        refuse_options(
            collection,
            **of_points,
            run=run,
            claims=claims,
            measure=measure,
            depth=depth != 1000,
            baseline=baseline,
            test=test != "t",
            correction=correction != "holm",
            condensed=condensed is not None,
            judgment=judgment != "relevance",
            jobs=jobs,
            per_query=per_query,
            report=report,
            format=format not in ("table", "json"),
        )
        json = json or format == "json"
    if collection == POINTS:
        return evaluate_points(folder, method, json=json)
    keep_to_one_core(os.environ)
    if folder is not None:
        raise InputError(
            "two collections were given", where=str(folder), todo="give one, or points and a folder"
        )
    if collection.partition(":")[0] == EVERYDAY:
        return evaluate_everyday(collection, method, split, index, json=json)
    from debatable.evaluation import compare

    _check_printing(format, report, json=json, per_query=per_query)
    _check_measuring(measure or (), depth, test, correction)
    if claims and method:
        raise InputError("claims and premises in one table", todo="give --claims or --method")
    if claims or (run and not method and is_about_claims(collection, run)):
        if judgment != "relevance" or condensed is not None:
            raise InputError(
                "--judgment and --condensed are about premises", todo="leave them out for claims"
            )
        evaluation = claims_evaluated(collection, claims or (), run or (), measure or (), split, index)
    else:
        judged, methods = _inputs(collection, method, run or (), split, baseline)
        judged.judgments.of_kind(judgment)
        options = {"measures": measure or (), "condensed": condensed, "depth": depth, "judgment": judgment}
        options["jobs"] = jobs
        evaluation = _premises_evaluated(judged, methods, index, options)
    for remark in evaluation.remarks:
        note(remark)
    named = _baseline(baseline, list(evaluation.everything))
    compared = compare(evaluation, named, test=test, correct=correction)
    _show(evaluation, compared, report, "json" if json else format, per_query=per_query)


def _inputs(
    collection: str, method: Sequence[str] | None, run: Sequence[Path], split: str, baseline: str
) -> tuple[JudgedCollection, Sequence[str] | None]:
    """Returns the collection with the runs, and the methods: None for all, empty where runs are measured alone.

    Runs of other queries, and a baseline that is neither method nor run, are refused before anything is ranked.
    """
    from debatable.evaluation import collection as load
    from debatable.evaluation.evaluation import published_name
    from debatable.evaluation.runs import asked_methods, read_runs, run_remarks

    asked = [] if run and not method else method
    methods = asked_methods(asked)
    runs = {name: made.ids() for name, made in read_runs(run).items()}
    judged = load(collection).reported(split).with_published(runs, alone=not methods)
    queries = {query.id for query in judged.queries}
    for name, lists in runs.items():
        if not queries & set(lists):
            raise InputError(f"{name} answers no query of {judged.name}", todo="check the ids of its queries")
    for remark in run_remarks(judged, runs):
        note(remark)
    if baseline:
        _baseline(baseline, [*methods, *(published_name(model, methods) for model in judged.published)])
    return judged, asked


def _premises_evaluated(
    judged: JudgedCollection, methods: Sequence[str] | None, index: Path | None, options: Mapping[str, Any]
) -> Evaluation:
    """Ranks and scores premises; says which methods could not rank."""
    from debatable.evaluation import evaluate

    runs_alone = methods is not None and not methods
    with progress() as show, nullcontext() if runs_alone else engine_of(judged, index, show) as engine:
        if engine is not None:
            _note_unknown_premises(judged, engine)
        evaluation = evaluate(judged, methods, searcher=engine, progress=show, **options)
    for name, error in evaluation.left_out.items():
        note(f"{name} left out: {error}")
    return evaluation


def _note_unknown_premises(judged: JudgedCollection, engine: Engine) -> None:
    """Says how many judged premises no method can find: often those of another corpus, or ids of another form."""
    premises = {row.premise_id for row in judged.judgments.rows}
    if unknown := premises - set(engine.resolve(sorted(premises))):
        found = f"{len(unknown):,} of {counted(len(premises), 'judged premise')}"
        note(f"{found} not in the corpus, such as {min(unknown)[:80]!r}; no method can find them")


def _baseline(asked: str, candidates: Sequence[str]) -> str:
    """Returns the method or run of a name that others are compared with; the first where none is asked for."""
    of_run = f"{asked} (run)"
    named = of_run if of_run in candidates and asked not in candidates else asked or candidates[0]
    if named not in candidates:
        raise UnknownNameError("baseline", asked, candidates)
    return named


def _show(
    evaluation: Evaluation, compared: Comparison, report: Path | None, format: str, *, per_query: bool
) -> None:
    """Writes the report, where one is asked for, and prints the figures, where the report is not printed."""
    from debatable.cli.printing.evaluations import print_evaluation

    if report is not None:
        from debatable.evaluation.report import write_report

        with destination(report) as path:
            write_report(evaluation, compared, path)
    if report != STANDARD_OUTPUT:
        print_evaluation(evaluation, compared, format, per_query=per_query)
        if report is not None:
            note(f"{report}: the report, to open in a browser")


def _check_measuring(measures: Sequence[str], depth: int, test: str, correction: str) -> None:
    """Checks the names of measures, test and correction, and the depth that the measures need."""
    from debatable.evaluation import check_depth
    from debatable.evaluation.measures import asked_measure
    from debatable.evaluation.statistics import correction as parse_correction
    from debatable.evaluation.statistics import significance_test

    significance_test(test)
    parse_correction(correction)
    check_depth(depth, [asked_measure(name) for name in measures])


def _check_printing(format: str, report: Path | None, *, json: bool, per_query: bool) -> None:
    """Checks the format, that the report can be written, and that one thing goes to standard output."""
    from debatable.cli.printing.evaluations import FORMATS

    check_name("format", format, FORMATS)
    if json and format not in ("table", "json"):
        raise InputError(f"--json and --format {format}", todo="give one of them")
    if report == STANDARD_OUTPUT and (json or format != "table" or per_query):
        raise InputError("two things go to standard output", todo="name a file for the report")
    check_destination(report)


def run(
    collection: CollectionSource,
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="The run; .gz packs it, - prints it.")
    ],
    method: Annotated[
        str, typer.Option("--method", "-m", help="Method to run; best without it.", show_default=False)
    ] = "",
    similarity: Annotated[
        str, typer.Option("--similarity", metavar="NAME", help="Rank claims by this, in place of premises.")
    ] = "",
    tag: Annotated[str, typer.Option(help="Last field of each line; the method without it.")] = "",
    k: Annotated[int, typer.Option("-k", help="How many premises, or claims, a query.")] = 100,
    split: SplitOfAll = "all",
    index: CollectionIndex = None,
    json: Json = False,
) -> None:
    """Write the answers to a collection's queries as a TREC run."""
    keep_to_one_core(os.environ)
    from debatable.evaluation import collection as load
    from debatable.evaluation import run, write_run
    from debatable.evaluation.claims import claim_index, claim_run
    from debatable.evaluation.runs import asked_methods, check_names
    from debatable.lexical import similarity as similarity_named

    check_destination(out, json=json)
    if similarity and (method or index):
        raise InputError("claims are ranked without a method or an index", todo="give --similarity alone")
    named = similarity_named(similarity) if similarity else None
    asked_methods([method or "best"])
    judged = load(collection).reported(split)
    check_names([query.id for query in judged.queries], tag or "debatable")
    if named is not None:
        made = claim_run(claim_index(judged), judged.queries, named, k, tag)
    else:
        with progress() as show, engine_of(judged, index, show) as engine:
            made = run(judged, method or "best", k=k, tag=tag, searcher=engine, progress=show)
    with destination(out) as path:
        write_run(made, path)
    what, size = "claim" if similarity else "premise", sum(map(len, made.rankings.values()))
    if json:
        print_json({"file": str(out), f"{what}s": size, "queries": len(made.rankings)})
        return
    note(f"{out}: {counted(size, what)} for {counted(len(made.rankings), 'query')}")
