"""``debatable evaluate`` on what is no collection: arguments with key points, and everyday claims."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from debatable.cli.collection_index import engine_of
from debatable.cli.printing.terminal import print_json, print_text, progress
from debatable.errors import InputError
from debatable.plural import counted
from debatable.progress import step

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


def refuse_options(source: str, **asked: object) -> None:
    """Refuses options that are about collections; those asked for are not empty."""
    for name, value in asked.items():
        if value:
            option = f"--{name.replace('_', '-')}"
            raise InputError(f"{option} is about collections", todo=f"leave it out of evaluate {source}")


def evaluate_points(folder: Path | None, method: Sequence[str] | None, *, json: bool) -> None:
    """Measures matching and points on a folder of arguments with key points, and prints it."""
    from debatable.evaluation.points import evaluate_points

    if folder is None:
        todo = "give one with arguments.csv, key_points.csv and labels.csv"
        raise InputError("the folder of key points is missing", todo=todo)
    if method is not None and len(method) > 1:
        raise InputError("points are measured by one method", todo="give --method once")
    with progress() as show:
        measured = evaluate_points(folder, method[0] if method else "points", progress=show)
    if json:
        print_json(measured.as_dict())
    else:
        _print_point_figures(measured)


def _print_point_figures(measured: PointEvaluation) -> None:
    """Prints the means over the sides of a folder, and how sure the differences are over its topics."""
    from debatable.evaluation.statistics import or_dash

    console = Console()
    sides = counted(len(measured.sides), "side")
    console.print(f"{measured.folder}: {sides}, {measured.method}", highlight=False)
    matched = Table("matching", "strict", "relaxed", box=None, pad_edge=False)
    for name, values in measured.matching.items():
        mean = measured.mean(values)
        matched.add_row(name, or_dash(mean["strict"]), or_dash(mean["relaxed"]))
    console.print(matched)
    found = Table("points found", box=None, pad_edge=False)
    for name in measured.points:
        found.add_column(name, justify="right", overflow="fold")
    means = [measured.mean(values) for values in measured.points.values()]
    for key, label in FOUND.items():
        found.add_row(label, *(or_dash(mean[key]) for mean in means))
    for key in TESTED:
        others = list(measured.points)[1:]
        found.add_row(
            f"p ({FOUND[key]})", "", *(or_dash(measured.p_value(name, key), ".4f") for name in others)
        )
    console.print(found)
    for remark in measured.remarks:
        console.print(remark, highlight=False)


def evaluate_everyday(
    source: str, methods: Sequence[str] | None, half: str, index: Path | None, *, json: bool
) -> None:
    """Prints the figures of the everyday set.

    Raises:
        InputError: The set has no claims on the debates of the collection.
    """
    from debatable.evaluation import collection as load
    from debatable.evaluation.everyday import (
        everyday_claims,
        everyday_figures,
        specific_claims,
        specific_figures,
    )

    folder = source.partition(":")[2]
    judged = load(folder)
    half = half or "report"
    claims, specific = everyday_claims(half, judged.name), specific_claims(half, judged.name)
    unknown = {claim.query for claim in claims if claim.side} - set(judged.judgments)
    if not claims or unknown:
        raise InputError(
            f"there are no everyday claims on the debates of {judged.name}",
            where=folder,
            todo="leave the folder out, or give that of debatepedia",
        )
    figures = {}
    with progress() as show, engine_of(judged, index, show) as engine:
        for name in methods or ["best"]:
            progress_of = step(show, name)
            figures[name] = {
                **everyday_figures(claims, judged, engine, name, progress=progress_of).as_dict(),
                **specific_figures(specific, engine, name, progress=progress_of).as_dict(),
            }
    if json:
        print_json(
            {
                "collection": "everyday",
                "of": judged.name,
                "half": half,
                "queries": len(claims),
                "methods": figures,
            }
        )
        return
    for name, values in figures.items():
        lines = [
            f"  {key.replace('_', ' '):<12} {'–' if value is None else value}\n"
            for key, value in values.items()
        ]
        print_text(f"{name}\n{''.join(lines)}")
