"""An answer as a table for people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from debatable.briefs import NEAREST, TITLES, by_side, correction_line, explanation_lines
from debatable.cli.printing.terminal import printable
from debatable.model import Answer, Hit, Stance

COLOURS = {Stance.PRO: "green", Stance.CON: "red", Stance.UNDECIDED: "yellow"}


def print_table(answer: Answer, explain: bool = False) -> None:
    """Prints the sides beside each other, or below each other where the terminal is narrow."""
    console = Console()
    console.print(Text(answer.searched, style="bold"))
    if answer.corrected:
        console.print(Text(printable(correction_line(answer)), style="yellow"))
    nearest = answer.closeness == "nearest"
    if nearest:  # before the lists: they are no answer to the claim itself
        _print_remarks(console, answer)
    sides = by_side(answer)
    if console.width >= 90 and {Stance.PRO, Stance.CON} <= sides.keys():
        table = Table(expand=True, show_lines=False, pad_edge=False)
        for side in (Stance.PRO, Stance.CON):
            table.add_column(TITLES[side], style=COLOURS[side], ratio=1, vertical="top")
        for row in zip_longest(sides.pop(Stance.PRO), sides.pop(Stance.CON)):
            table.add_row(*(_cell(hit, explain) if hit else "" for hit in row))
        console.print(table)
    for side, hits in sides.items():
        _print_list(console, TITLES[side], COLOURS[side], hits, explain)
    if not answer.hits:
        _print_nothing(console, answer, explain)
    if not nearest:
        _print_remarks(console, answer)
    left_out = {"pro": "con", "con": "pro"}.get(answer.parameters.get("stance", ""))
    shown = {"pro": f"{len(answer.pro)} for", "con": f"{len(answer.con)} against"}
    counts = ", ".join(words for side, words in shown.items() if side != left_out)
    if answer.undecided:
        counts += f", {len(answer.undecided)} undecided"
    if nearest:
        counts += ", on the nearest claims"
    if answer.hits and answer.weak:
        counts += f", {len(answer.weak)} not close"
    console.print(f"[dim]{counts} · method {escape(answer.method)} · {answer.seconds * 1000:.0f} ms[/dim]")


def _print_remarks(console: Console, answer: Answer) -> None:
    for remark in answer.remarks:
        console.print(Text(printable(f"Note: {remark}."), style="yellow"))


def _print_list(console: Console, title: str, colour: str, hits: Sequence[Hit], explain: bool) -> None:
    table = Table(expand=True, pad_edge=False)
    table.add_column(title, style=colour, ratio=1)
    for hit in hits:
        table.add_row(_cell(hit, explain))
    console.print(table)


def _print_nothing(console: Console, answer: Answer, explain: bool) -> None:
    """Prints that nothing was found, and what is nearest as such."""
    if not answer.weak:
        if answer.parameters.get("stance") not in ("pro", "con"):  # else a remark says so
            console.print("No premise was found.")
        return
    _print_list(console, "Nearest, but not close", "dim", answer.weak[:NEAREST], explain)


def _cell(hit: Hit, explain: bool) -> RenderableType:
    times = f" · said {hit.cluster.size} times" if hit.cluster.size > 1 else ""
    source = hit.arguments[0].source if hit.arguments else ""
    parts: list[RenderableType] = [
        Text(printable(hit.premise.text), style="default"),
        Text(printable(f"{hit.score:.3g}{times} · {hit.premise.id} · {source}".rstrip(" ·")), style="dim"),
    ]
    if hit.claims:
        parts.insert(1, Text(printable(f"↳ {hit.claims[0].text}"), style="dim italic"))
    if explain and hit.stance_reason:
        parts.append(Text(printable(hit.stance_reason), style="cyan"))
    if explain:
        parts.append(Text(printable("\n".join(explanation_lines(hit.explanation)), keep="\n"), style="cyan"))
    return Padding(Group(*parts), (0, 0, 1, 0))
