"""A ranking: premise ids best first, or ids with scores, which are ordered as trec_eval orders them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from debatable.errors import InputError
from debatable.evaluation.judgments import Judged

__all__ = ["Ranking", "condensed", "ordered"]

Ranking = Sequence[str] | Sequence[tuple[str, float]]


def ordered(ranking: Ranking) -> list[str]:
    """Returns the ids best first.

    Ids alone are taken as they stand, even one that stands there twice, as some published lists have it.
    With scores, greater ones come first, and equal ones by falling id; scores are compared in single
    precision, and no id may come twice. This is trec_eval's rule.

    >>> ordered([("a", 1.0), ("b", 2.0), ("c", 1.0)])
    ['b', 'c', 'a']
    """
    ids: list[str] = []
    pairs: list[tuple[str, np.float32]] = []
    for entry in ranking:
        if isinstance(entry, str):
            ids.append(entry)
            continue
        if not math.isfinite(entry[1]):
            raise InputError(f"score {entry[1]} cannot be ranked", where=entry[0], todo="use finite scores")
        pairs.append((entry[0], np.float32(entry[1])))
    if pairs:
        pairs.sort(key=lambda pair: pair[0], reverse=True)
        pairs.sort(key=lambda pair: pair[1], reverse=True)
        ids = [identifier for identifier, _ in pairs]
    if pairs and len(set(ids)) < len(ids):
        twice = next(identifier for row, identifier in enumerate(ids) if identifier in ids[:row])
        raise InputError("a premise is ranked twice", where=twice, todo="rank each premise once")
    return ids


def condensed(ids: Sequence[str], judged: Judged) -> list[str]:
    """Returns the judged premises of a ranking alone, in its order (Sakai 2007)."""
    return [identifier for identifier in ids if identifier in judged]
