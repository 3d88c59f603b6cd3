"""Method ``framework``: premise clusters by frequency and specificity (Dumani, Neumann, Schenkel 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from debatable.arrays import Ints, distinct, union
from debatable.clustering.representatives import REPRESENTATIVES, Representative
from debatable.errors import InputError, check_name
from debatable.model import Explanation
from debatable.naming import check_fields, named
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep, Found
from debatable.ranking.candidates.direct import beside_sides, with_own_words
from debatable.ranking.candidates.uses import neighbourhood
from debatable.ranking.clusters import CLUSTERS, Clusters, PremiseClusters, Unsigned
from debatable.ranking.diversity.groups import Groups, group, scored_groups, shown_first
from debatable.ranking.explanations.framework import explain_group
from debatable.ranking.probabilities.inference import Inference, Normalise, Reach, infer
from debatable.ranking.protocol import Backend, Question, Scored, named_texts
from debatable.ranking.stance.claims import claim_mass
from debatable.ranking.stance.table import STANCE_STAGES, NoStance, StanceStage

Signs = Literal["apart", "together"]


@dataclass(frozen=True, slots=True)
class Framework:
    """Claims similar to the query, their clusters, and the premise clusters of these by P(pi|q).

    Attributes:
        claims: Where P(c|q) comes from: ``lexical``, ``dense`` or ``hybrid``.
        stance: Model of P(q and c have the same stance); ``none`` takes all claims for aligned.
        clusters: Which premises say the same: ``offline``, or ``online``: clustered at query time.
        reach: Whether premises belong to their ``claim`` or to its whole ``cluster``.
        normalise: Whether Z sums over the premises of one ``claim`` or of ``all``.
        split: Whether clusters are split by stance, so that each hit is for or against.
        signs: Whether pf and cf count supporting and attacking premises ``apart`` or ``together``; together ignores the
            stance, and needs ``stance=none``.
        representative: Which member is shown: ``longest``, ``medoid``, ``quality`` or ``relevance``.
    """

    claims: ClaimStep = named(CLAIM_STEPS, "lexical")
    stance: StanceStage = named(STANCE_STAGES, "polarity")
    clusters: Clusters = named(CLUSTERS, "offline")
    reach: Reach = "claim"
    normalise: Normalise = "claim"
    split: bool = True
    signs: Signs = "apart"
    representative: Representative = named(REPRESENTATIVES, "longest")

    def __post_init__(self) -> None:
        """Takes names for objects and checks the choices."""
        check_fields(self)
        check_name("reach", self.reach, get_args(Reach))
        check_name("way to normalise", self.normalise, get_args(Normalise))
        check_name("way to count signs", self.signs, get_args(Signs))
        if self.signs == "together" and not isinstance(self.stance, NoStance):
            raise InputError("signs=together ignores the stance", todo="add stance=none")

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks premise clusters; ties by the smallest row of a member."""
        found, own = with_own_words(self.claims, question, backend)
        near = neighbourhood(found, backend)
        if self.signs == "together":
            near = near.unsigned()
        mass = claim_mass(near.claims, found.rows, found.probability)
        claim_stances = self.stance.of_claims(question, backend, near.claims, mass)
        clusters = self.clusters(backend, union(near.uses.premise, own.rows))
        if self.signs == "together":
            clusters = Unsigned(clusters, backend)
        inference = infer(
            found,
            near,
            claim_stances,
            clusters,
            backend.counts.claim_clusters,
            reach=self.reach,
            normalise=self.normalise,
        )
        reached = float(inference.supporting.sum() + inference.attacking.sum())
        own = beside_sides(own, found, reached)
        groups = group(
            inference.uses, inference.supporting, inference.attacking, own, clusters, split=self.split
        )
        order = groups.order()[:k]
        shown = shown_first(self.representative, question, backend, groups.members(order.tolist()))
        scored = _scored(backend, inference, own, clusters, groups, order, shown)
        return self.stance.of_premises(question, backend, scored, claim_stances)


def _scored(
    backend: Backend,
    inference: Inference,
    own: Found,
    clusters: PremiseClusters,
    groups: Groups,
    order: Ints,
    shown: list[list[int]],
) -> list[Scored]:
    """Returns the groups shown; their explanations are built when somebody wants to see them."""
    uses = groups.uses(order, inference.uses)
    names = [clusters.id(int(groups.cluster[number])) for number in order]
    scores = groups.score[order].tolist()
    alone = dict(zip(own.rows.tolist(), own.probability.tolist(), strict=True))

    def explain(numbers: Sequence[int]) -> list[Explanation]:
        asked = np.concatenate([*(uses[number] for number in numbers), np.zeros(0, np.int64)])
        claims = named_texts(backend, "claims", distinct(inference.uses.claim[asked]))
        own_words = [sum(alone.get(row, 0.0) for row in sorted(shown[number])) for number in numbers]
        return [
            explain_group(
                inference,
                uses[number],
                by_itself,
                scores[number],
                backend.counts.claim_clusters,
                claims,
                names[number],
            )
            for number, by_itself in zip(numbers, own_words, strict=True)
        ]

    claims, mass = inference.uses.claim.tolist(), (inference.supporting + inference.attacking).tolist()
    through = [_claims_of(claims, mass, places.tolist()) for places in uses]
    return scored_groups(groups, order.tolist(), shown, names, through, explain)


def _claims_of(claims: Sequence[int], mass: Sequence[float], uses: Sequence[int]) -> tuple[int, ...]:
    """Returns the claims that the uses came through, the one that brought most first.

    There are few uses a group and many groups: lists are quicker than arrays here.
    """
    brought: dict[int, float] = {}
    for use in uses:
        brought[claims[use]] = brought.get(claims[use], 0.0) + mass[use]
    return tuple(sorted(brought, key=lambda claim: (-brought[claim], claim)))
