"""What premises are compared by: vectors of the index, CLAIM-SIM (Fromm et al. 2021, 3.2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from debatable.arrays import Ints, Vectors
from debatable.naming import Table, check_fields, named
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep
from debatable.ranking.protocol import Backend, Kind, Question
from debatable.ranking.relevance.filters import RelevanceFilter


class Representation(Protocol):
    """Gives each premise a vector."""

    def __call__(
        self, question: Question, backend: Backend, relevance: RelevanceFilter, premises: Ints
    ) -> Vectors:
        """Returns the vectors of given premises, one a row."""


@dataclass(frozen=True, slots=True)
class EncoderVectors:
    """The vectors of the index: what the paper calls BERT.

    Attributes:
        variant: How long texts are read; empty for the way of the index.
    """

    variant: str = ""

    def __call__(
        self, question: Question, backend: Backend, relevance: RelevanceFilter, premises: Ints
    ) -> Vectors:
        """Returns the vectors of given premises."""
        return backend.vectors("premises", premises, self.variant)


@dataclass(frozen=True, slots=True)
class ClaimSim:
    """Each premise as the vector of its relevances to the claims nearest to the query.

    The paper takes the claims of the query's topic; few corpora know topics, and the claims nearest to the query are
    of its topic. Where no claim is found, as in a corpus without any, premises near the query stand in for them.

    Attributes:
        claims: How the claims are found, and how many.
        premises: Whether premises stand in for claims even where there are claims.
    """

    claims: ClaimStep = named(CLAIM_STEPS, "hybrid(K=5)")
    premises: bool = False

    def __post_init__(self) -> None:
        """Takes a name for a step."""
        check_fields(self)

    def __call__(
        self, question: Question, backend: Backend, relevance: RelevanceFilter, premises: Ints
    ) -> Vectors:
        """Returns r(p|c) of given premises, a column a claim."""
        return relevance.to_claims(question, backend, self._texts(question, backend), premises)

    def _texts(self, question: Question, backend: Backend) -> list[str]:
        """Returns the claims, or what stands in for them; where nothing is near, the query itself."""
        kinds: tuple[Kind, ...] = ("premises",) if self.premises else ("claims", "premises")
        for kind in kinds:
            found = self.claims(question, backend, kind)
            if len(found):
                return backend.texts(kind, found.rows)
        return [question.text]


REPRESENTATIONS: Table[Representation] = Table(
    "representation", {"claim-sim": ClaimSim(), "encoder": EncoderVectors()}
)
"""What premises are compared by, by name."""
