"""``debatable annotate`` and ``debatable agreement``: judge a pool, and measure how far annotators agree."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import LARGEST_SEED, Json
from debatable.cli.printing.terminal import (
    STANDARD_OUTPUT,
    check_destination,
    destination,
    note,
    print_json,
    print_text,
    printable,
)
from debatable.errors import InputError
from debatable.plural import counted


def annotate(
    pool: Annotated[Path, typer.Argument(metavar="POOL", help="A pool, as JSON lines.", show_default=False)],
    into: Annotated[Path, typer.Option("--into", "-o", metavar="FILE", help="File to append answers to.")],
    annotator: Annotated[str, typer.Option("--annotator", "-a", help="Your name.")],
    task: Annotated[
        str, typer.Option("--task", "-t", help="similarity, relevance, binary-relevance or clustering.")
    ] = "relevance",
) -> None:
    """Judge the items of a pool that wait for you.

    Every answer is kept at once.
    """
    from debatable.evaluation.annotation import annotate, read_pool
    from debatable.evaluation.annotation import task as parse_task

    asked = parse_task(task)
    if into == STANDARD_OUTPUT:
        raise InputError("answers are appended to a file, and - is none", todo="name one with --into")
    check_destination(into)
    items = read_pool(pool)
    given = annotate(
        items, into, asked, annotator, say=lambda line: typer.echo(printable(line, keep="\n")), hear=_answer
    )
    note(f"{into}: {counted(given, 'answer')} added")


def _answer(question: str) -> str:
    """Asks on the terminal; the end of the input quits."""
    try:
        return str(typer.prompt(question, prompt_suffix="> ", default="", show_default=False))
    except typer.Abort:
        return "q"


Annotations = Annotated[
    Path, typer.Argument(metavar="FILE", help="What debatable annotate wrote.", show_default=False)
]
Qrels = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the judgments as TREC qrels, rounded; - prints them."),
]
JudgmentsFile = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write them as judgments.jsonl of a collection; - prints them."),
]
ClaimJudgmentsFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Write those of claims as claim_judgments.jsonl of a collection; - prints them."
    ),
]
Raw = Annotated[
    bool,
    typer.Option(
        "--raw", help="Compare values as given: similarity 4 and 5 apart, relevance without stances."
    ),
]
Seed = Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Of the bootstrap intervals.")]

CLAIM_TASK = "similarity"
"""The task whose items are claims."""


def agreement(
    annotations: Annotations,
    qrels: Qrels = None,
    judgments: JudgmentsFile = None,
    claim_judgments: ClaimJudgmentsFile = None,
    raw: Raw = False,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Measure agreement (Krippendorff's alpha), export judgments."""
    from debatable.evaluation import write_qrels
    from debatable.evaluation.annotation import TASKS, agreement, consensus, read_annotations
    from debatable.evaluation.judgments import write_judgments

    given = read_annotations(annotations)
    if not given:
        todo = "judge a pool with: debatable annotate"
        raise InputError("there is no annotation", where=str(annotations), todo=todo)
    tasks = [name for name in TASKS if any(annotation.task == name for annotation in given)]
    measured = [agreement(given, name, raw=raw, seed=seed) for name in tasks]
    printed = [path for path in (qrels, judgments, claim_judgments) if path == STANDARD_OUTPUT]
    if len(printed) + json > 1:
        raise InputError("two things go to standard output", todo="name a file for one of them")
    of_claims = [one for one in given if one.task == CLAIM_TASK]
    of_premises = [one for one in given if one.task != CLAIM_TASK]
    if claim_judgments is not None and not of_claims:
        raise InputError(
            "nobody judged claims", where=str(annotations), todo="annotate with --task similarity"
        )
    if judgments is not None and not of_premises:
        raise InputError("nobody judged premises", where=str(annotations), todo="use --claim-judgments FILE")
    if json:
        print_json({one.task: asdict(one) for one in measured})
    elif not printed:
        for one in measured:
            print_text(printable(str(one), keep="\n"))
    if qrels is not None:
        with destination(qrels) as path:
            write_qrels(consensus(given), path, whole=True)
    if judgments is not None:
        with destination(judgments) as path:
            write_judgments(consensus(of_premises), path)
    if claim_judgments is not None:
        with destination(claim_judgments) as path:
            write_judgments(consensus(of_claims), path, item="claim_id")
