"""Stance as one stage of a ranking method: the stance of claims and that of premises, by any stance model."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Protocol, cast

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.learning import STANCES, AlwaysSame, EvidenceModel, StanceModel
from debatable.naming import WrappedTable, check_fields, check_range
from debatable.ranking.protocol import Backend, LinkRows, Question, Scored
from debatable.ranking.stance.claims import ClaimStances, claim_mass, same_words
from debatable.ranking.stance.premises import LinkedPremises, PremiseEvidence, assign_stances, linked_premises
from debatable.ranking.stance.related import RelatedReading


class StanceStage(Protocol):
    """Answers which claims and which premises are for the query, and which against it.

    A stage of one's own that inherits from it needs `of_claims` alone: premises then follow their links.
    """

    @abstractmethod
    def of_claims(
        self, question: Question, backend: Backend, claims: Ints, mass: Floats | None = None
    ) -> ClaimStances:
        """Returns P(query and claim have the same stance) of claims.

        Args:
            question: The query.
            backend: Where the texts are.
            claims: Rows of the claims, rising, each once.
            mass: How much each of them matters; the same for all without it.
        """

    def of_premises(
        self,
        question: Question,
        backend: Backend,
        ranked: Sequence[Scored],
        claim_stances: ClaimStances | None = None,
    ) -> list[Scored]:
        """Returns ranked premises with their stances, how probable these are, and how they are known.

        Args:
            question: The query.
            backend: Where links and texts are.
            ranked: The premises; where nothing is known of its stance, a premise keeps the one it has.
            claim_stances: Of the claims that they are linked to, where these are known already.
        """
        premises = linked_premises(backend, ranked)
        stances = claim_stances or self.of_claims(question, backend, premises.claims)
        evidence = self.premise_evidence(question, backend, premises)
        stances = self.with_evidence(stances, premises.links, evidence)
        return assign_stances(backend, ranked, premises, stances, evidence)

    def premise_evidence(
        self, question: Question, backend: Backend, premises: LinkedPremises
    ) -> PremiseEvidence:
        """Returns what the words of premises say of the query."""
        return PremiseEvidence()

    def with_evidence(
        self, stances: ClaimStances, links: LinkRows, evidence: PremiseEvidence
    ) -> ClaimStances:
        """Adds the evidence of premises to the stances of their claims."""
        return stances

    def begin(self) -> None:
        """Starts to load the model, if it takes a while."""
        begin = getattr(getattr(self, "model", None), "begin", None)
        if begin is not None:
            begin()


@dataclass(frozen=True, slots=True)
class NoStance(StanceStage):
    """Takes all claims to have the stance of the query, as the experiments of the paper do."""

    model: ClassVar[StanceModel] = AlwaysSame()

    def of_claims(
        self, question: Question, backend: Backend, claims: Ints, mass: Floats | None = None
    ) -> ClaimStances:
        """See StanceStage."""
        return ClaimStances(claims, np.ones(len(claims)))


@dataclass(frozen=True, slots=True)
class ComparedStance(StanceStage):
    """Asks a model that compares statements with the query: for every claim, and for premises without a claim."""

    model: StanceModel

    def of_claims(
        self, question: Question, backend: Backend, claims: Ints, mass: Floats | None = None
    ) -> ClaimStances:
        """See StanceStage."""
        if not len(claims):
            return ClaimStances(claims, np.ones(0))
        return ClaimStances(claims, self._probabilities(question.text, backend.texts("claims", claims)))

    def premise_evidence(
        self, question: Question, backend: Backend, premises: LinkedPremises
    ) -> PremiseEvidence:
        """See StanceStage."""
        rows = premises.rows[premises.claimless]
        if not len(rows):
            return PremiseEvidence()
        return PremiseEvidence.of_probabilities(
            rows, self._probabilities(question.text, backend.texts("premises", rows))
        )

    def _probabilities(self, query: str, texts: Sequence[str]) -> Floats:
        """Returns what the model says of each text; raises an InputError where that is no probability for each."""
        given = self.model(query, texts)
        try:
            probability = np.asarray(given, np.float64)
        except (TypeError, ValueError):
            probability = np.full(1, np.nan)
        if probability.shape != (len(texts),) or not ((probability >= 0) & (probability <= 1)).all():
            raise InputError(
                f"the stance model gave {repr(given)[:80]} for {len(texts)} texts",
                where=repr(self.model)[:80],
                todo="return an array with a probability from 0 to 1 for each",
            )
        return probability


@dataclass(frozen=True)
class ReadStance(RelatedReading, StanceStage):
    """Asks a model that reads pairs of texts, for the claims and premises that matter most.

    In a language that the model was not taught, only claims with the same words as the query have a stance.
    """

    def __post_init__(self) -> None:
        """Checks the numbers."""
        check_fields(self)
        may_be_negative = ("least_related", "one_sided", "near_from", "near_to")
        names = [field.name for field in fields(self) if field.type in ("int", "float")]
        check_range(self, *(name for name in names if name not in may_be_negative), least=0)
        if not self.near_from < self.near_to:
            raise InputError(f"near_from is {self.near_from}", todo="give less than near_to")

    def of_claims(
        self, question: Question, backend: Backend, claims: Ints, mass: Floats | None = None
    ) -> ClaimStances:
        """See StanceStage."""
        if not len(claims):
            return ClaimStances(claims, np.ones(0))
        if not self.model.reads(question.text):
            return ClaimStances(claims, same_words(question, backend, claims))
        weight = np.ones(len(claims)) if mass is None else mass
        relations = backend.relations.stored(self.model)
        if relations is not None and relations.share_read(claims, weight) >= self.least_related:
            return self.related_stances(question, backend, claims, weight, relations)
        return ClaimStances(claims, self.claim_probability(question, backend, claims, weight))

    def of_premises(
        self,
        question: Question,
        backend: Backend,
        ranked: Sequence[Scored],
        claim_stances: ClaimStances | None = None,
    ) -> list[Scored]:
        """See StanceStage."""
        premises = linked_premises(backend, ranked)
        stances = claim_stances or self.of_claims(question, backend, premises.claims, _mass_by_rank(premises))
        related = stances.evidence is not None
        evidence = self.premise_evidence(question, backend, premises, linked=not related)
        if related:
            stances = self.read_on(question, backend, premises, stances)
        else:
            stances = self.with_evidence(stances, premises.links, evidence)
        return assign_stances(backend, ranked, premises, stances, evidence)


def _mass_by_rank(premises: LinkedPremises) -> Floats:
    """Returns how much each claim of ranked premises matters: the sum of 1 / rank of its premises."""
    links = premises.links.take(premises.links.claim >= 0)
    order = np.argsort(premises.rows)
    rank = order[np.searchsorted(premises.rows[order], links.premise)]
    return claim_mass(premises.claims, links.claim, 1.0 / (1 + rank))


def stance_stage(given: Any) -> StanceStage:
    """Returns the stage of a stance model, by what the model offers; a stage is returned as it is.

    Raises:
        InputError: It is no stance model.
    """
    if _offers(given, "of_claims", "of_premises"):
        return cast(StanceStage, given)
    if _offers(given, "reads", "between", "towards", "skimmed"):
        return ReadStance(cast(EvidenceModel, given))
    model = STANCES.parse(given)
    return NoStance() if model == AlwaysSame() else ComparedStance(model)


def _offers(given: object, *methods: str) -> bool:
    return all(callable(getattr(given, method, None)) for method in methods)


STANCE_STAGES: WrappedTable[StanceStage] = WrappedTable(STANCES, stance_stage, "model")
"""Stages by the names of their models, such as ``learned(words=0.2,premises_read=6)``."""
