"""The stance of premises towards a query: by their links to claims, or by their own words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

import numpy as np

from debatable.arrays import Bools, Floats, Ints, bounded_log_odds, distinct, is_among, sigmoid
from debatable.learning import EvidenceModel, LearnedStance
from debatable.model import Stance, StanceReason
from debatable.naming import check_fields, check_range
from debatable.ranking.protocol import ALONE_WORDS, Backend, LinkRows, Question, Scored
from debatable.ranking.stance.claims import ClaimStances
from debatable.text.sentences import both_ends


class LinkedPremises(NamedTuple):
    """Premises with their links, best first."""

    rows: Ints
    claimless: Bools
    links: LinkRows

    @property
    def claims(self) -> Ints:
        """Rows of the claims that they are linked to, rising."""
        return distinct(self.links.claim[self.links.claim >= 0])


def linked_premises(backend: Backend, ranked: Sequence[Scored]) -> LinkedPremises:
    """Returns the links of ranked premises."""
    rows = np.array([hit.premise for hit in ranked], np.int64)
    return LinkedPremises(rows, backend.claimless(rows), backend.links("premises", rows))


@dataclass(frozen=True, slots=True)
class PremiseEvidence:
    """What the words of premises say of the query.

    Attributes:
        log_odds: That a premise supports the query, by row, for those that were read.
        prose: Rows of the long ones, where there are several: their log-odds include the lean of the others.
    """

    log_odds: Mapping[int, float] = field(default_factory=dict)
    prose: frozenset[int] = frozenset()

    @classmethod
    def of_probabilities(cls, rows: Ints, probability: Floats) -> PremiseEvidence:
        """Returns evidence from P(the premise supports the query)."""
        values = bounded_log_odds(probability)
        return cls(dict(zip(rows.tolist(), values.tolist(), strict=True)))


@dataclass(frozen=True, slots=True)
class ProseLean:
    """Adds to the log-odds of each long premise how all long premises of a query lean.

    A comment of a hundred words has irony, detours and several points, and is often misread. Comments on one question
    lean to one side more than chance would have it, though, and where they do, that is evidence on each of them. The
    lean is the sum of their log-odds, times 1 - (sum of squares) / (square of the sum): 0 where the sum is no larger
    than that of premises with random stances.

    Attributes:
        words: Words from which a premise counts as prose.
        share: Weight of the lean beside the log-odds of the premise.
        slope: Factor of both together.
        bound: Largest absolute log-odds.
    """

    words: int = 40
    share: float = 0.3
    slope: float = 1.0
    bound: float = 4.0

    def __post_init__(self) -> None:
        """Checks the numbers."""
        check_fields(self)
        check_range(self, "words", "share", "slope", "bound", least=0)

    def is_prose(self, texts: list[str]) -> Bools:
        """Marks the texts that are long enough."""
        return np.array([len(text.split(maxsplit=self.words)) >= self.words for text in texts], np.bool_)

    def __call__(self, log_odds: Floats) -> Floats:
        """Returns the log-odds of long premises with their lean.

        >>> ProseLean(share=0.5, slope=1.0)(np.array([1.0, 1.0, -0.5])).round(2).tolist()
        [1.0, 1.0, -0.5]
        >>> ProseLean(share=0.5, slope=1.0)(np.array([1.0, 1.0, 0.5, -0.5])).round(2).tolist()
        [1.38, 1.38, 0.88, -0.12]
        """
        return np.clip(self.slope * (log_odds + self.share * _lean(log_odds)), -self.bound, self.bound)


def _lean(log_odds: Floats) -> float:
    """Returns the sum of log-odds as far as it is larger than that of random stances.

    >>> _lean(np.array([2.0, 2.0])), _lean(np.array([2.0, -2.0])), _lean(np.array([2.0]))
    (2.0, 0.0, 0.0)
    """
    total = float(log_odds.sum())
    spread = float(np.square(log_odds).sum())
    return total - spread / total if total * total > spread else 0.0


@dataclass(frozen=True)
class PremiseReading:
    """How a model that reads pairs of texts is asked about premises.

    A claim may be misread, above all one about a detail. But a premise that supports a claim and supports the query
    is evidence that claim and query have the same stance. So the readings of the first premises are added to those of
    their claims, and count for all premises of these claims.

    Attributes:
        model: Reads pairs of texts.
        premises_read: Premises that the model reads, the best ones; of further claimless ones it only skims the words.
        premises_per_claim: Premises of one claim that are read at most.
        premise_words: Words of a premise with a claim that are read, from its beginning.
        claimless_words: Words of a premise without one that are read, from its beginning and its end.
        claim_weight: Factor of the log-odds of a claim where premises of it are read as well.
        premise_weight: Factor of the log-odds of premises beside those of their claim.
        premises_alike: How far premises of one claim are misread together: their log-odds add up to less than the sum.
        prose: How long premises are read together.
    """

    model: EvidenceModel = LearnedStance()
    premises_read: int = 10
    premises_per_claim: int = 3
    premise_words: int = 12
    claimless_words: int = ALONE_WORDS
    claim_weight: float = 0.9
    premise_weight: float = 1.6
    premises_alike: float = 0.5
    prose: ProseLean = ProseLean()

    def premise_evidence(
        self, question: Question, backend: Backend, premises: LinkedPremises, *, linked: bool = True
    ) -> PremiseEvidence:
        """Reads the first premises: the beginning of those with a claim, more of others; skims further claimless ones.

        In a language that the model was not taught, there is no evidence.
        """
        if not self.model.reads(question.text):
            return PremiseEvidence()
        rows, links = premises.rows, premises.links
        first = np.arange(len(rows)) < self.premises_read
        of_first = links.take(links.with_stance & is_among(links.premise, rows[first]))
        whole = rows[first & ~is_among(rows, of_first.premise)]
        part = self._some_of_each_claim(rows[first], of_first) if linked else rows[:0]
        every = np.concatenate([part, whole, rows[~first & premises.claimless]])
        texts = backend.texts("premises", every)
        alone = texts[len(part) : len(part) + len(whole)]
        to_read = [
            *map(self.beginning, texts[: len(part)]),
            *(both_ends(text, self.claimless_words) for text in alone),
        ]
        read = question.read(to_read, partial(self.model.towards, question.text))
        long = np.zeros(len(read), np.bool_)
        long[len(part) :] = self.prose.is_prose(texts[len(part) : len(read)])
        read[long] = self.prose(read[long])
        left = np.flatnonzero(is_among(every, rows[premises.claimless]))
        left = left[left >= len(read)]
        skimmed = self.model.skimmed(question.text, [texts[place] for place in left.tolist()])
        log_odds = dict(zip(every[: len(read)].tolist(), read.tolist(), strict=True))
        return PremiseEvidence(
            log_odds | dict(zip(every[left].tolist(), skimmed.tolist(), strict=True)),
            frozenset(every[: len(read)][long].tolist() if long.sum() > 1 else ()),
        )

    def with_evidence(
        self, stances: ClaimStances, links: LinkRows, evidence: PremiseEvidence
    ) -> ClaimStances:
        """Adds the evidence of premises to the stances of their claims.

        >>> links = LinkRows(np.array([4, 7]), np.array([0, 1]), np.array([-1, 1], np.int8), np.array([0, 1]))
        >>> stances = ClaimStances(np.array([0, 1]), np.array([0.5, 0.7]))
        >>> evidence = PremiseEvidence({4: -1.0})
        >>> PremiseReading().with_evidence(stances, links, evidence).probability.round(2).tolist()
        [0.83, 0.7]
        """
        counts = links.with_stance & stances.knows(links.claim)
        counts &= is_among(links.premise, np.array([*evidence.log_odds], np.int64))
        premises, of, number = np.unique(links.premise[counts], return_inverse=True, return_counts=True)
        each = np.array([evidence.log_odds[row] for row in premises.tolist()]) / number
        places = np.searchsorted(stances.claims, links.claim[counts])
        total = np.bincount(places, weights=links.sign[counts] * each[of], minlength=len(stances.claims))
        count = np.bincount(places, minlength=len(stances.claims))
        of_claim = bounded_log_odds(stances.probability)
        together = self.claim_weight * of_claim + self.premise_weight * total / (
            1 + self.premises_alike * np.maximum(count - 1, 0)
        )
        return ClaimStances(stances.claims, np.where(count > 0, sigmoid(together), stances.probability))

    def beginning(self, text: str) -> str:
        """Returns the words of a premise with a claim that are read."""
        return " ".join(text.split(maxsplit=self.premise_words)[: self.premise_words])

    def _some_of_each_claim(self, rows: Ints, links: LinkRows) -> Ints:
        """Returns premises in their order, up to a number for each claim.

        >>> links = LinkRows(np.array([7, 8, 9, 5]), np.zeros(4, np.int64), np.ones(4, np.int8), np.arange(4))
        >>> PremiseReading()._some_of_each_claim(np.array([9, 8, 7, 5]), links).tolist()
        [9, 8, 7]
        """
        claims: dict[int, list[int]] = {}
        for premise, claim in zip(links.premise.tolist(), links.claim.tolist(), strict=True):
            claims.setdefault(premise, []).append(claim)
        counts: Counter[int] = Counter()
        chosen = []
        for row in rows.tolist():
            if any(counts[claim] < self.premises_per_claim for claim in claims.get(row, ())):
                counts.update(claims[row])
                chosen.append(row)
        return np.array(chosen, np.int64)


def assign_stances(
    backend: Backend,
    ranked: Sequence[Scored],
    premises: LinkedPremises,
    claim_stances: ClaimStances,
    evidence: PremiseEvidence,
) -> list[Scored]:
    """Returns ranked premises with their stances, how probable these are, and how they are known.

    The links of a premise vote. Where they give no stance, its own words do, if they were read; else it keeps the
    stance it has, without confidence.
    """
    votes = link_votes(premises.links, claim_stances)
    reasons = link_reasons(backend, ranked, premises.links, claim_stances)
    by_links = [_by_links(hit, votes.get(hit.premise), reasons.get(hit.premise)) for hit in ranked]
    claimless = set(premises.rows[premises.claimless].tolist())
    return [
        _by_own_words(hit, evidence, hit.premise in claimless)
        if hit.premise in evidence.log_odds and (hit.premise in claimless or hit.confidence == 0.5)
        else hit
        for hit in by_links
    ]


def link_votes(links: LinkRows, stances: ClaimStances) -> dict[int, float]:
    """Returns P(premise supports query) of each premise with a link that votes.

    A link votes with its sign times 2 P(same stance) - 1; one without a claim, without a stance or to a claim that
    was not asked about has no vote. Votes are averaged.

    >>> links = LinkRows(np.array([4, 4]), np.array([0, 1]), np.array([1, -1], np.int8), np.array([0, 1]))
    >>> stances = ClaimStances(np.array([0, 1]), np.array([0.4, 0.7]))
    >>> {row: round(p, 2) for row, p in link_votes(links, stances).items()}
    {4: 0.35}
    """
    voting = links.take(links.with_stance & stances.knows(links.claim))
    lean = voting.sign * (2 * stances.of(voting.claim) - 1)
    rows, place = np.unique(voting.premise, return_inverse=True)
    mean = np.bincount(place, weights=lean, minlength=len(rows)) / np.maximum(np.bincount(place), 1)
    return dict(zip(rows.tolist(), ((1 + mean) / 2).tolist(), strict=True))


def link_reasons(
    backend: Backend, ranked: Sequence[Scored], links: LinkRows, stances: ClaimStances
) -> dict[int, StanceReason]:
    """Returns the reason of each premise with a link that votes: the link it was reached through, else the surest."""
    first = {hit.premise: hit.claims[0] if hit.claims else -1 for hit in ranked}
    voting = links.take(links.with_stance & stances.knows(links.claim))
    chosen: dict[int, tuple[int, int, float]] = {}
    for premise, claim, sign, probability in zip(
        voting.premise.tolist(),
        voting.claim.tolist(),
        voting.sign.tolist(),
        stances.of(voting.claim).tolist(),
        strict=True,
    ):
        other = chosen.get(premise)
        better = claim == first.get(premise) or (
            other is not None
            and other[0] != first.get(premise)
            and max(probability, 1 - probability) > max(other[2], 1 - other[2])
        )
        if other is None or better:
            chosen[premise] = (claim, sign, probability)
    rows = distinct(np.array([claim for claim, _, _ in chosen.values()], np.int64))
    texts = dict(zip(rows.tolist(), backend.texts("claims", rows), strict=True))
    return {
        premise: StanceReason("link", probability, texts[claim], sign)
        for premise, (claim, sign, probability) in chosen.items()
    }


def _by_links(hit: Scored, vote: float | None, reason: StanceReason | None) -> Scored:
    """Returns a premise with the stance its links vote for; without a vote the one it has, with a confidence of 1/2."""
    if vote is None:
        return replace(hit, confidence=0.5)
    stance = hit.stance if vote == 0.5 else Stance.of_sign(vote - 0.5)
    return replace(hit, stance=stance, confidence=max(vote, 1 - vote), reason=reason, estimated=False)


def _by_own_words(hit: Scored, evidence: PremiseEvidence, claimless: bool) -> Scored:
    """Returns a premise with the stance of its own words."""
    support = float(sigmoid(evidence.log_odds[hit.premise]))
    in_prose = hit.premise in evidence.prose
    return replace(
        hit,
        stance=Stance.PRO if support >= 0.5 else Stance.CON,
        confidence=max(support, 1 - support),
        reason=StanceReason("own words and other hits" if in_prose else "own words", support),
        estimated=claimless,
    )
