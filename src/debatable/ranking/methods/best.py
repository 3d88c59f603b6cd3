"""Method ``best``: the query's own point first, then what most say of it, each thing once (this project)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from debatable.arrays import Ints, distinct, is_among, union
from debatable.learning import RELEVANCES, AlwaysRelevant, RelevanceModel
from debatable.model import Stance
from debatable.naming import check_fields, check_range, named
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep, Found, rerank_claims
from debatable.ranking.candidates.direct import found_directly, rerank_unlinked
from debatable.ranking.candidates.uses import Neighbourhood, neighbourhood
from debatable.ranking.diversity.novelty import DIVERSITIES, Diversity
from debatable.ranking.diversity.picked import Picked
from debatable.ranking.explanations.best import explain, pick_scores
from debatable.ranking.probabilities.inference import Inference, infer
from debatable.ranking.probabilities.mixture import PremiseMixture, Strength, premise_mixture
from debatable.ranking.probabilities.specificity import SPECIFICS, PointMatch, Specific
from debatable.ranking.protocol import (
    Backend,
    DeferredExplanation,
    Explainer,
    LinkRows,
    Question,
    Scored,
    claims_by_premise,
)
from debatable.ranking.stance.claims import ClaimStances, claim_mass
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage

STEEPEST = 10
"""The largest exponent of a length: with it texts of any length have strengths that are finite numbers."""


@dataclass(frozen=True, slots=True)
class Best:
    """Premises by how probably the user wants what they say, and nothing shown has said it.

    P(p|q) mixes that through claims, all premises of a claim alike, with that of premises found directly, of which
    those without a claim are read; both are taken times a power of the length. P(pi(p)|q) sums it over all premises,
    each as far as it says the same as p: how many say it counts there, and only there. Where the query makes a point of
    its own, premises that make it come first.

    Attributes:
        claims: What claims and premises are matched by: ``lexical``, ``dense`` or ``hybrid``.
        depth: How many premises to find directly.
        relevance: Model that reads the query together with claims and premises; ``none`` reads nothing.
        read_claims: How many claims are read at most, where none says all that the query says.
        relevant_claim: P(relevant) below which a claim that was read loses probability.
        read: How many premises without a claim are read at most.
        read_words: Words of each of them that are read at most, from its beginning and its end.
        read_long: How many are read where a quarter of them or more are longer than that.
        stance: Model of P(query and claim have the same stance); ``none`` takes all claims for aligned.
        direct: Weight of premises found directly beside those reached through claims.
        covered: Cosine from which a claim says all that the query says: its premises are then taken as they are,
            and none is found directly.
        partly: How far below that `direct` has its whole weight.
        length: Exponent of the length by which a premise is preferred, from -10 to 10; 0 for none.
        sentence: Characters up to which premises count as equally long, and a single sentence however long: its length
            is no sign of substance.
        sharper: Exponent of the probabilities of premises without a claim: a claim brings many, a premise itself.
        specific: What comes first where the query makes a point of its own; ``none`` takes it for its debate.
        diversity: How a list is kept from repeating itself.
        compared: How many premises are compared with each other, the most probable; more where more hits are asked for.
        matching: How many of those that match a specific query best are compared in any case.
        trust: Exponent of P(relevant) of premises without a claim that were read.
    """

    claims: ClaimStep = named(CLAIM_STEPS, "hybrid(temperature=0.15,share=0.1)")
    depth: int = 300
    relevance: RelevanceModel = named(RELEVANCES, "learned")
    read_claims: int = 6
    relevant_claim: float = 0.5
    read: int = 24
    read_words: int = 36
    read_long: int = 14
    stance: StanceStage = named(STANCE_STAGES, "learned")
    direct: float = 0.25
    covered: float = 0.95
    partly: float = 0.2
    length: float = 1.0
    sentence: int = 300
    sharper: float = 1.8
    specific: Specific = named(SPECIFICS, "match")
    diversity: Diversity = named(DIVERSITIES, "novelty")
    compared: int = 500
    matching: int = 60
    trust: float = 2.0

    def __post_init__(self) -> None:
        """Takes names for objects and checks the numbers."""
        check_fields(self)
        steepest = f"give an exponent from -{STEEPEST} to {STEEPEST}"
        check_range(self, "direct", least=0, most=1, todo="give a weight from 0 to 1")
        check_range(self, "length", least=-STEEPEST, most=STEEPEST, todo=steepest)
        check_range(self, "sharper", "partly", "trust", "relevant_claim", above=0)
        check_range(self, "depth", "compared", least=1, todo="look at one premise at least")
        check_range(self, "read_words", "read_long", least=1)
        check_range(self, "read", "read_claims", "sentence", "matching", least=0, todo="give 0 for none")

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks premises; ties by the higher P(p|q), then by row."""
        found_claims = self.claims(question, backend)
        uncovered = self._uncovered(question, backend, found_claims)
        if uncovered and self.read_claims and not isinstance(self.relevance, AlwaysRelevant):
            found_claims = rerank_claims(
                self.relevance, question, backend, found_claims, self.read_claims, self.relevant_claim
            )
        neighbours = neighbourhood(found_claims, backend)
        reached = distinct(neighbours.uses.premise[is_among(neighbours.uses.claim, found_claims.rows)])
        directly = found_directly(self.claims, question, backend, reached, self.depth)
        directly = directly.sharpened(self.sharper, backend.claimless(directly.rows))
        reranked = rerank_unlinked(
            self.relevance,
            question,
            backend,
            directly,
            self.read,
            self.read_words,
            self.read_long,
            self.trust,
        )
        direct_premises = reranked.found
        links = backend.links("premises", direct_premises.rows)
        claim_stances = self._claim_stances(
            question, backend, found_claims, neighbours, direct_premises, links
        )
        inference = infer(
            found_claims,
            neighbours,
            claim_stances,
            None,
            backend.counts.claim_clusters,
            reach="claim",
            normalise="both",
        )
        strength = Strength(self.length, self.sentence)
        mixture = premise_mixture(inference, direct_premises, self.direct * uncovered, strength, backend)
        point_match = self.specific(self.relevance, question, backend, found_claims.rows, mixture.rows)
        chosen = _most_wanted(mixture, point_match, max(self.compared, k), self.matching)
        point_match = replace(
            point_match, match=point_match.match[chosen] if point_match.share else point_match.match
        )
        picked = self.diversity(
            backend, mixture.rows[chosen], mixture.probability[chosen], mixture.sides[chosen], k, point_match
        )
        later = partial(explain, backend, inference, mixture, reranked, chosen, picked, point_match)
        scored = _scored(inference, mixture, chosen, picked, pick_scores(picked, point_match), links, later)
        return self.stance.of_premises(question, backend, scored, claim_stances)

    def _uncovered(self, question: Question, backend: Backend, found_claims: Found) -> float:
        """Returns how far the claims found leave out what the query says, from 0 to 1."""
        if not backend.has_vectors or not len(found_claims.rows):
            return 1.0
        nearest = float(backend.cosines("claims", question.vector, found_claims.rows).max())
        return float(np.clip((self.covered - nearest) / self.partly, 0.0, 1.0))

    def _claim_stances(
        self,
        question: Question,
        backend: Backend,
        found_claims: Found,
        neighbours: Neighbourhood,
        direct_premises: Found,
        links: LinkRows,
    ) -> ClaimStances:
        """Asks for the stances of all claims in reach, those first that bring most, themselves or by premises."""
        linked = links.claim >= 0
        claims = union(neighbours.claims, links.claim[linked])
        order = np.argsort(direct_premises.rows)
        of_premise = direct_premises.probability[order][
            np.searchsorted(direct_premises.rows[order], links.premise[linked])
        ]
        mass = claim_mass(claims, found_claims.rows, found_claims.probability)
        mass += claim_mass(claims, links.claim[linked], of_premise)
        return self.stance.of_claims(question, backend, claims, mass)


def _most_wanted(mixture: PremiseMixture, point_match: PointMatch, most: int, matching: int) -> Ints:
    """Returns the premises that are worth comparing, as places in the mixture, the most probable first.

    Where the query is specific, those that match it best are among them, however probable.
    """
    order = np.lexsort((mixture.rows, -mixture.probability))
    chosen = order[:most][mixture.probability[order[:most]] > 0]
    if not point_match.share:
        return np.asarray(chosen)
    best_matching = np.lexsort((mixture.rows, -point_match.match))[:matching]
    return np.concatenate([chosen, best_matching[~is_among(best_matching, chosen)]])


def _scored(
    inference: Inference,
    mixture: PremiseMixture,
    chosen: Ints,
    picked: Picked,
    scores: Sequence[float],
    links: LinkRows,
    later: Explainer,
) -> list[Scored]:
    """Returns the premises picked, each with the stance of the claims it came through."""
    linked_claims = claims_by_premise(
        links.take(is_among(links.premise, mixture.rows[chosen[picked.places]]))
    )
    scored = []
    places = chosen[picked.places].tolist()
    chosen_of = zip(places, scores, picked.members, picked.repeated, strict=True)
    for number, (at, score, members, before) in enumerate(chosen_of):
        row, side = int(mixture.rows[at]), Stance.of_sign(int(mixture.sides[at]))
        claims = _claims(inference, mixture, at) or linked_claims.get(row, ())
        others = mixture.rows[chosen[members]].tolist()
        repeats = int(mixture.rows[places[before]]) if before >= 0 else -1
        tree = DeferredExplanation(number, later)
        scored.append(Scored(row, score, side, tree, claims, (row, *others), repeats=repeats))
    return scored


def _claims(inference: Inference, mixture: PremiseMixture, at: int) -> tuple[int, ...]:
    """Returns the claims that a premise was reached through, the one that brought most first."""
    uses = mixture.uses_of(at)
    claims = inference.uses.claim[uses]
    mass = (inference.supporting + inference.attacking)[uses]
    return tuple(dict.fromkeys(int(claims[i]) for i in np.lexsort((claims, -mass))))
