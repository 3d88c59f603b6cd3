"""``debatable evaluate everyday``: do hits for claims as people phrase them stand right, and are they to the point."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

__all__ = ["EVERYDAY", "evaluate_everyday"]

EVERYDAY = "everyday"
"""In place of a collection, for the bundled one; ``everyday:FOLDER`` for another that the set has claims on."""


def evaluate_everyday(
    source: str, methods: Sequence[str] | None, half: str, index: Path | None, *, json: bool
) -> None:
    """Prints the figures of the everyday set.

    Raises:
        InputError: The set has no claims on the debates of the collection.
    """
    from debatable.cli.printing.progress_bar import progress
    from debatable.cli.printing.standard_output import print_json, print_text
    from debatable.cli.verbs.evaluation.engine import engine_of
    from debatable.errors import InputError
    from debatable.evaluation import collection as load
    from debatable.evaluation.everyday import (
        everyday_claims,
        everyday_figures,
        specific_claims,
        specific_figures,
    )
    from debatable.progress import step

    folder = source.partition(":")[2]
    found = load(folder)
    half = half or "report"
    claims, specific = everyday_claims(half, found.name), specific_claims(half, found.name)
    unknown = {claim.query for claim in claims if claim.side} - set(found.judgments)
    if not claims or unknown:
        raise InputError(
            f"there are no everyday claims on the debates of {found.name}",
            where=folder,
            todo="leave the folder out, or give that of debatepedia",
        )
    figures = {}
    with progress() as show, engine_of(found, index, show) as engine:
        for name in methods or ["best"]:
            progress_of = step(show, name)
            figures[name] = {
                **everyday_figures(claims, found, engine, name, progress=progress_of).as_dict(),
                **specific_figures(specific, engine, name, progress=progress_of).as_dict(),
            }
    if json:
        print_json(
            {
                "collection": EVERYDAY,
                "of": found.name,
                "half": half,
                "queries": len(claims),
                "methods": figures,
            }
        )
        return
    for name, values in figures.items():
        print_text(
            f"{name}\n" + "".join(f"  {key.replace('_', ' '):<12} {value}\n" for key, value in values.items())
        )
