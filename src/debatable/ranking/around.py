"""What stands around the claims found: the uses of their clusters, and on which side each claim is."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from debatable.corpus.links import Signs
from debatable.ranking.calibration import Floats
from debatable.ranking.claim_step import Found
from debatable.ranking.clusters import Clusters
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.inference import orientation_of
from debatable.ranking.stances import agreement
from debatable.ranking.uses import Uses, distinct_uses

__all__ = ["Around", "around"]


class Around(NamedTuple):
    """Claims found with those that mean the same.

    Attributes:
        uses: Of all claims in the clusters of the claims found.
        same: P(q and c have the same stance) of each claim found.
        orientation: Of every claim of the corpus towards the query, by row.
    """

    uses: Uses
    same: Floats
    orientation: Signs


def around(query: str, found: Found, clusters: Clusters, stance: str, index: ArgumentIndex) -> Around:
    """Returns the uses of the clusters of the claims found, with stances from the model of that name."""
    claims = clusters.claims_of(found.rows)
    same = agreement(stance, query, claims, index)
    order = np.argsort(claims)
    of_found = order[np.searchsorted(claims[order], found.rows)]
    uses = distinct_uses(index.links, claims)
    return Around(uses, np.asarray(same[of_found]), orientation_of(claims, same, index.links.claims))
