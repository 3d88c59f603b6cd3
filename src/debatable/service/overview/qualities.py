"""How well premises stand among the other premises of their claims, for people to see."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.engines import Engine, Filter
from debatable.model import Hit

__all__ = ["qualities"]


def qualities(engine: Engine, hits: Sequence[Hit]) -> dict[str, float]:
    """Returns the share of rivals that each premise beats, over all dimensions, with the claim where it is best.

    Premises that are alone with their claims, or of an index without quality, have none.

    Returns:
        By the id of the premise.
    """
    names = tuple(hit.premise.id for hit in hits)
    if not names:
        return {}
    backend = engine.backend
    part = backend.restricted(Filter(ids=names))
    rows = part.rows("premises")
    links = part.links("premises", rows)
    shares = part.quality(links.number)
    if shares is None:
        return {}
    claims, place = np.unique(links.claim, return_inverse=True)
    whole = backend.links("claims", claims[claims >= 0])
    rivals = np.array([np.unique(whole.premise[whole.claim == claim]).size > 1 for claim in claims], np.bool_)
    told = rivals[place]
    best = np.full(len(rows), -1.0)
    np.maximum.at(best, np.searchsorted(rows, links.premise[told]), shares[told].mean(axis=1))
    known = dict(zip(part.ids("premises", rows), best.tolist(), strict=True))
    return {name: known[name] for name in names if known.get(name, -1.0) >= 0}
