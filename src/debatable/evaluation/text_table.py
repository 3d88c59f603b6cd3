"""Rows of text as a table for a terminal."""

from __future__ import annotations

from collections.abc import Sequence


def aligned_table(rows: Sequence[Sequence[str]]) -> str:
    r"""Returns rows as lines whose columns stand below each other.

    >>> aligned_table([["method", "AP"], ["a", "0.5"]])
    'method  AP\na       0.5\n'
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join("  ".join(map(str.ljust, row, widths)).rstrip() + "\n" for row in rows)
