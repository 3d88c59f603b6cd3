"""How single premises stand towards the query: stance of each link times alignment of its claim."""

from __future__ import annotations

import numpy as np

from debatable.corpus.links import Ints
from debatable.model import Stance
from debatable.ranking.index import ArgumentIndex
from debatable.ranking.stances import agreement

__all__ = ["claims_by_row", "standings"]


def standings(query: str, index: ArgumentIndex, premises: Ints, model: str) -> list[Stance]:
    """Returns the stance of each premise towards the query.

    The links of a premise vote with their sign times 2 P(same stance) - 1; without a claim or a stance of the
    link there is no vote.

    Args:
        query: The query.
        index: What is searched.
        premises: Rows of the premises.
        model: Name of the stance model.
    """
    links = index.links
    found = [links.of_premise(int(row)) for row in premises]
    used = np.concatenate([*found, np.zeros(0, np.int64)])
    claims = np.unique(links.claim[used])
    claims = claims[claims >= 0]
    lean = dict(zip(claims.tolist(), (2 * agreement(model, query, claims, index) - 1).tolist(), strict=True))
    return [
        Stance.of_sign(
            sum(
                lean.get(claim, 0.0) * sign
                for claim, sign in zip(links.claim[some].tolist(), links.sign[some].tolist(), strict=True)
            )
        )
        for some in found
    ]


def claims_by_row(index: ArgumentIndex, premise: int) -> tuple[int, ...]:
    """Returns the claims that a premise speaks to, by rising row."""
    claims = np.unique(index.links.claim[index.links.of_premise(premise)])
    return tuple(int(claim) for claim in claims if claim >= 0)
