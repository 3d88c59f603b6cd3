"""Tables in the layout of a paper: our figure beside the published one in every cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Cell", "PaperTable", "Row", "table_lines"]


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of a table.

    Attributes:
        ours: What was computed here, None where the method or the data is missing.
        published: What the paper says, None where it says nothing.
        digits: Shown after the point.
        scientific: Whether it is shown with a power of ten, as small p are.

    >>> print(Cell(0.6512, 0.6782)), print(Cell(None, 0.5)), print(Cell(0.25))
    0.651 (.678)
    – (.500)
    0.250
    (None, None, None)
    >>> print(Cell(0.00012, 5e-5, 1, scientific=True))
    1.2e-04 (5.0e-05)
    """

    ours: float | None = None
    published: float | None = None
    digits: int = 3
    scientific: bool = False

    def __str__(self) -> str:
        """Shows our figure, and the published one in brackets."""
        form = f".{self.digits}{'e' if self.scientific else 'f'}"
        ours = "–" if self.ours is None else f"{self.ours:{form}}"
        if self.published is None:
            return ours
        return f"{ours} ({f'{self.published:{form}}'.lstrip('0')})"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table.

    Attributes:
        label: As the paper names it.
        cells: One a column.
    """

    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PaperTable:
    """One table of a paper.

    Attributes:
        title: Number and subject.
        columns: Heads, without that of the labels.
        rows: As the paper orders them.
        remarks: What a reader should know, such as a method that is missing.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    remarks: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        return {
            "title": self.title,
            "columns": list(self.columns),
            "rows": [
                {"label": row.label, "cells": [{"ours": c.ours, "published": c.published} for c in row.cells]}
                for row in self.rows
            ],
            "remarks": list(self.remarks),
        }


def table_lines(table: PaperTable) -> list[str]:
    """Returns a table as lines of equal columns for people."""
    grid: list[Sequence[str]] = [("", *table.columns)]
    grid += [(row.label, *map(str, row.cells)) for row in table.rows]
    widths = [max(len(line[column]) for line in grid) for column in range(len(grid[0]))]
    lines = [table.title]
    for line in grid:
        cells = [line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))]
        lines.append("  ".join(cells).rstrip())
    return [*lines, *table.remarks]
