"""Query claims drawn at random from those that have a word of a topic."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np

from debatable.errors import InputError
from debatable.evaluation.judgments import Query
from debatable.plural import counted
from debatable.text import words as words_of

__all__ = ["ClaimSample", "sampled_claims"]


@dataclass(frozen=True, slots=True)
class ClaimSample:
    """Query claims.

    Attributes:
        queries: In the order they were drawn, each under the id of its claim.
        candidates: How many claims they were drawn from.
    """

    queries: tuple[Query, ...]
    candidates: int


def sampled_claims(
    claims: Mapping[str, str],
    vocabulary: Collection[str],
    size: int,
    *,
    seed: int = 0,
    refused: Collection[str] = (),
) -> ClaimSample:
    """Draws claims with at least one word of a vocabulary, each wording once.

    Claims that differ in case or punctuation alone are one. A claim that is refused, because it is not about the topic
    after all, gives its place to the next one: the others stay.

    Args:
        claims: Texts by id.
        vocabulary: Words in lower case.
        size: How many.
        seed: Of the draw.
        refused: Ids of claims that somebody looked at and does not want.

    Raises:
        InputError: Less than one is asked for, there are not enough, or a refused claim is unknown.

    >>> texts = {"a": "Ban coal", "b": "Ban coal!", "c": "Cats purr", "d": "Coal is cheap"}
    >>> sorted(query.id for query in sampled_claims(texts, {"coal"}, 2).queries)
    ['a', 'd']
    """
    if size < 1:
        raise InputError(f"a sample of {size} claims", todo="use 1 or more")
    unknown = next((claim for claim in refused if claim not in claims), None)
    if unknown is not None:
        raise InputError(f"the refused claim {unknown[:40]!r} is not in the corpus", todo="check the ids")
    wanted = frozenset(vocabulary)
    by_wording: dict[tuple[str, ...], str] = {}
    for claim, text in claims.items():
        wording = tuple(word.lower() for word in words_of(text))
        if not wanted.isdisjoint(wording):
            by_wording.setdefault(wording, claim)
    candidates = list(by_wording.values())
    drawn = [candidates[place] for place in np.random.default_rng(seed).permutation(len(candidates)).tolist()]
    kept = [claim for claim in drawn if claim not in frozenset(refused)][:size]
    if len(kept) < size:
        raise InputError(
            f"only {counted(len(kept), 'claim')} with one of {counted(len(wanted), 'word')}",
            todo="ask for fewer, or use more words",
        )
    return ClaimSample(tuple(Query(claim, claims[claim]) for claim in kept), len(candidates))
