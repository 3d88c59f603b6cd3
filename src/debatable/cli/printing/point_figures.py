"""Figures of points as two tables: matching, and points found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from debatable.plural import counted

if TYPE_CHECKING:
    from debatable.evaluation.points import PointEvaluation

FOUND = {
    "bcubed_f": "BCubed F",
    "coverage": "coverage",
    "soft_precision": "soft P",
    "soft_recall": "soft R",
    "soft_f": "soft F",
    "found": "points",
    "gold": "gold",
    "assigned": "assigned",
}
TESTED = ("bcubed_f", "coverage")


def print_point_figures(measured: PointEvaluation) -> None:
    """Prints the means over the sides of a folder, and how sure the differences are over its topics."""
    console = Console()
    sides = counted(len(measured.sides), "side")
    console.print(f"{measured.folder}: {sides}, {measured.method}", highlight=False)
    matched = Table("matching", "strict", "relaxed", box=None, pad_edge=False)
    for name, values in measured.matching.items():
        mean = measured.mean(values)
        matched.add_row(name, f"{mean['strict']:.3f}", f"{mean['relaxed']:.3f}")
    console.print(matched)
    found = Table("points found", box=None, pad_edge=False)
    for name in measured.points:
        found.add_column(name, justify="right", overflow="fold")
    means = [measured.mean(values) for values in measured.points.values()]
    for key, label in FOUND.items():
        found.add_row(label, *(f"{mean[key]:.3f}" for mean in means))
    for key in TESTED:
        others = list(measured.points)[1:]
        found.add_row(f"p ({FOUND[key]})", "", *(f"{measured.p_value(name, key):.4f}" for name in others))
    console.print(found)
