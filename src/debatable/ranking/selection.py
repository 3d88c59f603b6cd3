"""Selection: which ranked premises are shown, by the stance that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from debatable.arrays import Bools
from debatable.model import Stance
from debatable.ranking.protocol import Scored

StanceChoice = Literal["any", "both", "pro", "con"]


def with_threshold(ranked: Sequence[Scored], threshold: float) -> list[Scored]:
    """Marks premises as undecided whose stance is less probable than a threshold."""
    return [
        hit if hit.stance.sign and hit.confidence >= threshold else replace(hit, stance=Stance.UNDECIDED)
        for hit in ranked
    ]


def merge_repeats(ranked: Sequence[Scored]) -> list[Scored]:
    """Merges each premise that repeats a better one of the same stance into it, with its members.

    A ranking that is deeper than what is shown holds the premises that the first ones stand for.
    """
    kept: dict[int, Scored] = {}
    for hit in ranked:
        better = kept.get(hit.repeats)
        if better is None or better.stance is not hit.stance:
            kept[hit.premise] = hit
        else:
            members = dict.fromkeys((better.premise, *better.members, hit.premise, *hit.members))
            kept[better.premise] = replace(better, members=tuple(members))
    return list(kept.values())


def select(ranked: Sequence[Scored], stance: StanceChoice, k: int, offset: int = 0) -> list[Scored]:
    """Returns at most k premises of the stance that is asked for, in their order, after those of earlier pages.

    ``both`` gives each side half of the places, as far as it has so many, and keeps what is undecided among the
    first k. A page has what is among the first ``offset + k`` and was not among the first ``offset``, so that no
    premise is on two pages and none is left out.
    """
    if offset:
        earlier = {hit.premise for hit in select(ranked, stance, offset)}
        return [hit for hit in select(ranked, stance, offset + k) if hit.premise not in earlier]
    if stance == "any":
        return list(ranked[:k])
    by_stance = {side: [hit for hit in ranked if hit.stance is side] for side in (Stance.PRO, Stance.CON)}
    if stance != "both":
        return by_stance[Stance(stance)][:k]
    pro, con = by_stance[Stance.PRO], by_stance[Stance.CON]
    undecided = [hit for hit in ranked[:k] if not hit.stance.sign]
    places = k - len(undecided)
    half = places // 2
    pros = max(
        places - half if pro[:1] and (not con or pro[0].score >= con[0].score) else half, places - len(con)
    )
    kept = {hit.premise for hit in [*undecided, *pro[:pros], *con[: places - min(pros, len(pro))]]}
    return [hit for hit in ranked if hit.premise in kept]


def page(close: Bools, start: int, stop: int, block: int) -> list[int]:
    """Returns which places of a ranking stand on a page: of every block those that are close, then the others.

    Blocks are ordered each by itself, so that pages depend on nothing behind their blocks: no place is on two
    pages, and none is left out.

    Args:
        close: Whether the premise at each place is close to the query.
        start: Places on earlier pages.
        stop: Places on this page and earlier ones.
        block: Places of a block.

    >>> page(np.array([True, False, True, False, True]), 0, 2, block=4)
    [0, 2]
    >>> page(np.array([True, False, True, False, True]), 2, 5, block=4)
    [1, 3, 4]
    """
    places: list[int] = []
    for begin in range(0, len(close), block):
        order = begin + np.argsort(~close[begin : begin + block], kind="stable")
        places += order[max(start - begin, 0) : max(stop - begin, 0)].tolist()
    return sorted(places)
