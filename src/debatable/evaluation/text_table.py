"""Rows of text as a table for a terminal or a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from debatable.display import html_table


def aligned_table(rows: Sequence[Sequence[str]]) -> str:
    r"""Returns rows as lines whose columns stand below each other.

    >>> aligned_table([["method", "AP"], ["a", "0.5"]])
    'method  AP\na       0.5\n'
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


class TitledTable(ABC):
    """A result that is a table with remarks: printed, aligned lines; in a notebook, HTML."""

    __slots__ = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader must know to read the table rightly, in sentences."""
        return ()

    @property
    @abstractmethod
    def title(self) -> str:
        """What the table shows, in one line."""

    @abstractmethod
    def table(self) -> list[list[str]]:
        """Returns a header and the rows."""

    def __str__(self) -> str:
        """Returns the table as aligned lines, then the remarks."""
        return f"{self.title}\n{aligned_table(self.table())}" + "".join(f"{one}\n" for one in self.remarks)

    def _repr_html_(self) -> str:
        """Returns the table as notebooks show it."""
        head, *rows = self.table()
        return html_table(self.title, [dict(zip(head, row, strict=True)) for row in rows], head, self.remarks)
