"""Learned relevance: a model reads the query and each candidate together (Fromm et al. 2021, 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.learning import RELEVANCES, RelevanceModel
from debatable.naming import named, resolve
from debatable.ranking.formulas.ecir2021 import claim_sim
from debatable.ranking.protocol import Backend, Question
from debatable.ranking.relevance.protocol import Relevant, checked_threshold, kept

__all__ = ["LearnedFilter"]


@dataclass(frozen=True, slots=True)
class LearnedFilter:
    """Keeps the candidates that a model takes for relevant.

    Attributes:
        model: By name, or the folder of one.
        tau: P(relevant) that a candidate must exceed.
    """

    model: RelevanceModel = named(RELEVANCES, "learned")
    tau: float = 0.0

    def __post_init__(self) -> None:
        """Takes a name for a model and checks the threshold."""
        resolve(self)
        checked_threshold(self.tau, 0.0)

    @property
    def symbol(self) -> str:
        """What the relevance is called in explanations."""
        return "r(p|q)"

    def __call__(self, question: Question, backend: Backend, candidates: Ints) -> Relevant:
        """Returns the candidates whose relevance is above tau."""
        return kept(candidates, self.to_query(question, backend, candidates), self.tau)

    def to_query(self, question: Question, backend: Backend, premises: Ints) -> Floats:
        """Returns r(p|q) of given premises."""
        return self._read(question.text, backend.texts("premises", premises))

    def to_claims(self, backend: Backend, claims: Sequence[str], premises: Ints) -> Floats:
        """Returns r(p|c): a row for each premise, a column for each claim."""
        texts = backend.texts("premises", premises)
        return claim_sim(lambda claim: self._read(claim, texts), claims)

    def _read(self, claim: str, texts: Sequence[str]) -> Floats:
        return self.model(claim, texts) if texts else np.zeros(0)
