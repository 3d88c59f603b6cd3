"""Premises of the claims found, of queries drawn at random (Dumani, Neumann and Schenkel 2020, 6.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

import numpy as np

from debatable.errors import InputError
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.claims.claim_index import ClaimIndex
from debatable.model import text_key
from debatable.plural import counted

__all__ = ["MOST", "drawn_queries", "premise_pool"]

MOST = 50
"""Premises of a query that people can still group by hand."""


def drawn_queries(
    premises: Mapping[str, AbstractSet[str]], count: int, *, most: int = MOST, seed: int = 0
) -> list[str]:
    """Draws queries at random, without those that have too many premises or none; 0 takes all that are left.

    Args:
        premises: The premises of all result claims of each query, by its id.
        count: How many queries.
        most: How many premises a query has at most.
        seed: Of the draw.

    Returns:
        Ids of queries in the order of the mapping.

    Raises:
        InputError: A number is out of range, or there are not so many queries.

    >>> drawn_queries({"a": {"1"}, "b": {"1", "2", "3"}, "c": set(), "d": {"2"}}, 0, most=2)
    ['a', 'd']
    """
    if count < 0 or most < 1:
        raise InputError(
            f"{counted(count, 'query')} of at most {counted(most, 'premise')}",
            todo="give 0 queries or more, and 1 premise or more",
        )
    able = [query for query, found in premises.items() if 0 < len(found) <= most]
    if count > len(able) or not able:
        wanted = counted(count, "query") if count else "queries"
        raise InputError(
            f"{wanted} cannot be drawn from {len(able)} with 1 to {most} premises",
            todo="draw fewer, or allow more premises",
        )
    if not count:
        return able
    chosen = np.random.default_rng(seed).permutation(len(able))[:count]
    return [able[place] for place in sorted(chosen.tolist())]


def premise_pool(
    claims: ClaimIndex,
    found: Iterable[PoolItem],
    texts: Mapping[str, str],
    *,
    count: int = 0,
    most: int = MOST,
    seed: int = 0,
) -> list[PoolItem]:
    """Turns a pool of claims into one of all their premises, for some of its queries.

    Premises of equal text are pooled once for a query, under the smallest id; the order gives no claim away.

    Args:
        claims: The claims with their premises.
        found: The pool of claims.
        texts: Text of each premise by the id of its argument.
        count: How many queries are drawn; 0 for all.
        most: How many premises a query has at most, to be drawn.
        seed: Of the draw.
    """
    asked: dict[str, str] = {}
    pooled: dict[str, dict[bytes, str]] = {}
    for item in found:
        asked[item.query_id] = item.query
        once = pooled.setdefault(item.query_id, {})
        for premise in claims.premises[item.item_id]:
            key = text_key(texts[premise])
            once[key] = min(once.get(key, premise), premise)
    premises = {query: set(once.values()) for query, once in pooled.items()}
    return [
        PoolItem(query, asked[query], premise, texts[premise])
        for query in drawn_queries(premises, count, most=most, seed=seed)
        for premise in sorted(premises[query])
    ]
