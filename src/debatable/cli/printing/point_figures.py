"""Figures of points as two tables: matching, and points found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from debatable.evaluation.points import PointEvaluation

__all__ = ["print_point_figures"]

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


def print_point_figures(measured: PointEvaluation) -> None:
    """Prints the means over the sides of a folder, and how sure the differences are over its topics."""
    console = Console()
    console.print(f"{measured.folder}: {len(measured.sides)} sides, {measured.method}", highlight=False)
    matched = Table("matching", "strict", "relaxed", box=None, pad_edge=False)
    for name, values in measured.matching.items():
        mean = measured.mean(values)
        matched.add_row(name, f"{mean['strict']:.3f}", f"{mean['relaxed']:.3f}")
    console.print(matched)
    found = Table("points found", *FOUND.values(), "p (F)", "p (coverage)", box=None, pad_edge=False)
    for number, (name, values) in enumerate(measured.points.items()):
        mean = measured.mean(values)
        p = [f"{measured.p_value(name, one):.4f}" if number else "" for one in ("bcubed_f", "coverage")]
        found.add_row(name, *(f"{mean[key]:.3f}" for key in FOUND), *p)
    console.print(found)
