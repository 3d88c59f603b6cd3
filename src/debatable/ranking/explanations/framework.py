"""Explanations of the framework: the sum that makes P(pi|q), down to pf, |Gamma| and cf."""

from __future__ import annotations

from debatable.arrays import Floats, Ints
from debatable.model import Explanation
from debatable.ranking.probabilities.inference import Inference
from debatable.ranking.protocol import NamedTexts

SIDES = {1: ("+", "-"), -1: ("-", "+")}


def explain_group(
    inference: Inference,
    uses: Ints,
    own: float,
    score: float,
    claim_clusters: int,
    named: NamedTexts,
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
    inference: Inference, uses: Ints, side: int, claim_clusters: int, named: NamedTexts
) -> list[Explanation]:
    summand = inference.supporting if side > 0 else inference.attacking
    parts = []
    for place, through in _by_mass(inference, uses, summand):
        row = int(inference.claims.rows[place])
        id_, text = named[row]
        ways = tuple(
            _way(inference, through[sign], sign, side, claim_clusters) for sign in (1, -1) if sign in through
        )
        of_claim = Explanation("P(c|q)", float(inference.claims.probability[place]), of=id_, note=text)
        agreed = Explanation("stance and premises", sum(way.value for way in ways), "sum", ways)
        parts.append(
            Explanation("P(π|c) P(c|q)", of_claim.value * agreed.value, "product", (of_claim, agreed), of=id_)
        )
    return parts


def _by_mass(inference: Inference, uses: Ints, summand: Floats) -> list[tuple[int, dict[int, list[int]]]]:
    """Returns the claims that bring something with their uses by sign, the one that brings most first.

    There are few uses a group and many groups: lists are quicker than arrays here.
    """
    mass: dict[int, float] = {}
    through: dict[int, dict[int, list[int]]] = {}
    places, signs = inference.place[uses].tolist(), inference.uses.sign[uses].tolist()
    for use, place, sign, adds in zip(uses.tolist(), places, signs, summand[uses].tolist(), strict=True):
        if adds > 0:
            mass[place] = mass.get(place, 0.0) + adds
            through.setdefault(place, {}).setdefault(sign, []).append(use)
    return sorted(through.items(), key=lambda found: (-mass[found[0]], found[0]))


def _way(inference: Inference, uses: list[int], sign: int, side: int, claim_clusters: int) -> Explanation:
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
