"""What is told of a collection: its arguments whole, what it holds, how it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from debatable.arrays import Ints
from debatable.engines.qdrant import names
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.filters import any_of
from debatable.engines.qdrant.reading.points import Payload, Points
from debatable.model import Argument, Claim, Premise, Stance

__all__ = ["argument", "arguments_of", "health", "info", "premise_ids"]


def arguments_of(points: Points, premises: Ints, passing: Ints | None) -> list[tuple[Argument, ...]]:
    """Returns the arguments of premises, or those of their links that pass."""
    payloads = points.payloads("premises", premises)
    known = sorted({claim for said in payloads for claim in said["claims"]})
    claims = dict(zip(known, points.payloads("claims", known), strict=True))
    kept = None if passing is None else set(passing.tolist())
    found = []
    for row, said in zip(premises.tolist(), payloads, strict=True):
        numbers = names.link_number(np.int64(row), np.arange(len(said["links"])))  # type: ignore[arg-type]
        found.append(
            tuple(
                argument(said, link, claims)
                for link, number in zip(said["links"], numbers.tolist(), strict=True)
                if kept is None or number in kept
            )
        )
    return found


def argument(premise: Payload, link: Payload, claims: dict[int, Payload]) -> Argument:
    """Returns one link of a premise as an argument."""
    claim = claims.get(link["claim"])
    return Argument(
        link["id"],
        Premise(premise["id"], premise["text"], premise["language"]),
        Claim(claim["id"], claim["text"], claim["language"]) if claim else None,
        Stance(link["stance"]),
        link["source"],
        link["url"],
        link["discussion"],
    )


def premise_ids(index: OpenCollection, ids: Sequence[str]) -> dict[str, str]:
    """Maps ids of arguments to the id of their premise."""
    if not ids:
        return {}
    wanted, found = set(ids), {}
    for page in index.points.pages(any_of("premises", "links[].id", sorted(wanted)), ["id", "links"]):
        for said in page.values():
            found.update({link["id"]: said["id"] for link in said["links"] if link["id"] in wanted})
    return found


def info(index: OpenCollection) -> dict[str, Any]:
    """Returns counts, generation, size and configuration as plain JSON types."""
    manifest = index.manifest
    there = index.server.ask(lambda client: client.get_collection(index.name))
    return {
        "arguments": manifest.counts["links"],
        "premises": manifest.counts["premises"],
        "claims": manifest.counts["claims"],
        **{name: dict(counts) for name, counts in manifest.corpus.items()},
        "generation": index.name,
        "points": there.points_count,
        "status": str(there.status.value),
        "similarities": [*manifest.similarities, *manifest.rankings],
        "configuration": dict(manifest.configuration),
        "versions": dict(manifest.versions),
    }


def health(index: OpenCollection) -> dict[str, Any]:
    """Returns how much there is, and how the server says it is."""
    there = index.server.ask(lambda client: client.get_collection(index.name))
    return {"counts": dict(index.manifest.counts), "collection": str(there.status.value)}
