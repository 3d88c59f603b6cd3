"""Rows of text as CSV, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

__all__ = ["csv_rows", "latex_table", "markdown_table"]

_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "&%$#_{}"},
}


def csv_rows(columns: Sequence[str], rows: Iterable[Sequence[str | float | None]]) -> str:
    r"""Returns rows as CSV with a header; numbers in full, nothing where there is None.

    >>> csv_rows(["method", "p"], [["a,b", 0.5], ["c", None]])
    'method,p\n"a,b",0.5\nc,\n'
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def markdown_table(rows: Sequence[Sequence[str]]) -> str:
    r"""Returns rows as a table of Markdown, the first as its header.

    >>> markdown_table([["method", "AP"], ["a|b", "0.5"]])
    '| method | AP |\n|---|---|\n| a\\|b | 0.5 |\n'
    """
    lines = ["| " + " | ".join(cell.replace("|", r"\|") for cell in row) + " |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]]) + "\n"


def latex_table(rows: Sequence[Sequence[str]], *, texts: int = 1) -> str:
    r"""Returns rows as a ``tabular`` with the rules of booktabs, the first as its header.

    Args:
        rows: Their cells; what LaTeX would take for a command is escaped.
        texts: How many of the first columns are set to the left; the others are to the right.

    >>> print(latex_table([["method", "nDCG@5"], ["a_b", "0.5"]]), end="")
    \begin{tabular}{lr}
    \toprule
    method & nDCG@5 \\
    \midrule
    a\_b & 0.5 \\
    \bottomrule
    \end{tabular}
    """
    lines = [" & ".join(map(_escaped, row)) + r" \\" for row in rows]
    sides = "l" * texts + "r" * (len(rows[0]) - texts)
    parts = [rf"\begin{{tabular}}{{{sides}}}", r"\toprule", lines[0], r"\midrule", *lines[1:]]
    return "\n".join([*parts, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _escaped(cell: str) -> str:
    return re.sub(r"[\\~^&%$#_{}]", lambda found: _LATEX[found.group()], cell)
