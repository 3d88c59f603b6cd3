"""How premises stand towards the query: the links of a premise vote, or its own words speak."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from debatable.learning import StanceModel
from debatable.model import Stance
from debatable.ranking.protocol import Backend, LinkRows, Question, Scored
from debatable.ranking.stance.agreement import Agreement, agreement
from debatable.ranking.stance.reasons import link_reasons, own_reason
from debatable.ranking.stance.testimony import Spoken, heard, spoken

__all__ = ["claims_by_premise", "link_votes", "sided"]


def sided(
    model: StanceModel,
    question: Question,
    backend: Backend,
    scored: Sequence[Scored],
    agreed: Agreement | None = None,
) -> list[Scored]:
    """Puts premises on their sides, with the reason and how sure that is.

    The links of a premise vote, as far as its claims are known by what was read of them and by what the first premises
    say. Where links tell no side, its own words do.

    Args:
        model: The stance model; ``none`` leaves alone what links do not say.
        question: The query.
        backend: Where links and texts are.
        scored: The premises, ranked; one that has a stance keeps it where its links tell none.
        agreed: What is known of claims already; asked of the model without it.
    """
    rows = np.array([hit.premise for hit in scored], np.int64)
    links = backend.links("premises", rows)
    if agreed is None:
        agreed = agreement(model, question, backend, np.unique(links.claim[links.claim >= 0]))
    claimless = backend.claimless(rows)
    own = spoken(model, question, backend, rows, claimless, links)
    agreed = heard(agreed, links, own.log_odds)
    votes = link_votes(links, agreed)
    reasons = link_reasons(backend, scored, links, agreed)
    told = [_by_links(hit, votes.get(hit.premise), reasons.get(hit.premise, "")) for hit in scored]
    alone = set(rows[claimless].tolist())
    return [
        _by_own_words(hit, own, hit.premise in alone)
        if hit.premise in own.log_odds and (hit.premise in alone or hit.confidence == 0.5)
        else hit
        for hit in told
    ]


def link_votes(links: LinkRows, agreed: Agreement) -> dict[int, float]:
    """Returns P(premise supports query) of each premise whose links tell.

    A link votes with its sign times 2 P(same stance) - 1; without a claim, a stance or an answer about the claim it
    has no vote. Votes are averaged.

    >>> links = LinkRows(np.array([4, 4]), np.array([0, 1]), np.array([1, -1], np.int8), np.array([0, 1]))
    >>> {row: round(p, 2) for row, p in link_votes(links, Agreement(np.array([0, 1]), np.array([0.4, 0.7]))).items()}
    {4: 0.35}
    """
    counts = (links.claim >= 0) & (links.sign != 0) & agreed.knows(links.claim)
    premise, sign = links.premise[counts], links.sign[counts]
    lean = sign * (2 * agreed.of(links.claim[counts]) - 1)
    rows, place = np.unique(premise, return_inverse=True)
    mean = np.bincount(place, weights=lean, minlength=len(rows)) / np.maximum(np.bincount(place), 1)
    return dict(zip(rows.tolist(), ((1 + mean) / 2).tolist(), strict=True))


def claims_by_premise(links: LinkRows) -> dict[int, tuple[int, ...]]:
    """Returns the claims that each premise speaks to, by rising row.

    >>> links = LinkRows(np.array([4, 4, 5]), np.array([2, 1, -1]), np.zeros(3, np.int8), np.arange(3))
    >>> claims_by_premise(links)
    {4: (1, 2), 5: ()}
    """
    spoken_to: dict[int, set[int]] = {}
    for premise, claim in zip(links.premise.tolist(), links.claim.tolist(), strict=True):
        known = spoken_to.setdefault(premise, set())
        if claim >= 0:
            known.add(claim)
    return {premise: tuple(sorted(claims)) for premise, claims in spoken_to.items()}


def _by_links(hit: Scored, vote: float | None, reason: str) -> Scored:
    """Returns a premise on the side that its links tell; where they tell none, on the one it has, not sure of it."""
    if vote is None:
        return replace(hit, confidence=0.5)
    stance = hit.stance if vote == 0.5 else Stance.of_sign(vote - 0.5)
    return replace(hit, stance=stance, confidence=max(vote, 1 - vote), reason=reason, estimated=False)


def _by_own_words(hit: Scored, own: Spoken, alone: bool) -> Scored:
    """Returns a premise on the side that its own words tell."""
    support = float(1 / (1 + np.exp(-own.log_odds[hit.premise])))
    return replace(
        hit,
        stance=Stance.PRO if support >= 0.5 else Stance.CON,
        confidence=max(support, 1 - support),
        reason=own_reason(support, together=hit.premise in own.prose),
        estimated=alone,
    )
