"""The stance of claims towards a query: P(query and claim have the same stance)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Signs, is_among, sigmoid
from debatable.learning import EvidenceModel, LearnedStance
from debatable.ranking.formulas.relations import bearing, with_related
from debatable.ranking.protocol import Backend, Question


@dataclass(frozen=True, slots=True)
class RelatedClaims:
    """Claims that bear on each other, with what was read of them; arrays run over the claims, the most mass first.

    Attributes:
        claims: Their rows.
        weight: Mass of each, 1 for the first.
        bears: What the stance of one says of that of another (n, n), from -1 to 1.
        own: Log-odds that the query has the stance of a claim, as read; NaN where it was not.
        prior: Log-odds that two neighbouring claims of the corpus have the same stance, before they are read.
    """

    claims: Ints
    weight: Floats
    bears: Floats
    own: Floats
    prior: float = 0.0


@dataclass(frozen=True, slots=True)
class ClaimStances:
    """How probably claims have the stance of the query.

    Attributes:
        claims: Rows of the claims, rising.
        probability: P(query and claim have the same stance) of each; 1/2 where it is unknown.
        evidence: What it rests on, where relations between claims were read ahead.
    """

    claims: Ints
    probability: Floats
    evidence: RelatedClaims | None = None

    def of(self, claims: Ints) -> Floats:
        """Returns the probability of some of the claims."""
        return np.asarray(self.probability[np.searchsorted(self.claims, claims)])

    def orientation(self, claims: Ints) -> Signs:
        """Returns -1 for each given claim that probably opposes the query, +1 for all others."""
        return np.where(self.of(claims) < 0.5, -1, 1).astype(np.int8)

    def knows(self, claims: Ints) -> Bools:
        """Marks those of given claims that are among the rows."""
        return is_among(claims, self.claims)


def claim_mass(claims: Ints, rows: Ints, probability: Floats) -> Floats:
    """Sums the probabilities of claims that may occur several times.

    >>> claim_mass(np.array([3, 5, 8]), np.array([8, 3, 8]), np.array([0.5, 0.25, 0.25])).tolist()
    [0.25, 0.0, 0.75]
    """
    place = np.searchsorted(claims, rows)
    return np.bincount(place, weights=probability, minlength=len(claims)).astype(np.float64)


def same_words(question: Question, backend: Backend, claims: Ints) -> Floats:
    """Returns 1 for claims with the same words as the query, 1/2 for all others."""
    words = sorted(question.tokens)
    texts = backend.texts("claims", claims)
    return np.array([1.0 if words and sorted(backend.tokens(text)) == words else 0.5 for text in texts])


@dataclass(frozen=True)
class ClaimReading:
    """How a model that reads pairs of texts is asked about claims.

    A single claim may be misread. Claims of one debate bear on each other, though: whoever supports one opposes its
    opposite. So the log-odds of each claim count for the others as well, with the sign and as far as the two are read
    as having the same stance.

    Attributes:
        model: Reads pairs of texts.
        claims_read: Claims that are read with the query: those with the most mass.
        pairs_read: Pairs of claims that are read with each other, in both orders: those with the most mass.
        least_mass: Claims with less than this share of the largest mass are not read.
        near_from: Cosine of two claims from which they begin to belong to one debate.
        near_to: Cosine from which they belong to one debate entirely.
        claims_alike: How far claims of one debate are misread together: their log-odds add up to less than their sum.
    """

    model: EvidenceModel = LearnedStance()
    claims_read: int = 8
    pairs_read: int = 4
    least_mass: float = 0.01
    near_from: float = 0.3
    near_to: float = 0.6
    claims_alike: float = 0.4

    def claim_probability(self, question: Question, backend: Backend, claims: Ints, mass: Floats) -> Floats:
        """Returns P(query and claim have the same stance) of claims; 1/2 for those that are not read.

        Args:
            question: The query.
            backend: Where texts, vectors and readings of pairs of claims are.
            claims: Rows of the claims.
            mass: How much each claim matters.
        """
        probability = np.full(len(claims), 0.5)
        read = np.sort(np.lexsort((claims, -mass))[: self.claims_read])
        read = read[mass[read] > self.least_mass * mass.max(initial=0.0)]
        if not len(read):
            return probability
        weight = mass[read] / mass[read].max()
        near = self.nearness(backend, claims[read])
        near = np.where(_largest_pairs(near * np.outer(weight, weight), self.pairs_read), near, 0.0)
        own, related = _read(self.model, question, backend, claims[read], near > 0)
        bears = bearing(related, near)[: len(own), : len(own)]
        probability[read[: len(own)]] = sigmoid(
            with_related(own, weight[: len(own)], bears, self.claims_alike)
        )
        return probability

    def nearness(self, backend: Backend, claims: Ints) -> Floats:
        """Returns how far each two of n claims belong to one debate, from 0 to 1; without vectors 1."""
        if not backend.has_vectors:
            return np.ones((len(claims), len(claims)))
        vectors = backend.vectors("claims", claims)
        near = (vectors @ vectors.T - self.near_from) / (self.near_to - self.near_from)
        return np.asarray(np.clip(near, 0.0, 1.0), np.float64)


def _read(
    model: EvidenceModel, question: Question, backend: Backend, claims: Ints, wanted: Bools
) -> tuple[Floats, Floats]:
    """Returns the log-odds that query and claim, and that two claims, have the same stance.

    All pairs are read in one call, so that batches are full. Where the time is over before, there are only those of the
    first claims, and pairs of claims that were not read in both orders are 0.

    Args:
        model: Reads pairs of texts.
        question: The query.
        backend: Where texts and earlier readings of pairs of claims are.
        claims: Rows of n claims, rising.
        wanted: Which of the n x n pairs of claims are read, symmetric; the others are 0.
    """
    texts = backend.texts("claims", claims)
    ones, others = (side.tolist() for side in np.nonzero(np.triu(wanted, 1)))
    pairs = list(zip(claims[ones].tolist(), claims[others].tolist(), strict=True))
    remembered = backend.relations.known(model, pairs)
    new = [place for place, value in enumerate(remembered) if value is None]
    forth = [(texts[ones[place]], texts[others[place]]) for place in new]
    asked = [*((text, question.text) for text in texts), *forth, *((right, left) for left, right in forth)]
    log_odds = question.read(asked, lambda part: model.between(*map(list, zip(*part, strict=True))))
    own, ahead, back = np.split(log_odds, np.cumsum([len(texts), len(new)]))
    both = ((ahead[: len(back)] + back) / 2).tolist()
    backend.relations.learn(model, [pairs[place] for place in new[: len(both)]], both)
    fresh = iter(both)
    related = np.zeros(wanted.shape)
    related[ones, others] = related[others, ones] = [
        next(fresh, 0.0) if value is None else value for value in remembered
    ]
    return own, related


def _largest_pairs(values: Floats, count: int) -> Bools:
    """Marks the pairs with the largest values above 0, in both orders; never a row with itself.

    >>> _largest_pairs(np.array([[9.0, 1.0], [1.0, 9.0]]), 4).tolist()
    [[False, True], [True, False]]
    """
    ones, others = np.triu_indices(len(values), 1)
    value = np.maximum(values[ones, others], values[others, ones])
    largest = np.lexsort((others, ones, -value))[:count]
    largest = largest[value[largest] > 0]
    marked = np.zeros(values.shape, dtype=np.bool_)
    marked[ones[largest], others[largest]] = marked[others[largest], ones[largest]] = True
    return marked
