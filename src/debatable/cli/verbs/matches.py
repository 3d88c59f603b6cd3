"""``debatable similar`` and ``debatable counter``: has it been said, and what is said against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.options import Json, OptionalIndex
from debatable.cli.printing.terminal import print_json, print_text, printable, progress

if TYPE_CHECKING:
    from debatable.engines import Engine


def similar(
    text: Annotated[str, typer.Argument(metavar="TEXT", help="A comment, a premise or a claim.")],
    index: OptionalIndex = None,
    k: Annotated[int, typer.Option("-k", help="How many points at most.")] = 5,
    json: Json = False,
) -> None:
    """Say whether a text has been said before, and where."""
    with _opened(index) as engine:
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
        place = " · ".join(
            part
            for part in (
                f"{point.probability:.2f}",
                f"{point.size} in its cluster" if point.size > 1 else "",
                first.premise.id,
                first.arguments[0].source if first.arguments else "",
            )
            if part
        )
        lines += [f"  {printable(point.headline)}", f"    {printable(place)}"]
        if first.claim is not None:
            lines.append(f"    ↳ {printable(first.claim.text)}")
    lines += [f"Note: {printable(remark)}." for remark in found.remarks]
    print_text("\n".join(lines) + "\n")


def counter(
    premise: Annotated[str, typer.Argument(metavar="PREMISE", help="What somebody says.")],
    index: OptionalIndex = None,
    k: Annotated[int, typer.Option("-k", help="How many premises at most.")] = 5,
    json: Json = False,
) -> None:
    """Find the best premises against a premise."""
    with _opened(index) as engine:
        found = engine.counter(premise, k=k)
    if json:
        print_json(found.as_dict())
        return
    lines = [f"Against “{printable(found.premise)}”:" if found.premises else "Nothing is said against this."]
    for number, one in enumerate(found.premises, 1):
        hit = one.hit
        place = " · ".join(
            part
            for part in (
                f"against it {hit.stance_confidence:.2f}",
                "" if one.likeness is None else f"like it {one.likeness:.2f}",
                hit.premise.id,
                hit.arguments[0].source if hit.arguments else "",
            )
            if part
        )
        lines += [f"{number}. {printable(hit.premise.text)}", f"   {printable(place)}"]
    lines += [f"Note: {printable(remark)}." for remark in found.remarks]
    print_text("\n".join(lines) + "\n")


def _opened(index: str | None) -> Engine:
    from debatable import api

    with progress() as show:
        return api.open(index) if index else api.demo(progress=show)
