"""Stance where the relations between claims were read ahead: few readings, whose evidence travels over these."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from debatable.arrays import CERTAIN, Floats, Ints, is_among, sigmoid
from debatable.ranking.formulas.relations import bearing, with_related
from debatable.ranking.protocol import Backend, LinkRows, Question
from debatable.ranking.relations import ClaimRelations
from debatable.ranking.stance.claims import ClaimReading, ClaimStances, RelatedClaims
from debatable.ranking.stance.premises import LinkedPremises, PremiseReading


class LinkedHit(NamedTuple):
    """A ranked premise and the related claims that it speaks to: their places among these, and its sign to each."""

    row: int
    places: Ints
    signs: Floats


@dataclass(frozen=True)
class RelatedReading(PremiseReading, ClaimReading):
    """How a model is asked where the relations of claims are known.

    The claim with the most mass is read with the query, and another one where it is not surely for or against it;
    neither where a claim has the very words of the query. Where the claims of the corpus stand on one side, they are
    parts of a debate ("Economics: is it affordable?"), and easily misread: then the first premises are read in place of
    another claim, in any case. What was read counts for all claims that are related, and so does the support of
    premises that were read for the point of the query. Reading goes on, in small batches, while the stance of a premise
    that will be shown is unsure, and ends at a number of readings.

    Attributes:
        least_related: Share of the mass of claims that must have been read ahead, else relations are read when needed.
        related: Claims whose evidence travels, those with the most mass.
        own_words: Log-odds of a claim with the words of the query.
        first_claims: Claims that are read first.
        unsure_claims: Claims that are read next where the first ones are unsure.
        first_premises: Premises that are read next where the claims of a corpus stand on one side.
        readings: Texts that are read with the query at most.
        batch: Texts that are read at a time after the first ones.
        sure: Log-odds from which a stance needs no further reading.
        sure_claim: Log-odds from which the first claim is sure.
        one_sided: Prior log-odds of the relations of a corpus from which its claims stand on one side.
        shown: First premises whose stances should be sure.
        premise_evidence_weight: Factor of the log-odds of premises beside those of claims.
        point_weight: Factor of the support of premises that were read for the point of the query.
        point_slope: Factor of all log-odds of such a query, since a point is misread more often than a claim that names
            a debate; not where the claims of the corpus stand on one side.
        related_alike: How far related claims are misread together: their log-odds add up to less than the sum.
        evidence_slope: Factor of all log-odds, so that probabilities are calibrated.
    """

    least_related: float = 0.8
    related: int = 24
    own_words: float = 12.0
    first_claims: int = 1
    unsure_claims: int = 1
    first_premises: int = 2
    readings: int = 7
    batch: int = 1
    sure: float = 1.1
    sure_claim: float = 1.5
    one_sided: float = 1.0
    shown: int = 10
    premise_evidence_weight: float = 1.4
    point_weight: float = 3.0
    point_slope: float = 0.65
    related_alike: float = 0.2
    evidence_slope: float = 0.65

    def related_stances(
        self, question: Question, backend: Backend, claims: Ints, mass: Floats, relations: ClaimRelations
    ) -> ClaimStances:
        """Returns the stances of claims after the first readings; 1/2 where nothing is related to what was read."""
        top = np.lexsort((claims, -mass))[: self.related]
        top = top[mass[top] > self.least_mass * mass.max(initial=0.0)]
        rows = claims[top]
        bears = bearing(relations.between(rows), self.nearness(backend, rows))
        texts = backend.texts("claims", rows)
        asked = _words(question.text)
        own = np.where([_words(text) == asked for text in texts], self.own_words, np.nan)
        first = texts[: self.first_claims]
        if np.isnan(own).all():
            read = question.read(first, lambda part: self.model.between(part, [question.text] * len(part)))
            own[: len(read)] = read
            question.claims_read.update(rows[: len(read)].tolist())
        weight = mass[top] / mass[top].max(initial=CERTAIN)
        evidence = RelatedClaims(rows, weight, bears, own, relations.prior)
        stances = ClaimStances(claims, np.full(len(claims), 0.5), evidence)
        return _updated(stances, self._log_odds(evidence, {}, (), None))

    def read_on(
        self, question: Question, backend: Backend, premises: LinkedPremises, stances: ClaimStances
    ) -> ClaimStances:
        """Reads on until the stances of the first premises are sure; returns the stances of all claims after it."""
        evidence = stances.evidence
        if evidence is None or not len(evidence.claims):
            return stances
        hits = [*_linked_hits(premises.rows, premises.links, evidence.claims)]
        own, read = evidence.own.copy(), dict[int, float]()
        points = self._of_points(question, backend, evidence)
        first = abs(float(self._log_odds(evidence, read, hits, points)[0]))
        if evidence.prior >= self.one_sided:
            wanted = [("premise", place) for place in range(min(len(hits), self.first_premises))]
        else:
            unread = [] if first >= self.sure_claim else np.flatnonzero(np.isnan(own)).tolist()
            wanted = [("claim", place) for place in unread[: self.unsure_claims]]
        if np.nanmax(own, initial=0.0) >= self.own_words or not question.may_read(len(wanted)):
            wanted = []
        while True:
            self._read(question, backend, evidence, hits, wanted, own, read)
            related = replace(evidence, own=own)
            values = self._log_odds(related, read, hits, points)
            left = self.readings - int(np.count_nonzero(~np.isnan(own))) - len(read)
            wanted = self._unsure(related, hits, read, values)[: max(0, min(left, self.batch))]
            if not wanted or not question.may_read(len(wanted)):
                return _updated(replace(stances, evidence=related), values)

    def _read(
        self,
        question: Question,
        backend: Backend,
        evidence: RelatedClaims,
        hits: list[LinkedHit],
        wanted: list[tuple[str, int]],
        own: Floats,
        read: dict[int, float],
    ) -> None:
        """Reads claims and premises with the query, and adds what was read to what is known."""
        claims = [place for kind, place in wanted if kind == "claim"]
        if claims:
            texts = backend.texts("claims", evidence.claims[claims])
            own[claims] = self.model.between(texts, [question.text] * len(texts))
            question.claims_read.update(evidence.claims[claims].tolist())
        places = [place for kind, place in wanted if kind == "premise"]
        if places:
            texts = backend.texts("premises", np.array([hits[place].row for place in places], np.int64))
            values = self.model.towards(question.text, [*map(self.beginning, texts)])
            read.update(zip(places, np.asarray(values).tolist(), strict=True))

    def _of_points(self, question: Question, backend: Backend, evidence: RelatedClaims) -> Floats | None:
        """Returns what premises that make the point say of all related claims; None where none was read for it."""
        rows = np.array([*question.point_support], np.int64)
        if not len(rows):
            return None
        total = np.zeros(len(evidence.claims))
        for row, places, signs in _linked_hits(rows, backend.links("premises", rows), evidence.claims):
            total[places] += signs * question.point_support[row] / len(places)
        return np.asarray(self.point_weight * (total + evidence.bears @ total))

    def _log_odds(
        self,
        evidence: RelatedClaims,
        read: dict[int, float],
        hits: list[LinkedHit] | tuple[()],
        points: Floats | None,
    ) -> Floats:
        """Returns the log-odds of all related claims, from what was read of claims, premises and for the point."""
        total, count = np.zeros(len(evidence.claims)), np.zeros(len(evidence.claims))
        for place, value in read.items():
            _, claims, signs = hits[place]
            total[claims] += signs * value / len(claims)
            count[claims] += 1
        of_premises = self.premise_evidence_weight * total
        of_premises /= 1 + self.premises_alike * np.maximum(count - 1, 0)
        was_read = ~np.isnan(evidence.own)
        weight = np.where(was_read | (count > 0), evidence.weight, 0.0)
        own = np.where(was_read, evidence.own, 0.0)
        together = with_related(own + of_premises, weight, evidence.bears, self.related_alike)
        if points is None:
            return np.asarray(self.evidence_slope * together)
        slope = self.point_slope if evidence.prior < self.one_sided else 1.0
        return np.asarray(self.evidence_slope * slope * (together + points))

    def _unsure(
        self, evidence: RelatedClaims, hits: list[LinkedHit], read: dict[int, float], values: Floats
    ) -> list[tuple[str, int]]:
        """Returns what to read next: of each unsure premise itself, its claims, or another premise of these."""
        wanted: dict[tuple[str, int], None] = {}
        lean = 2 * sigmoid(values) - 1
        for place, (_, claims, signs) in enumerate(hits[: self.shown]):
            mean = float((signs * lean[claims]).mean())
            support = min(max((1 + mean) / 2, CERTAIN), 1 - CERTAIN)
            if abs(float(np.log(support / (1 - support)))) >= self.sure:
                continue
            of_hit = claims.tolist()
            options = [("premise", place)] if place not in read else []
            options += [("claim", claim) for claim in of_hit if np.isnan(evidence.own[claim])]
            if not options:
                options = [
                    ("premise", other)
                    for other, hit in enumerate(hits)
                    if other not in read and not set(of_hit).isdisjoint(hit.places.tolist())
                ]
            wanted |= dict.fromkeys(option for option in options[:1])
        return list(wanted)


def _words(text: str) -> list[str]:
    """Returns all words of a text, however they are written.

    >>> _words("Ban cars!") == _words("ban Cars"), _words("Ban cars") == _words("Do not ban cars")
    (True, False)
    """
    return re.findall(r"\w+", text.casefold())


def _linked_hits(premises: Ints, links: LinkRows, claims: Ints) -> Iterator[LinkedHit]:
    """Yields the premises, in their order, that speak for or against one of the claims."""
    order = np.argsort(claims)
    links = links.take(links.with_stance & is_among(links.claim, claims))
    places = order[np.searchsorted(claims[order], links.claim)]
    by_premise = np.argsort(links.premise, kind="stable")
    ordered = links.premise[by_premise]
    starts, ends = (np.searchsorted(ordered, premises, side).tolist() for side in ("left", "right"))
    for row, start, end in zip(premises.tolist(), starts, ends, strict=True):
        if start < end:
            of_premise = by_premise[start:end]
            yield LinkedHit(row, places[of_premise], links.sign[of_premise].astype(np.float64))


def _updated(stances: ClaimStances, log_odds: Floats) -> ClaimStances:
    """Returns the stances with new log-odds of the related claims."""
    if stances.evidence is None:
        return stances
    probability = stances.probability.copy()
    probability[np.searchsorted(stances.claims, stances.evidence.claims)] = sigmoid(log_odds)
    return replace(stances, probability=probability)
