"""What several ways to print an answer share: titles of the sides, explanations as lines."""

from __future__ import annotations

from debatable.model import Answer, Explanation, Hit, Stance

__all__ = ["NEAREST", "TITLES", "by_side", "correction_line", "explanation_lines"]

TITLES = {Stance.PRO: "Pro", Stance.CON: "Con", Stance.UNDECIDED: "Undecided"}
"""The sides in the order they are shown."""

NEAREST = 3
"""How many of what is not close are shown where nothing is."""


def by_side(answer: Answer) -> dict[Stance, tuple[Hit, ...]]:
    """Returns the hits of each side that has any, in the order the sides are shown."""
    sides = {Stance.PRO: answer.pro, Stance.CON: answer.con, Stance.UNDECIDED: answer.undecided}
    return {side: hits for side, hits in sides.items() if hits}


def correction_line(answer: Answer) -> str:
    """Says on the command line what was searched for in place of the query.

    >>> correction_line(Answer("Ban crs", "bm25", (), corrected="Ban cars"))
    'Showing results for "Ban cars" · search instead for "Ban crs" with --no-spelling'
    """
    return (
        f'Showing results for "{answer.corrected}" · search instead for "{answer.query}" with --no-spelling'
    )


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
