"""P(q and c have the same stance), from a model by name."""

from __future__ import annotations

import numpy as np

from debatable.corpus.links import Ints
from debatable.errors import UnknownNameError
from debatable.ranking.calibration import Floats
from debatable.ranking.index import ArgumentIndex

__all__ = ["agreement"]


def agreement(name: str, query: str, claims: Ints, index: ArgumentIndex) -> Floats:
    """Returns for each claim how probably it has the stance of the query.

    Args:
        name: ``same`` takes every claim for aligned, as the experiments of the paper do.
        query: The query.
        claims: Rows of the claims.
        index: Where their texts are.
    """
    if name == "same":
        return np.ones(len(claims))
    raise UnknownNameError("stance model", name, ["same"])
