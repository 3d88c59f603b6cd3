"""Premises of judged claims, drawn by how relevant the claim is (Dumani and Schenkel 2019, 5)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

import numpy as np

from debatable.errors import InputError
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.claims.claim_index import ClaimIndex
from debatable.evaluation.judgments import Judged, Judgments, Query

__all__ = ["INTERVALS", "interval_of", "sampled_triples"]

INTERVALS = ("[4, 4]", "[3.5, 4.0)", "[3.0, 3.5)", "[2.5, 3.0)", "[2.0, 2.5)", "[1.5, 2.0)", "[1.0, 1.5)")
"""Ranges of a claim's relevance on the paper's scale from 1 to 4, in the order of its Table 3."""


def interval_of(relevance: float) -> str:
    """Returns the interval of a claim by its grade from 0 to 3, which is one below the paper's scale.

    >>> interval_of(3), interval_of(2.5), interval_of(2.49), interval_of(0)
    ('[4, 4]', '[3.5, 4.0)', '[3.0, 3.5)', '[1.0, 1.5)')
    """
    # A mean such as (1 + 2 + 3) / 3 may miss the end of its interval by rounding.
    steps = int(2 * relevance + 1e-9)
    return INTERVALS[len(INTERVALS) - 1 - steps]


def sampled_triples(
    claims: ClaimIndex,
    judgments: Judgments,
    queries: Iterable[Query],
    texts: Mapping[str, str],
    *,
    each: int = 100,
    seed: int = 0,
) -> tuple[list[PoolItem], dict[str, int]]:
    """Draws premises of judged claims at random, so many of every interval of the claims' relevance.

    A premise is named by its argument, which tells the claim; annotators see query and premise alone. Items are
    ordered by query and id, so that the order gives no interval away.

    Args:
        claims: The claims with their premises.
        judgments: Relevance of claims, from 0 to 3.
        queries: In the order of the pool.
        texts: Text of each premise by the id of its argument.
        each: How many triples of an interval, or all where there are fewer.
        seed: Of the draw.

    Returns:
        The triples as a pool, and how many were drawn of each interval.

    Raises:
        InputError: Less than one is asked for, or there is no triple.
    """
    if each < 1:
        raise InputError(f"{each} triples of an interval", todo="use 1 or more")
    asked = {query.id: query for query in queries}
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for query_id in asked:
        judged = judgments.get(query_id, Judged(()))
        for claim, row in judged.rows.items():
            found = interval_of(float(judged.relevance[row]))
            groups[found] += [(query_id, premise) for premise in dict.fromkeys(claims.premises[claim])]
    if not groups:
        raise InputError("no claim was judged for a query", todo="make claim_judgments.jsonl first")
    generator = np.random.default_rng(seed)
    drawn: dict[str, list[str]] = defaultdict(list)
    counts = {}
    for name in INTERVALS:
        members = sorted(groups[name])
        chosen = generator.permutation(len(members))[:each]
        counts[name] = len(chosen)
        for place in chosen.tolist():
            query_id, premise = members[place]
            drawn[query_id].append(premise)
    items = [
        PoolItem(query.id, query.text, premise, texts[premise])
        for query in asked.values()
        for premise in sorted(drawn[query.id])
    ]
    return items, counts
