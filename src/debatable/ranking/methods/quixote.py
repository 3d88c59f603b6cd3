"""Method ``quixote``: claim similarity times argument quality (Dumani and Schenkel, Touché 2020)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np

from debatable.arrays import Floats, Ints, distinct, is_among, union
from debatable.clustering.representatives import REPRESENTATIVES, Representative
from debatable.errors import InputError, check_name
from debatable.model import Explanation
from debatable.naming import check_fields, named
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep, Found
from debatable.ranking.candidates.direct import with_own_words
from debatable.ranking.candidates.expansion import (
    Expansion,
    ResultPremises,
    premises_of_claims,
    premises_of_clusters,
)
from debatable.ranking.candidates.uses import Neighbourhood, Uses, neighbourhood
from debatable.ranking.clusters import CLUSTERS, Clusters, PremiseClusters
from debatable.ranking.diversity.groups import Groups, group, scored_groups, shown_first, ties_broken
from debatable.ranking.formulas.ecir2020 import premise_given_query
from debatable.ranking.formulas.touche2020 import claims_of_clusters_given_query, quality_given_claims
from debatable.ranking.protocol import Backend, Question, Scored, named_texts
from debatable.ranking.stance.claims import ClaimStances, claim_mass
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage

DIMENSIONS = ("cogency", "reasonableness", "effectiveness")


@dataclass(frozen=True, slots=True)
class QualityInference:
    """What is believed of each use: its DCFs, P(p|c), and what it adds to either side; P(c|q) of all claims near."""

    found: Found
    near: Neighbourhood
    claims: Floats
    own: Found
    uses: Uses
    dcf: Floats
    given: Floats
    z: Floats
    supporting: Floats
    attacking: Floats

    def through(self, uses: Ints) -> tuple[int, ...]:
        """Returns the claims that uses came through, best first."""
        claims = self._by_probability(uses)
        best = np.lexsort((np.arange(len(claims)), -is_among(claims, self.found.rows).astype(int)))
        return tuple(claims[best].tolist())

    def explain(self, backend: Backend, uses: Ints, members: Ints, score: float, name: str) -> Explanation:
        """Returns the tree of P(pi|q)."""
        claims = named_texts(backend, "claims", self._by_probability(uses))
        parts = [
            self._of_claim(claim, id_, text, uses[self.uses.claim[uses] == claim])
            for claim, (id_, text) in claims.items()
        ]
        alone = np.isin(self.own.rows, members)
        for value in self.own.probability[alone].tolist():
            parts.append(Explanation("P(p|q)", value, note="found by its own words"))
        return Explanation("P(π|q)", score, "sum", tuple(parts), of=name)

    def _by_probability(self, uses: Ints) -> Ints:
        claims = distinct(self.uses.claim[uses])
        return np.asarray(claims[np.lexsort((claims, -self.claims[self.near.place(claims)]))])

    def _of_claim(self, claim: int, id_: str, text: str, uses: Ints) -> Explanation:
        probability = float(self.claims[self.near.place(np.array([claim]))[0]])
        similar = Explanation("P(c|q)", probability, of=id_, note=text)
        given = Explanation(
            "P(π|c)", float(self.given[uses].sum()), "sum", tuple(self._of_use(int(use)) for use in uses)
        )
        return Explanation("P(c|q) P(π|c)", probability * given.value, "product", (similar, given))

    def _of_use(self, use: int) -> Explanation:
        dcf = self.dcf[use].tolist()
        given, z = float(self.given[use]), float(self.z[use])
        if sum(dcf) == 0 and given > 0:
            return Explanation("P(p|c)", given, note="nobody was beaten: all are equally likely")
        parts = tuple(Explanation(f"DCF {name}", value) for name, value in zip(DIMENSIONS, dcf, strict=True))
        total = Explanation("DCF", sum(dcf), "sum", parts)
        return Explanation("P(p|c)", given, "quotient", (total, Explanation("Z", z)))


@dataclass(frozen=True, slots=True)
class Quixote:
    """Premises of similar claims by P(c|q) P(p|c), P(p|c) from quality, summed over premise clusters.

    P(p|q) sums over the claims found and those of their clusters, claim by claim.

    Attributes:
        claims: Where P(c|q) comes from: ``lexical``, ``dense`` or ``hybrid``.
        shortest: Premises of fewer characters are dropped.
        stance: Model of P(query and claim have the same stance); ``none`` takes all claims for aligned.
        clusters: Which premises say the same.
        expansion: ``clusters``: the premises of the same premise clusters are added, as in 2.4 of the paper; ``none``.
        normalise: Whether DCFs are divided by their sum over one ``claim`` or over ``all``.
        split: Whether clusters are split by stance, so that each hit is for or against.
        representative: Which member is shown.
    """

    claims: ClaimStep = named(CLAIM_STEPS, "lexical")
    shortest: int = 30
    stance: StanceStage = named(STANCE_STAGES, "polarity")
    clusters: Clusters = named(CLUSTERS, "offline")
    expansion: Expansion = "clusters"
    normalise: Literal["claim", "all"] = "claim"
    split: bool = True
    representative: Representative = named(REPRESENTATIVES, "longest")

    def __post_init__(self) -> None:
        """Takes names for objects and checks the choice."""
        check_fields(self)
        check_name("expansion", self.expansion, get_args(Expansion))
        check_name("way to normalise", self.normalise, ("claim", "all"))

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks premise clusters; ties by the longer representative, then by its text."""
        found, own = with_own_words(self.claims, question, backend)
        own = own.take(backend.lengths(own.rows) >= self.shortest)
        near = neighbourhood(found, backend)
        near = replace(near, uses=self._long(backend, near.uses))
        clusters = self.clusters(backend, union(near.uses.premise, own.rows))
        wide = premises_of_claims(found, near)
        if self.expansion == "clusters":
            wide = premises_of_clusters(self.claims, question, backend, found, near, clusters)
        mass = claim_mass(wide.near.claims, wide.found.rows, wide.found.probability)
        claim_stances = self.stance.of_claims(question, backend, wide.near.claims, mass)
        inference = self._inferred(backend, wide, claim_stances, own)
        groups = group(
            inference.uses,
            inference.supporting,
            inference.attacking,
            inference.own,
            clusters,
            split=self.split,
            coin=False,
        )
        order = ties_broken(backend, groups, k)
        shown = shown_first(self.representative, question, backend, groups.members(order))
        scored = _scored(backend, inference, clusters, groups, order, shown)
        return self.stance.of_premises(question, backend, scored, claim_stances)

    def _inferred(
        self, backend: Backend, wide: ResultPremises, claim_stances: ClaimStances, own: Found
    ) -> QualityInference:
        """Returns what is believed of the uses of long enough premises that may be shown."""
        found, near = wide.found, wide.near
        uses = self._long(backend, near.uses)
        quality = backend.quality(uses.link)
        if quality is None:
            raise InputError(
                "the index knows no argument quality", todo="index the corpus again with an encoder"
            )
        place = near.place(uses.claim)
        whole = place if self.normalise == "claim" else np.zeros(len(uses), np.int64)
        given, z = quality_given_claims(quality, whole)
        claims = _near_claims(found, near, uses)
        shown = np.isin(uses.premise, wide.premises)
        if self.split:  # what was brought in without a probability is on neither side of its cluster
            shown &= (claims[place] > 0) | np.isin(uses.claim, wide.reached)
        uses, claim_probability = uses.take(shown), claims[place[shown]]
        quality, given, z = quality[shown], given[shown], z[shown]
        sides = premise_given_query(claim_probability, claim_stances.of(uses.claim), given, uses.sign)
        return QualityInference(found, near, claims, own, uses, quality, given, z, *sides)

    def _long(self, backend: Backend, uses: Uses) -> Uses:
        """Returns the uses of premises that are long enough."""
        return uses.take(backend.lengths(uses.premise) >= self.shortest)


def _near_claims(found: Found, near: Neighbourhood, uses: Uses) -> Floats:
    """Returns P(c|q) of each claim of the neighbourhood."""
    probability = np.zeros(len(near.claims))
    probability[near.place(found.rows)] = found.probability
    _, cluster = np.unique(near.cluster, return_inverse=True)
    is_found, has_premises = np.isin(near.claims, found.rows), np.isin(near.claims, uses.claim)
    return claims_of_clusters_given_query(probability, is_found, cluster, has_premises)


def _scored(
    backend: Backend,
    inference: QualityInference,
    clusters: PremiseClusters,
    groups: Groups,
    order: list[int],
    shown: list[list[int]],
) -> list[Scored]:
    """Returns the groups shown; their explanations are built when somebody wants to see them."""
    uses = groups.uses(order, inference.uses)
    names = [clusters.id(int(groups.cluster[number])) for number in order]
    scores = groups.score[order].tolist()

    def explain(numbers: Sequence[int]) -> list[Explanation]:
        return [
            inference.explain(backend, uses[at], np.array(shown[at]), scores[at], names[at]) for at in numbers
        ]

    through = [inference.through(places) for places in uses]
    return scored_groups(groups, order, shown, names, through, explain)
