"""How single premises stand towards the query: the links of a premise vote, or its own words speak."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from debatable.learning import AlwaysSame, StanceModel
from debatable.model import Stance
from debatable.ranking.protocol import Backend, LinkRows, Question, Scored
from debatable.ranking.stance.agreement import Agreement, agreement

__all__ = ["claims_by_premise", "link_votes", "stances_of", "with_own_stances"]


def stances_of(
    model: StanceModel, question: Question, backend: Backend, links: LinkRows
) -> dict[int, Stance]:
    """Returns the stance towards the query of each premise that has one of the links."""
    spoken_to = links.claim[links.claim >= 0]
    return link_votes(links, agreement(model, question, backend, spoken_to))


def link_votes(links: LinkRows, agreed: Agreement) -> dict[int, Stance]:
    """Returns the stance of each premise that has one of the links.

    A link votes with its sign times 2 P(same stance) - 1; without a claim or a stance it has no vote.

    >>> links = LinkRows(np.array([4, 4]), np.array([0, 1]), np.array([1, -1], np.int8), np.array([0, 1]))
    >>> link_votes(links, Agreement(np.array([0, 1]), np.array([0.4, 0.7])))
    {4: <Stance.CON: 'con'>}
    """
    premises, place = np.unique(links.premise, return_inverse=True)
    lean = np.zeros(len(place))
    spoken_to = links.claim >= 0
    lean[spoken_to] = 2 * agreed.of(links.claim[spoken_to]) - 1
    votes = np.bincount(place, weights=lean * links.sign, minlength=len(premises))
    return {
        premise: Stance.of_sign(vote) for premise, vote in zip(premises.tolist(), votes.tolist(), strict=True)
    }


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


def with_own_stances(
    model: StanceModel, question: Question, backend: Backend, scored: Sequence[Scored]
) -> list[Scored]:
    """Gives premises that hang on no claim the stance that their own words have towards the query."""
    told = list(scored)
    unknown = [place for place, hit in enumerate(told) if hit.stance is Stance.NONE]
    if isinstance(model, AlwaysSame) or not unknown:
        return told
    rows = np.array([told[place].premise for place in unknown], np.int64)
    alone = backend.claimless(rows)
    places = [place for place, claimless in zip(unknown, alone.tolist(), strict=True) if claimless]
    if not places:
        return told
    agrees = model(question.text, backend.texts("premises", rows[alone]))
    for place, probability in zip(places, agrees.tolist(), strict=True):
        side = Stance.PRO if probability >= 0.5 else Stance.CON
        told[place] = replace(told[place], stance=side, estimated=True)
    return told
