"""A collection cut to the premises that people judged, as the triples of the paper are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from debatable.corpus.readers import read
from debatable.evaluation import Collection, save_collection
from debatable.model import Argument, Stance

__all__ = ["judged_premises"]


def judged_premises(found: Collection, into: Path) -> Collection:
    """Keeps the judged premises of a collection, with their claims, as a collection under `into`."""
    judged = {row.premise_id for row in found.judgments.rows}
    records = (_record(argument) for argument in read(found.corpus, on_error="skip") if argument.id in judged)
    return replace(save_collection(into, records, found.queries, found.judgments), name=found.name)


def _record(argument: Argument) -> dict[str, str | None]:
    return {
        "id": argument.id,
        "claim": argument.claim.text if argument.claim else None,
        "premise": argument.premise.text,
        "stance": None if argument.stance is Stance.NONE else argument.stance.value,
        "source": argument.source,
        "url": argument.url,
        "discussion": argument.discussion,
    }
