"""Results that are tables for a terminal or a notebook."""

from __future__ import annotations

from abc import ABC, abstractmethod

from debatable.display import aligned_table, html_table


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
