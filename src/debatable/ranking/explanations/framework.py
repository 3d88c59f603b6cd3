"""Explanations of the framework: the sum that makes P(pi|q), down to pf, |Gamma| and cf."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.model import Explanation
from debatable.ranking.probabilities.inference import Inference

__all__ = ["Named", "explain_group"]

Named = Mapping[int, tuple[str, str]]
"""Id and text of claims by row."""

SIDES = {1: ("+", "-"), -1: ("-", "+")}


def explain_group(
    inference: Inference,
    uses: Ints,
    own: float,
    score: float,
    claim_clusters: int,
    named: Named,
    cluster: str,
) -> Explanation:
    """Returns the tree of P(pi|q) for one group of premises.

    All members that speak to a claim with one sign have one P(p+|c), so they stand in one branch.

    Args:
        inference: What is believed of the uses.
        uses: The uses of the members.
        own: Probability of the members that were found by themselves.
        score: P(pi|q).
        claim_clusters: |Gamma|.
        named: Id and text of the claims.
        cluster: Id of the cluster.
    """
    sides = []
    for side in (1, -1):
        parts = _claims(inference, uses, side, claim_clusters, named)
        if side > 0 and own > 0:
            parts.append(Explanation("P(p|q)", own, note="found by its own words"))
        if parts:
            total = sum(part.value for part in parts)
            sides.append(Explanation(f"P(π{SIDES[side][0]}|q)", total, "sum", tuple(parts)))
    both = Explanation("P(π+|q) + P(π-|q)", 2 * score, "sum", tuple(sides))
    return Explanation("P(π|q)", score, "quotient", (both, Explanation("sides of a coin", 2.0)), of=cluster)


def _claims(
    inference: Inference, uses: Ints, side: int, claim_clusters: int, named: Named
) -> list[Explanation]:
    summand = (inference.supporting if side > 0 else inference.attacking)[uses]
    kept = uses[summand > 0]
    parts = []
    for place in _by_mass(inference.place[kept], summand[summand > 0]):
        through = kept[inference.place[kept] == place]
        row = int(inference.claims.rows[place])
        id_, text = named[row]
        ways = tuple(
            _way(inference, through[inference.uses.sign[through] == sign], sign, side, claim_clusters)
            for sign in (1, -1)
            if np.any(inference.uses.sign[through] == sign)
        )
        of_claim = Explanation("P(c|q)", float(inference.claims.probability[place]), of=id_, note=text)
        agreed = Explanation("stance and premises", sum(way.value for way in ways), "sum", ways)
        parts.append(
            Explanation("P(π|c) P(c|q)", of_claim.value * agreed.value, "product", (of_claim, agreed), of=id_)
        )
    return parts


def _by_mass(place: Ints, summand: Floats) -> list[int]:
    """Returns the claims that bring something, the one that brings most first."""
    places, number = np.unique(place, return_inverse=True)
    mass = np.bincount(number, weights=summand)
    return [int(places[i]) for i in np.lexsort((places, -mass))]


def _way(inference: Inference, uses: Ints, sign: int, side: int, claim_clusters: int) -> Explanation:
    """The uses of one claim and sign: how many, how likely each, and how likely the stance is this one."""
    one = uses[0]
    agrees = float(inference.agrees[inference.place[one]])
    aligned = sign == side
    arrows, agreement = ("P(q↑↑c)", agrees) if aligned else ("P(q↑↓c)", 1.0 - agrees)
    mark = SIDES[sign][0]
    pf, icf = float(inference.pf[one]), float(inference.icf[one])
    given = float(inference.given_claim[one])
    parts = (
        Explanation(arrows, agreement),
        Explanation("members", float(len(uses))),
        Explanation(
            f"P(p{mark}|c)",
            given,
            "quotient",
            (
                _weight(
                    pf, icf, float(inference.cf[one]), given * float(inference.z[one]), claim_clusters, mark
                ),
                Explanation("Z", float(inference.z[one])),
            ),
        ),
    )
    return Explanation(f"{arrows} P(π{mark}|c)", agreement * len(uses) * given, "product", parts)


def _weight(pf: float, icf: float, cf: float, weight: float, claim_clusters: int, mark: str) -> Explanation:
    frequency = Explanation(f"pf(p{mark},c)", pf)
    if icf <= 0 < weight:
        return Explanation("pf alone", pf, "product", (frequency,), note="no icf tells the premises apart")
    ratio = Explanation(
        "|Γ|/cf",
        claim_clusters / cf,
        "quotient",
        (Explanation("|Γ|", float(claim_clusters)), Explanation(f"cf(p{mark})", cf)),
    )
    return Explanation(
        "pf·icf", pf * icf, "product", (frequency, Explanation(f"icf(p{mark})", icf, "log", (ratio,)))
    )
