"""A ranking: premise ids best first, or ids with scores, which are ordered as trec_eval orders them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from debatable.errors import InputError

__all__ = ["Ranking", "ordered"]

Ranking = Sequence[str] | Sequence[tuple[str, float]]


def ordered(ranking: Ranking) -> list[str]:
    """Returns the ids best first.

    Ids alone are taken as they stand, even one that stands there twice, as some published lists have it.
    With scores, greater ones come first, and equal ones by falling id; scores are compared in single
    precision, and no id may come twice. This is trec_eval's rule.

    >>> ordered([("a", 1.0), ("b", 2.0), ("c", 1.0)])
    ['b', 'c', 'a']
    """
    pairs = [entry for entry in ranking if not isinstance(entry, str)]
    if not pairs:
        return [entry for entry in ranking if isinstance(entry, str)]
    scores = {identifier: float(score) for identifier, score in pairs}
    if len(scores) < len(pairs):
        counts = Counter(identifier for identifier, _ in pairs)
        twice = counts.most_common(1)[0][0]
        raise InputError("a premise is ranked twice", where=twice, todo="rank each premise once")
    ids = sorted(scores, reverse=True)
    single = np.array([scores[identifier] for identifier in ids], dtype=np.float32)
    if not np.isfinite(single).all():
        odd = ids[int(np.argmin(np.isfinite(single)))]
        raise InputError(f"score {scores[odd]} cannot be ranked", where=odd, todo="use finite scores")
    return [ids[row] for row in np.argsort(-single, kind="stable")]
