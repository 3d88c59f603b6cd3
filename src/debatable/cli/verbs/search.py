"""``debatable search``: premises for and against a claim."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from debatable.cli.options import Json, OptionalIndex, format_asked, opened
from debatable.cli.printing.terminal import STANDARD_OUTPUT, check_destination
from debatable.errors import InputError

Method = Annotated[
    str, typer.Option("--method", "-m", help="Ranking method, such as bm25 or bm25(claims=20).")
]
Fast = Annotated[bool, typer.Option("--fast", help="Read nothing: method fast; sides are less sure.")]
ShownStance = Annotated[
    Literal["both", "pro", "con", "any"],
    typer.Option("--stance", "-s", help="pro (for), con (against), both in balance, or any."),
]
Sources = Annotated[
    list[str] | None, typer.Option("--source", metavar="NAME", help="Only from this source; repeatable.")
]
Languages = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="TAG", help="Only premises in this language; repeatable."),
]
Exact = Annotated[bool, typer.Option("--exact", help="Compare all vectors, however many there are.")]
CorrectedSpelling = Annotated[
    bool,
    typer.Option(
        "--spelling/--no-spelling", help="Correct words, spell out abbreviations, turn questions into claims."
    ),
]
AnswerFormat = Literal[
    "table", "json", "jsonl", "csv", "markdown", "trec", "docx", "aif", "argdown", "arguebuf"
]
Format = Annotated[
    AnswerFormat | None,
    typer.Option(
        "--format",
        "-f",
        help="How to print; without it by the ending of --output, or a table. docx, for Word, needs --output.",
    ),
]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="FILE", help="File to write in place of printing.")
]

ENDINGS: dict[str, tuple[AnswerFormat, ...]] = {
    **{".docx": ("docx",), ".md": ("markdown",), ".markdown": ("markdown",), ".csv": ("csv",)},
    **{".json": ("json", "aif", "arguebuf", "jsonl"), ".jsonl": ("jsonl",), ".ndjson": ("jsonl",)},
    **{".trec": ("trec",), ".run": ("trec",), ".argdown": ("argdown",), ".ad": ("argdown",)},
}
"""What files of an ending may hold, the usual format first."""

PLAIN = ("", ".txt")
"""Endings of files that hold a table where no format was asked for."""


def search(
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="What to find arguments about.")],
    index: OptionalIndex = None,
    method: Method = "best",
    fast: Fast = False,
    stance: ShownStance = "both",
    k: Annotated[int, typer.Option("-k", help="How many premises at most.")] = 10,
    source: Sources = None,
    language: Languages = None,
    exact: Exact = False,
    spelling: CorrectedSpelling = True,
    explain: Annotated[bool, typer.Option("--explain", help="Show how each score came about.")] = False,
    format: Format = None,
    output: Output = None,
    json: Json = False,
) -> None:
    """Find the best premises for and against a claim.

    In the claim, +word must be there, -word must not, and "several words" in quotes must stand side by side,
    in a premise or a claim it speaks to.
    """
    from debatable.cli.printing.answers import print_answer, write_answer
    from debatable.ranking import checked_query, checked_size, load_ahead, pipeline

    wanted = format_asked(format, json, output, ENDINGS) or "table"
    if format is None and wanted == "table" and output is not None and output.suffix.lower() not in PLAIN:
        raise InputError(
            f"no format of answers has the ending {output.suffix}",
            where=str(output),
            todo="name a .docx, .md, .csv, .json or .txt file, or give --format",
        )
    if fast and method not in ("best", "fast"):
        raise InputError(f"--fast and --method {method}", todo="give one of them")
    method = "fast" if fast else method
    if wanted == "docx" and output in (None, STANDARD_OUTPUT):
        raise InputError("a Word document is no text to print", todo="name a file with -o brief.docx")
    check_destination(output)
    checked_query(claim, with_word=True)
    checked_size(k)
    load_ahead(pipeline(method).method)
    with opened(index, exact=exact) as engine:
        answer = engine.search(
            claim,
            method=method,
            k=k,
            stance=stance,
            sources=source or (),
            languages=language or (),
            operators=True,
            spelling=spelling,
        )
    if output is not None and output != STANDARD_OUTPUT:
        write_answer(answer, wanted, output, explain=explain)
    else:
        print_answer(answer, wanted, explain=explain)
