"""Premises to judge: those of the claims found for a query, or drawn by how relevant their claim is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

import numpy as np

from debatable.errors import InputError
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.claims.claim_index import ClaimIndex
from debatable.evaluation.judgments import Judged, Judgments, Query
from debatable.model import text_key
from debatable.plural import counted

__all__ = ["INTERVALS", "MOST", "drawn_queries", "interval_of", "premise_pool", "sampled_triples"]

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
