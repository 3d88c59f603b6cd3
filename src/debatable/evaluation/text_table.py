"""Rows of text as a table: aligned for a terminal, as HTML for a notebook."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

Rows = Sequence[Sequence[str]]


def aligned_table(rows: Rows) -> str:
    r"""Returns rows as lines whose columns stand below each other.

    >>> aligned_table([["method", "AP"], ["a", "0.5"]])
    'method  AP\na       0.5\n'
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)


def html_table(rows: Rows, caption: str = "") -> str:
    """Returns rows as a table of HTML, the first as its header.

    >>> html_table([["AP"], ["<0.5"]], "A & B")
    '<table><caption>A &amp; B</caption><tr><th>AP</th></tr><tr><td>&lt;0.5</td></tr></table>'
    """
    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    lines = [
        "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in row)
        for tag, row in zip(["th"] + ["td"] * (len(rows) - 1), rows, strict=True)
    ]
    return f"<table>{head}{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"
