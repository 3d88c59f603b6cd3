"""Expansion by premise clusters (Dumani and Schenkel 2020, Touché, 2.4): premises that say what those reached say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from debatable.arrays import Ints, distinct, union
from debatable.ranking.candidates.claim_steps import ClaimStep, Found
from debatable.ranking.candidates.uses import Neighbourhood, Uses, distinct_uses
from debatable.ranking.clusters import PremiseClusters
from debatable.ranking.protocol import Backend, Question

Expansion = Literal["none", "clusters"]


@dataclass(frozen=True, slots=True)
class ResultPremises:
    """The claims and premises that an answer is made of.

    Attributes:
        found: The claims with a P(c|q) of their own: those found, and those that the expansion brought in.
        near: The claims of the clusters of those found, and those brought in, each of these a cluster by itself; with
            the uses of all of them, since Z needs the rivals of a premise.
        reached: The claims of the clusters of those found, rising.
        premises: The premises that may be shown, rising.
    """

    found: Found
    near: Neighbourhood
    reached: Ints
    premises: Ints


def premises_of_claims(found: Found, near: Neighbourhood) -> ResultPremises:
    """Returns the premises of the claim clusters alone."""
    return ResultPremises(found, near, near.claims, distinct(near.uses.premise))


def premises_of_clusters(
    step: ClaimStep,
    question: Question,
    backend: Backend,
    found: Found,
    near: Neighbourhood,
    clusters: PremiseClusters,
) -> ResultPremises:
    """Adds the premises of the same premise clusters, with the claims outside the neighbourhood they speak to.

    The similarity of such a claim to the query is measured as that of those found, and P(c|q) is calibrated over all
    of them together. A premise whose claims have nothing of the query has no probability of its own; it is a member,
    and may be the one that is shown.
    """
    reached = distinct(near.uses.premise)
    premises = union(reached, clusters.premises_of(distinct(clusters.of(reached))))
    links = backend.links("premises", np.setdiff1d(premises, reached, assume_unique=True))
    others = distinct(links.claim[(links.claim >= 0) & ~np.isin(links.claim, near.claims)])
    if not len(others):
        return ResultPremises(found, near, near.claims, premises)
    rows = np.concatenate([found.rows, others])
    probability = step.calibrated(step.match(question, backend, "claims", rows)) * found.probability.sum()
    claims = np.concatenate([near.claims, others])
    cluster = np.concatenate([near.cluster, -1 - np.arange(len(others))])
    order = np.argsort(claims)
    uses = Uses.joined(near.uses, distinct_uses(backend, others))
    wide = Neighbourhood(claims[order], cluster[order], uses)
    return ResultPremises(Found(rows, probability), wide, near.claims, premises)
