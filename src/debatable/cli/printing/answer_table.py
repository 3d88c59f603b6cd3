"""An answer as a table for people."""

from __future__ import annotations

from itertools import zip_longest

from rich.console import Console, Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from debatable.cli.printing.answer_parts import TITLES, explanation_lines
from debatable.cli.printing.terminal import printable
from debatable.model import Answer, Hit, Stance

__all__ = ["print_table"]

COLOURS = {Stance.PRO: "green", Stance.CON: "red", Stance.NONE: "yellow"}


def print_table(answer: Answer, explain: bool = False) -> None:
    """Prints the two sides beside each other, or below each other where the terminal is narrow."""
    console = Console()
    console.print(Text(answer.query, style="bold"))
    if not answer.hits:
        console.print("No premise was found.")
    sides = [side for side in TITLES if any(hit.stance is side for hit in answer.hits)]
    wide = console.width >= 90 and {Stance.PRO, Stance.CON} <= set(sides)
    if wide:
        table = Table(expand=True, show_lines=False, pad_edge=False)
        for side in (Stance.PRO, Stance.CON):
            table.add_column(TITLES[side], style=COLOURS[side], ratio=1, vertical="top")
        for row in zip_longest(answer.pro, answer.con):
            table.add_row(*(_cell(hit, explain) if hit else "" for hit in row))
        console.print(table)
        sides = [side for side in sides if side is Stance.NONE]
    for side in sides:
        table = Table(expand=True, pad_edge=False)
        table.add_column(TITLES[side], style=COLOURS[side], ratio=1)
        for hit in answer.hits:
            if hit.stance is side:
                table.add_row(_cell(hit, explain))
        console.print(table)
    for remark in answer.remarks:
        console.print(Text(f"Note: {remark}.", style="yellow"))
    found = f"{len(answer.pro)} pro, {len(answer.con)} con"
    console.print(f"[dim]{found} · method {escape(answer.method)} · {answer.seconds * 1000:.0f} ms[/dim]")


def _cell(hit: Hit, explain: bool) -> RenderableType:
    said = f" · said {hit.cluster.size} times" if hit.cluster.size > 1 else ""
    source = hit.arguments[0].source if hit.arguments else ""
    parts: list[RenderableType] = [
        Text(printable(hit.premise.text), style="default"),
        Text(printable(f"{hit.score:.3g}{said} · {hit.premise.id} · {source}".rstrip(" ·")), style="dim"),
    ]
    if hit.claims:
        parts.insert(1, Text(printable(f"↳ {hit.claims[0].text}"), style="dim italic"))
    if explain:
        parts.append(Text(printable("\n".join(explanation_lines(hit.explanation)), keep="\n"), style="cyan"))
    return Padding(Group(*parts), (0, 0, 1, 0))
