"""Printing an answer: as a table for people, as JSON, JSON lines, CSV, Markdown and TREC run for programs."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Sequence
from typing import Any

import orjson
from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from debatable.engines.documents import answer_document
from debatable.model import Answer, Explanation, Hit, Stance

__all__ = ["FORMATS", "explanation_lines", "print_answer"]

SIDES = {Stance.PRO: ("Pro", "green"), Stance.CON: ("Con", "red"), Stance.NONE: ("Undecided", "yellow")}
COLUMNS = ("rank", "stance", "score", "premise_id", "premise", "claim", "cluster", "size", "source", "url")


def print_answer(answer: Answer, format: str, *, explain: bool = False) -> None:
    """Prints an answer on standard output."""
    FORMATS[format](answer, explain)


def explanation_lines(explanation: Explanation) -> list[str]:
    """Returns an explanation as indented lines for people."""
    lines = []
    for depth, part in explanation.walk():
        rule = "" if part.rule == "given" else f" = {part.rule} of"
        about = f"  [{part.note or part.of}]" if part.note or part.of else ""
        lines.append(f"{'  ' * depth}{part.label} {part.value:.6g}{rule}{about}")
    return lines


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8", "replace"))
    sys.stdout.flush()


def _print_json(answer: Answer, explain: bool) -> None:
    document = answer_document(answer, explain=explain)
    _write(orjson.dumps(document, option=orjson.OPT_INDENT_2).decode() + "\n")


def _print_jsonl(answer: Answer, explain: bool) -> None:
    for hit in answer_document(answer, explain=explain)["hits"]:
        _write(orjson.dumps(hit).decode() + "\n")


def _print_csv(answer: Answer, explain: bool) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([*COLUMNS, "explanation"] if explain else COLUMNS)
    for rank, hit in enumerate(answer.hits, 1):
        extra = ["; ".join(line.strip() for line in explanation_lines(hit.explanation))] if explain else []
        writer.writerow([_unformula(cell) for cell in [*_row(rank, hit), *extra]])
    _write(out.getvalue())


def _row(rank: int, hit: Hit) -> list[Any]:
    claim = hit.claims[0].text if hit.claims else ""
    first = hit.arguments[0] if hit.arguments else None
    provenance = [first.source, first.url] if first else ["", ""]
    return [
        rank,
        hit.stance.value,
        repr(hit.score),
        hit.premise.id,
        hit.premise.text,
        claim,
        hit.cluster.id,
        hit.cluster.size,
        *provenance,
    ]


def _unformula(cell: object) -> object:
    """Keeps spreadsheets from running a text as a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in "=+-@\t\r" and not _number(cell) else cell


def _number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


def _print_markdown(answer: Answer, explain: bool) -> None:
    lines = [f"# {_markdown(answer.query)}", ""]
    for stance, (title, _) in SIDES.items():
        hits = [hit for hit in answer.hits if hit.stance is stance]
        if not hits:
            continue
        lines += [f"## {title}", ""]
        for number, hit in enumerate(hits, 1):
            claim = f" *({_markdown(hit.claims[0].text)})*" if hit.claims else ""
            lines.append(f"{number}. {_markdown(hit.premise.text)}{claim}")
            if explain:
                lines += [
                    "",
                    "   ```",
                    *(f"   {line}" for line in explanation_lines(hit.explanation)),
                    "   ```",
                ]
        lines.append("")
    lines += [f"*{_markdown(remark)}*" for remark in answer.remarks]
    _write("\n".join(lines).rstrip() + "\n")


def _print_trec(answer: Answer, explain: bool) -> None:
    from debatable.evaluation.runs import run_lines

    ranking = [(hit.premise.id, hit.score) for hit in answer.hits]
    _write("".join(f"{line}\n" for line in run_lines("1", ranking, answer.method)))


def _markdown(text: str) -> str:
    folded = " ".join(text.split())
    return "".join(f"\\{character}" if character in "\\`*_[]<>#|" else character for character in folded)


def _print_table(answer: Answer, explain: bool) -> None:
    console = Console()
    console.print(Text(answer.query, style="bold"))
    if not answer.hits:
        console.print("No premise was found.")
    sides = [side for side in SIDES if any(hit.stance is side for hit in answer.hits)]
    wide = console.width >= 90 and {Stance.PRO, Stance.CON} <= set(sides)
    if wide:
        table = Table(expand=True, show_lines=False, pad_edge=False)
        for side in (Stance.PRO, Stance.CON):
            table.add_column(SIDES[side][0], style=SIDES[side][1], ratio=1, vertical="top")
        for row in _zipped(answer.pro, answer.con):
            table.add_row(*(_cell(hit, explain) if hit else "" for hit in row))
        console.print(table)
        sides = [side for side in sides if side is Stance.NONE]
    for side in sides:
        table = Table(expand=True, pad_edge=False)
        table.add_column(SIDES[side][0], style=SIDES[side][1], ratio=1)
        for hit in answer.hits:
            if hit.stance is side:
                table.add_row(_cell(hit, explain))
        console.print(table)
    for remark in answer.remarks:
        console.print(Text(f"Note: {remark}.", style="yellow"))
    found = f"{len(answer.pro)} pro, {len(answer.con)} con"
    console.print(f"[dim]{found} · method {escape(answer.method)} · {answer.seconds * 1000:.0f} ms[/dim]")


def _zipped(pro: Sequence[Hit], con: Sequence[Hit]) -> list[tuple[Hit | None, Hit | None]]:
    longest = max(len(pro), len(con))
    return [
        (pro[place] if place < len(pro) else None, con[place] if place < len(con) else None)
        for place in range(longest)
    ]


def _cell(hit: Hit, explain: bool) -> RenderableType:
    said = f" · said {hit.cluster.size} times" if hit.cluster.size > 1 else ""
    source = hit.arguments[0].source if hit.arguments else ""
    parts: list[RenderableType] = [
        Text(_terminal(hit.premise.text), style="default"),
        Text(_terminal(f"{hit.score:.3g}{said} · {hit.premise.id} · {source}".rstrip(" ·")), style="dim"),
    ]
    if hit.claims:
        parts.insert(1, Text(_terminal(f"↳ {hit.claims[0].text}"), style="dim italic"))
    if explain:
        parts.append(Text(_terminal("\n".join(explanation_lines(hit.explanation)), "\n"), style="cyan"))
    return Padding(Group(*parts), (0, 0, 1, 0))


def _terminal(text: str, keep: str = "") -> str:
    """Takes out what could steer the terminal."""
    return "".join(c if c.isprintable() or c in keep else " " for c in text)


FORMATS: dict[str, Callable[[Answer, bool], None]] = {
    "table": _print_table,
    "json": _print_json,
    "jsonl": _print_jsonl,
    "csv": _print_csv,
    "markdown": _print_markdown,
    "trec": _print_trec,
}
