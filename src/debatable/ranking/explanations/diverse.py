"""Explanations of Algorithm 1: how relevant a premise is, and which earlier one it is most like."""

from __future__ import annotations

import numpy as np

from debatable.model import Explanation
from debatable.ranking.diversity.premise_ranker import Picks
from debatable.ranking.protocol import Backend
from debatable.ranking.relevance.protocol import Relevant

__all__ = ["explain"]


def explain(backend: Backend, relevant: Relevant, picks: Picks, symbol: str) -> list[Explanation]:
    """Returns the tree of the score of each premise picked.

    The score is alpha r + (1 - alpha)(1 - psim): what Algorithm 1 maximises plus 1 - alpha, which is the same for all,
    so that it is not negative. The first is like nothing before it: psim has its least value there.

    Args:
        backend: Where the texts are.
        relevant: The premises that were compared.
        picks: Those picked of them.
        symbol: What the relevance is called.
    """
    earlier = np.unique(picks.likest[picks.likest >= 0])
    rows = relevant.rows[earlier]
    named = zip(backend.ids("premises", rows), backend.texts("premises", rows), strict=True)
    texts = dict(zip(earlier.tolist(), named, strict=True))
    trees = []
    for place, closest, like, members in zip(
        picks.places.tolist(), picks.closest.tolist(), picks.likest.tolist(), picks.members, strict=True
    ):
        of_cluster = f"the most relevant of a cluster of {len(members)}" if len(members) > 1 else None
        r = Explanation(symbol, float(relevant.relevance[place]), note=of_cluster)
        if picks.alpha == 1:
            trees.append(r)
            continue
        id_, text = texts.get(like, (None, "nothing was picked before"))
        alike = Explanation("max psim(a,p)", closest, of=id_, note=text)
        new = Explanation("1 - max psim(a,p)", 1.0 - closest, "difference", (Explanation("1", 1.0), alike))
        parts = _weighted("α", picks.alpha, r), _weighted("1 - α", 1.0 - picks.alpha, new)
        trees.append(Explanation("score", parts[0].value + parts[1].value, "sum", parts))
    return trees


def _weighted(label: str, weight: float, part: Explanation) -> Explanation:
    return Explanation(
        f"({label}) {part.label}", weight * part.value, "product", (Explanation(label, weight), part)
    )
