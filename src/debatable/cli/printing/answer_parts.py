"""What several ways to print an answer share: titles of the sides, explanations as lines."""

from __future__ import annotations

from debatable.model import Explanation, Stance

__all__ = ["TITLES", "explanation_lines"]

TITLES = {Stance.PRO: "Pro", Stance.CON: "Con", Stance.NONE: "Undecided"}
"""The sides in the order they are shown."""


def explanation_lines(explanation: Explanation) -> list[str]:
    """Returns an explanation as indented lines for people.

    >>> explanation_lines(Explanation("score", 2, "sum", (Explanation("BM25(q,p)", 2, note="cars"),)))
    ['score 2 = sum of', '  BM25(q,p) 2  [cars]']
    """
    lines = []
    for depth, part in explanation.walk():
        rule = "" if part.rule == "given" else f" = {part.rule} of"
        about = f"  [{part.note or part.of}]" if part.note or part.of else ""
        lines.append(f"{'  ' * depth}{part.label} {part.value:.6g}{rule}{about}")
    return lines
