"""Why a premise stands on its side, in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.ranking.protocol import Backend, LinkRows, Scored
from debatable.ranking.stance.agreement import Agreement

__all__ = ["link_reasons", "own_reason"]

LONGEST = 120
"""Characters of a claim that a reason quotes."""


def link_reasons(
    backend: Backend, scored: Sequence[Scored], links: LinkRows, agreed: Agreement
) -> dict[int, str]:
    """Returns the reason of each premise: the link that it was reached through, and how the query takes its claim."""
    first = {hit.premise: hit.claims[0] if hit.claims else -1 for hit in scored}
    chosen: dict[int, tuple[int, int, float]] = {}
    counts = (links.claim >= 0) & (links.sign != 0) & agreed.knows(links.claim)
    agrees = agreed.of(links.claim[counts])
    told = zip(
        links.premise[counts].tolist(),
        links.claim[counts].tolist(),
        links.sign[counts].tolist(),
        agrees.tolist(),
        strict=True,
    )
    for premise, claim, sign, probability in told:
        known = chosen.get(premise)
        better = claim == first.get(premise) or (
            known is not None and known[0] != first.get(premise) and _sure(probability) > _sure(known[2])
        )
        if known is None or better:
            chosen[premise] = (claim, sign, probability)
    rows = np.unique(np.array([claim for claim, _, _ in chosen.values()], np.int64))
    texts = dict(zip(rows.tolist(), backend.texts("claims", rows), strict=True))
    return {
        premise: link_reason(sign, texts[claim], probability)
        for premise, (claim, sign, probability) in chosen.items()
    }


def link_reason(sign: int, claim: str, probability: float) -> str:
    """Returns the reason of one link.

    >>> link_reason(-1, "Zoos do important work", 0.09)
    'speaks against ‘Zoos do important work’, which your claim opposes: .91'
    """
    short = claim if len(claim) <= LONGEST else claim[: LONGEST - 1].rstrip() + "…"
    speaks = "speaks for" if sign > 0 else "speaks against"
    if probability == 0.5:
        return f"{speaks} ‘{short}’, and nobody can tell how your claim takes that"
    takes = "agrees with" if probability > 0.5 else "opposes"
    return f"{speaks} ‘{short}’, which your claim {takes}: {_number(_sure(probability))}"


def own_reason(support: float, *, together: bool = False) -> str:
    """Returns the reason of a premise whose own words were read.

    >>> own_reason(0.25)
    'its own words speak against your claim: .75'
    >>> own_reason(0.8, together=True)
    'its own words and those of the other hits speak for your claim: .80'

    Args:
        support: P(the premise supports the query).
        together: Whether the words of other hits count as well.
    """
    words = "its own words and those of the other hits" if together else "its own words"
    return f"{words} speak {'for' if support >= 0.5 else 'against'} your claim: {_number(_sure(support))}"


def _sure(probability: float) -> float:
    return max(probability, 1 - probability)


def _number(probability: float) -> str:
    return f"{probability:.2f}".removeprefix("0")
