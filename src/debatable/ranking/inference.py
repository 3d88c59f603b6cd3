"""From P(c|q) to P(p+|q) and P(p-|q): formulas (1), (2) and (5) over the uses of the claims found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints, Signs
from debatable.errors import UnknownNameError
from debatable.ranking.calibration import Floats
from debatable.ranking.claim_step import Found
from debatable.ranking.clusters import Clusters
from debatable.ranking.formulas import (
    inverse_claim_frequency,
    premise_frequency,
    premise_given_claim,
    premise_given_query,
)
from debatable.ranking.uses import Uses, joined_in_clusters

__all__ = ["Inference", "infer", "orientation_of"]


@dataclass(frozen=True, slots=True)
class Inference:
    """What is believed of each use of a claim that was found; arrays run over the uses.

    Attributes:
        claims: The claims found, R, with P(c|q).
        same: P(q and c have the same stance) of each claim found.
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
    same: Floats
    uses: Uses
    place: Ints
    pf: Ints
    cf: Ints
    icf: Floats
    z: Floats
    given_claim: Floats
    supporting: Floats
    attacking: Floats


def orientation_of(claims: Ints, same: Floats, rows: int) -> Signs:
    """Returns -1 for each claim that probably opposes the query, +1 for all others, by row."""
    orientation = np.ones(rows, np.int8)
    orientation[claims] = np.where(same < 0.5, -1, 1)
    return orientation


def infer(
    found: Found,
    same: Floats,
    uses: Uses,
    clusters: Clusters,
    orientation: Signs,
    *,
    reach: str = "cluster",
    normalise: str = "claim",
) -> Inference:
    """Computes the probabilities of all premises of the claims found.

    The paper assumes that all claims of a cluster have the same stance. Clusters of vectors hold opposite
    claims too, so pf counts a premise with the sign it has towards c: it is turned where c' opposes c.

    Args:
        found: The claims found.
        same: Stance agreement of each claim found.
        uses: All uses of all claims in the clusters of the claims found.
        clusters: Clusters of the corpus.
        orientation: Stance of each claim towards the query, by row.
        reach: ``claim``: a user who picks c picks one of its own premises; ``cluster``: one of those of all
            claims that mean the same as c.
        normalise: Which uses Z of (5) sums over: ``claim``: those of c with this sign, so that P(p+|c) sums to
            one; ``all``: those of all claims found, so that Z does not change the ranking.
    """
    if reach not in ("claim", "cluster"):
        raise UnknownNameError("reach", reach, ["claim", "cluster"])
    if normalise not in ("claim", "all"):
        raise UnknownNameError("normalisation", normalise, ["claim", "all"])
    gamma, pi = clusters.claim, clusters.premise
    counted = premise_frequency(pi[uses.premise], gamma[uses.claim], uses.sign * orientation[uses.claim])
    candidates = (
        uses.take(np.isin(uses.claim, found.rows))
        if reach == "claim"
        else joined_in_clusters(uses, found.rows, gamma, orientation)
    )
    pf = _looked_up(uses, counted, candidates, clusters, orientation)
    order = np.argsort(found.rows)
    place = order[np.searchsorted(found.rows[order], candidates.claim)]
    cf = np.where(candidates.sign > 0, clusters.support[pi[candidates.premise]], 0)
    cf = np.where(candidates.sign > 0, cf, clusters.attack[pi[candidates.premise]])
    cf = np.maximum(cf, 1)
    icf = inverse_claim_frequency(clusters.count, cf)
    group = place * 2 + (candidates.sign < 0) if normalise == "claim" else np.zeros(len(place), np.int64)
    given, z = premise_given_claim(pf, icf, group)
    sides = premise_given_query(found.probability[place], same[place], given, candidates.sign)
    return Inference(found, same, candidates, place, pf, cf, icf, z, given, *sides)


def _looked_up(uses: Uses, counted: Ints, wanted: Uses, clusters: Clusters, orientation: Signs) -> Ints:
    """Returns pf of the wanted uses from those that were counted."""
    width = int(clusters.claim.max(initial=0)) + 1

    def key(some: Uses) -> Ints:
        side = some.sign * orientation[some.claim] < 0
        return np.asarray((clusters.premise[some.premise] * width + clusters.claim[some.claim]) * 2 + side)

    known, first = np.unique(key(uses), return_index=True)
    return np.asarray(counted[first[np.searchsorted(known, key(wanted))]])
