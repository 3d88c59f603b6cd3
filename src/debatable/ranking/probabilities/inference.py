"""From P(c|q) to P(p+|q) and P(p-|q): formulas (1), (2) and (5) over the uses of the claims found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from debatable.arrays import Floats, Ints, Signs, distinct, is_among
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.candidates.uses import Neighbourhood, Uses, joined_in_clusters
from debatable.ranking.clusters import PremiseClusters
from debatable.ranking.formulas.ecir2020 import (
    claim_frequency,
    inverse_claim_frequency,
    premise_frequency,
    premise_given_claim,
    premise_given_query,
)
from debatable.ranking.stance.claims import ClaimStances

Reach = Literal["claim", "cluster"]
Normalise = Literal["claim", "both", "all"]


@dataclass(frozen=True, slots=True)
class Inference:
    """What is believed of each use of a claim that was found; arrays run over the uses.

    Attributes:
        claims: The claims found, R, with P(c|q).
        agrees: P(q and c have the same stance) of each claim found.
        uses: Premises of the claims, with their sign towards the claim.
        place: Position of the claim of each use among the claims found.
        pf: Premise frequency.
        cf: Claim frequency, of the sign of the use.
        icf: Inverse claim frequency.
        z: Normalisation of (5).
        given_claim: P(p+|c) of a supporting use, P(p-|c) of an attacking one.
        supporting: Summand of P(p+|q).
        attacking: Summand of P(p-|q).
    """

    claims: Found
    agrees: Floats
    uses: Uses
    place: Ints
    pf: Ints
    cf: Ints
    icf: Floats
    z: Floats
    given_claim: Floats
    supporting: Floats
    attacking: Floats


def infer(
    found: Found,
    near: Neighbourhood,
    stances: ClaimStances,
    clusters: PremiseClusters | None,
    claim_clusters: int,
    *,
    reach: Reach = "cluster",
    normalise: Normalise = "claim",
) -> Inference:
    """Computes the probabilities of all premises of the claims found.

    The paper assumes that all claims of a cluster have the same stance. Clusters of vectors hold opposite
    claims too, so pf counts a premise with the sign it has towards c: it is turned where c' opposes c. So does cf in
    every cluster that holds both sides, and takes the links of all others as they are; where the assumption holds,
    nothing is turned.

    Args:
        found: The claims found.
        near: The claims of their clusters, with all uses.
        stances: Of these claims.
        clusters: Which premises say the same; without them pf and icf are 1, and all premises of a claim alike.
        claim_clusters: |Gamma|.
        reach: ``claim``: a user who picks c picks one of its own premises; ``cluster``: one of those of all
            claims that mean the same as c.
        normalise: Which uses Z of (5) sums over: ``claim``: those of c with this sign, so that P(p+|c) sums to
            one; ``both``: those of c with either sign, so that premises of the smaller side weigh no more than
            the others; ``all``: those of all claims found, so that Z does not change the ranking.
    """
    uses = near.uses
    if reach == "claim":
        candidates = uses.take(is_among(uses.claim, found.rows))
    else:
        candidates = joined_in_clusters(
            uses,
            stances.orientation(uses.claim),
            near.clusters(uses.claim),
            found.rows,
            stances.orientation(found.rows),
            near.clusters(found.rows),
        )
    if clusters is None:
        pf = cf = np.ones(len(candidates), np.int64)
        icf = np.ones(len(candidates))
    else:
        premise_cluster = clusters.of(candidates.premise)
        pf = _frequency(near, stances, clusters, candidates, premise_cluster)
        cf = np.maximum(_claim_frequency(near, stances, clusters, candidates, premise_cluster), 1)
        icf = inverse_claim_frequency(claim_clusters, cf)
    order = np.argsort(found.rows)
    place = order[np.searchsorted(found.rows[order], candidates.claim)]
    groups = {
        "claim": place * 2 + (candidates.sign < 0),
        "both": place,
        "all": np.zeros(len(place), np.int64),
    }
    given, z = premise_given_claim(pf, icf, groups[normalise])
    agrees = stances.of(found.rows)
    sides = premise_given_query(found.probability[place], agrees[place], given, candidates.sign)
    return Inference(found, agrees, candidates, place, pf, cf, icf, z, given, *sides)


def _frequency(
    near: Neighbourhood, stances: ClaimStances, clusters: PremiseClusters, wanted: Uses, premise_cluster: Ints
) -> Ints:
    """Returns pf of the wanted uses, counted over all uses of the neighbourhood, signs turned where claims oppose."""
    width = int(near.cluster.max(initial=0)) + 1

    def key(premise: Ints, claim: Ints, sign: Signs) -> Ints:
        return np.asarray((premise * width + claim) * 2 + (sign < 0))

    premise, cluster = clusters.of(near.uses.premise), near.clusters(near.uses.claim)
    sign = near.uses.sign * stances.orientation(near.uses.claim)
    known, first = np.unique(key(premise, cluster, sign), return_index=True)
    turned = wanted.sign * stances.orientation(wanted.claim)
    asked = key(premise_cluster, near.clusters(wanted.claim), turned)
    return np.asarray(premise_frequency(premise, cluster, sign)[first[np.searchsorted(known, asked)]])


def _claim_frequency(
    near: Neighbourhood, stances: ClaimStances, clusters: PremiseClusters, wanted: Uses, premise_cluster: Ints
) -> Ints:
    """Returns cf of the wanted uses: |{gamma : p'+ -> c', p' in pi(p), c' in gamma}|, signs turned as in pf.

    Stances are known of the neighbourhood alone. There, what divided clusters add to the count of the whole corpus
    is taken off and put back turned.
    """
    support, attack = clusters.claim_frequencies(premise_cluster)
    cf = np.where(wanted.sign > 0, support, attack)
    stance = stances.orientation(near.claims)
    divided = np.intersect1d(
        distinct(near.cluster[stance > 0]), distinct(near.cluster[stance < 0]), assume_unique=True
    )
    uses = near.uses.take(is_among(near.clusters(near.uses.claim), divided))
    if not len(uses):
        return cf
    known, place = np.unique(
        np.concatenate([premise_cluster, clusters.of(uses.premise)]), return_inverse=True
    )
    asked, counted = place[: len(premise_cluster)], place[len(premise_cluster) :]
    cluster = near.clusters(uses.claim)
    linked = np.stack(claim_frequency(counted, cluster, uses.sign, len(known)))
    turned = np.stack(
        claim_frequency(counted, cluster, uses.sign * stances.orientation(uses.claim), len(known))
    )
    against = (wanted.sign < 0).astype(np.int64)
    towards = (wanted.sign * stances.orientation(wanted.claim) < 0).astype(np.int64)
    return np.asarray(cf - linked[against, asked] + turned[towards, asked])
