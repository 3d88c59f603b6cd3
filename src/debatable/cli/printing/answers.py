"""Printing an answer: as a table for people; as JSON, CSV, Markdown, TREC run or argument graph for programs."""

from __future__ import annotations

import io
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

import orjson

from debatable.briefs import correction_line
from debatable.cli.printing.terminal import note, print_json, print_text, printable, write_table
from debatable.files import write_bytes, write_text
from debatable.model import Answer
from debatable.plural import counted


def print_answer(answer: Answer, format: str, *, explain: bool = False) -> None:
    """Prints an answer on standard output; formats without a place for remarks print them on standard error."""
    FORMATS[format](answer, explain)
    if answer.corrected and format in LINES:
        note(correction_line(answer))
    if format in LINES:
        for remark in answer.remarks:
            note(printable(f"Note: {remark}."))


def write_answer(answer: Answer, format: str, file: Path, *, explain: bool = False) -> None:
    """Writes an answer into a file, whole or not at all, and says so on standard error."""
    if format == "docx":
        from debatable.briefs.word import docx_bytes

        write_bytes(file, docx_bytes(answer))
    else:
        printed = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
        with redirect_stdout(printed):
            print_answer(answer, format, explain=explain)
            printed.seek(0)
        (write_table if format == "csv" else write_text)(file, printed.read())
    note(f"{counted(len(answer), 'premise')} written to {file}")


def _print_table(answer: Answer, explain: bool) -> None:
    from debatable.cli.printing.answer_table import print_table

    print_table(answer, explain)


def _print_json(answer: Answer, explain: bool) -> None:
    print_json(answer.as_dict(explain=explain))


def _print_jsonl(answer: Answer, explain: bool) -> None:
    for hit in answer.as_dict(explain=explain)["hits"]:
        print_text(orjson.dumps(hit).decode() + "\n")


def _print_csv(answer: Answer, explain: bool) -> None:
    from debatable.briefs import csv_text

    print_text(csv_text(answer, explain))


def _print_markdown(answer: Answer, explain: bool) -> None:
    from debatable.briefs import markdown_text

    print_text(markdown_text(answer, explain))


def _print_trec(answer: Answer, explain: bool) -> None:
    from debatable.evaluation.runs import run_lines

    ranking = [(hit.premise.id, hit.score) for hit in answer.hits]
    print_text("".join(f"{line}\n" for line in run_lines("1", ranking, answer.method)))


def _print_graph(format: str, answer: Answer, explain: bool) -> None:
    from debatable.briefs.graph import answer_losses, graph_text

    print_text(graph_text(answer, format))
    for loss in answer_losses(answer, format):
        note(f"debatable: {loss}")


GRAPHS = ("aif", "argdown", "arguebuf")
"""Formats of argument graphs; what they have no place for is listed on standard error."""

FORMATS: dict[str, Callable[[Answer, bool], None]] = {
    "table": _print_table,
    "json": _print_json,
    "jsonl": _print_jsonl,
    "csv": _print_csv,
    "markdown": _print_markdown,
    "trec": _print_trec,
    **{format: partial(_print_graph, format) for format in GRAPHS},
}
"""How to print by name; what only one of them needs is loaded when it is asked for."""

LINES = ("jsonl", "csv", "trec", *GRAPHS)
"""Formats that have no place for remarks."""
