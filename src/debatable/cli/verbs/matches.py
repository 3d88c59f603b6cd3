"""``debatable similar`` and ``debatable counter``: has it been said, and what is said against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.options import Json, OptionalIndex, opened
from debatable.cli.printing.terminal import print_json, print_text, printable

if TYPE_CHECKING:
    from debatable.engines.matches import MatchedPremise
    from debatable.model import Hit


def similar(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A comment, a premise or a claim.")],
    index: OptionalIndex = None,
    k: Annotated[int, typer.Option("-k", help="How many points at most.")] = 5,
    json: Json = False,
) -> None:
    """Say whether a text has been said before, and where."""
    _check(text, k)
    with opened(index) as engine:
        found = engine.similar(text, k=k)
    if json:
        print_json(found.as_dict())
        return
    lines = []
    if found.matches:
        lines.append("This has been said:")
    else:
        lines.append("Nobody has said this." + (" Nearest to it, but not the same:" if found.points else ""))
    for point in found.matches or found.points[:3]:
        first = point.premises[0]
        size = f"{point.size} in its cluster" if point.size > 1 else ""
        place = _place(f"{point.probability:.2f}", size, first)
        lines += [f"  {printable(point.headline)}", f"    {place}"]
        if first.claim is not None:
            lines.append(f"    ↳ {printable(first.claim.text)}")
    _print_lines(lines, found.remarks)


def counter(
    premise: Annotated[str, typer.Argument(metavar="PREMISE", help="What somebody says.")],
    index: OptionalIndex = None,
    k: Annotated[int, typer.Option("-k", help="How many premises at most.")] = 10,
    json: Json = False,
) -> None:
    """Find the best premises against a premise."""
    _check(premise, k)
    with opened(index) as engine:
        found = engine.counter(premise, k=k)
    if json:
        print_json(found.as_dict())
        return
    lines = [f"Against “{printable(found.premise)}”:" if found.premises else "Nothing is said against this."]
    for number, one in enumerate(found.premises, 1):
        likeness = "" if one.likeness is None else f"like it {one.likeness:.2f}"
        place = _place(f"against it {one.hit.stance_confidence:.2f}", likeness, one.hit)
        lines += [f"{number}. {printable(one.hit.premise.text)}", f"   {place}"]
    _print_lines(lines, found.remarks)


def _check(text: str, k: int) -> None:
    """Refuses what cannot be asked for, before an index is opened or made."""
    from debatable.ranking import checked_query, checked_size

    checked_query(text, with_word=True)
    checked_size(k)


def _place(probability: str, detail: str, found: MatchedPremise | Hit) -> str:
    """Returns how probable a premise is and where it stands, in one line."""
    source = found.arguments[0].source if found.arguments else ""
    return printable(" · ".join(part for part in (probability, detail, found.premise.id, source) if part))


def _print_lines(lines: list[str], remarks: Sequence[str]) -> None:
    print_text("\n".join([*lines, *(f"Note: {printable(remark)}." for remark in remarks)]) + "\n")
