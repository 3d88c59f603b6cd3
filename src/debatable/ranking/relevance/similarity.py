"""Zero-shot relevance: the similarity of query and candidate, without any training on relevance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.arrays import Floats, Ints
from debatable.ranking.formulas.ecir2021 import claim_sim
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.relevance.protocol import Relevant, checked_threshold, kept

__all__ = ["SimilarityFilter"]


@dataclass(frozen=True, slots=True)
class SimilarityFilter:
    """Keeps the candidates whose vector is near to that of the query.

    Attributes:
        tau: Cosine that a candidate must exceed.
    """

    tau: float = -1.0

    def __post_init__(self) -> None:
        """Checks the threshold."""
        checked_threshold(self.tau, -1.0)

    @property
    def symbol(self) -> str:
        """What the relevance is called in explanations."""
        return "cos(q,p)"

    def __call__(self, question: Question, backend: Backend, candidates: Ints) -> Relevant:
        """Returns the candidates whose cosine is above tau."""
        return kept(candidates, self.to_query(question, backend, candidates), self.tau)

    def to_query(self, question: Question, backend: Backend, premises: Ints) -> Floats:
        """Returns cos(q,p) of given premises."""
        return backend.cosines("premises", question.vector, premises)

    def to_claims(self, backend: Backend, claims: Sequence[str], premises: Ints) -> Floats:
        """Returns cos(c,p): a row for each premise, a column for each claim."""
        return claim_sim(lambda claim: backend.cosines("premises", backend.encode(claim), premises), claims)
