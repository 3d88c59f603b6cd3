"""Rows for people: as lines of text, as a data frame of pandas, as a table of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from debatable.errors import MissingExtraError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["aligned_table", "frame", "html_table", "shortened", "table_lines"]

WIDEST = 100
"""Characters of a text that a line shows."""


def shortened(text: str, most: int = WIDEST) -> str:
    r"""Returns a text on one line, cut where it is long.

    >>> shortened("Cars are\n  loud"), shortened("Cars are loud", 9)
    ('Cars are loud', 'Cars are…')
    """
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def aligned_table(rows: Sequence[Sequence[str]]) -> str:
    r"""Returns rows as lines whose columns stand below each other.

    >>> aligned_table([["method", "AP"], ["a", "0.5"]])
    'method  AP\na       0.5\n'
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


def table_lines(title: str, rows: Sequence[Sequence[str]], remarks: Iterable[str] = ()) -> str:
    r"""Returns a title, rows below each other, where there are any, and remarks, each on lines of its own.

    >>> table_lines("Ban cars: 1 hit", [["con", "Cars are\nfast"]], ["no word is known"])
    'Ban cars: 1 hit\ncon  Cars are fast\nno word is known'
    """
    short = [[shortened(cell) for cell in row] for row in rows]
    table = aligned_table(short) if short else ""
    return "\n".join([shortened(title), *table.splitlines(), *remarks])


def frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[str]) -> pd.DataFrame:
    """Returns rows as a data frame with these columns, in their order, also where there is no row.

    Raises:
        MissingExtraError: pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError:
        raise MissingExtraError("frames", "data frames") from None
    return pd.DataFrame(list(rows), columns=list(columns))


def html_table(
    caption: str, rows: Iterable[Mapping[str, Any]], columns: Sequence[str], remarks: Iterable[str] = ()
) -> str:
    """Returns rows as a table of HTML, then the remarks; nothing in their texts is taken for markup.

    >>> html_table("a < b", [{"n": 1.25}], ["n"])
    '<table><caption>a &lt; b</caption><thead><tr><th>n</th></tr></thead><tbody><tr><td>1.25</td></tr></tbody></table>'
    """
    from html import escape

    head = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(_cell(row.get(name)))}</td>" for name in columns) + "</tr>"
        for row in rows
    )
    caption = f"<caption>{escape(caption)}</caption>"
    table = f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return table + "".join(f"<p>{escape(remark)}</p>" for remark in remarks)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
