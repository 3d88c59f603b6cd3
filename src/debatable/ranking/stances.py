"""P(q and c have the same stance), from a model by name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from debatable.corpus.links import Ints
from debatable.model import Stance
from debatable.ranking.calibration import Floats
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.nearest import cosines, query_vector

__all__ = ["agreement", "with_own_stances"]


def agreement(name: str, query: str, claims: Ints, index: ArgumentIndex) -> Floats:
    """Returns for each claim how probably it has the stance of the query.

    Args:
        name: Of a stance model; ``none`` takes every claim for aligned, as the experiments of the paper do.
        query: The query.
        claims: Rows of the claims.
        index: Where their texts and vectors are.
    """
    if name == "none" or not len(claims):
        return np.ones(len(claims))
    from debatable.learning import stance

    near = None
    if index.has_vectors:
        near = cosines(index.claim_vectors, query_vector(index, query), claims).astype(np.float32)
    return stance(name)(query, index.claim_texts(claims), near)


def with_own_stances(
    query: str, scored: Sequence[Scored], index: ArgumentIndex, name: str = "polarity"
) -> tuple[list[Scored], int]:
    """Gives premises that hang on no claim the stance that their own words have towards the query.

    Returns:
        The premises, and how many stances were estimated so.
    """
    from debatable.learning import stance

    links = index.links
    alone = [
        place
        for place, hit in enumerate(scored)
        if hit.stance is Stance.NONE and bool(np.all(links.claim[links.of_premise(hit.premise)] < 0))
    ]
    told = list(scored)
    if alone:
        texts = index.premise_texts([scored[place].premise for place in alone])
        for place, same in zip(alone, stance(name)(query, texts), strict=True):
            told[place] = replace(scored[place], stance=Stance.PRO if same >= 0.5 else Stance.CON)
    return told, len(alone)
