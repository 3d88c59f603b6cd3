"""Relevance filters of ``diverse``: which candidates are relevant, learned or by the similarity of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Protocol

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.learning import RELEVANCES, RelevanceModel
from debatable.naming import check_fields, named
from debatable.ranking.formulas.ecir2021 import claim_sim
from debatable.ranking.protocol import Backend, Question


@dataclass(frozen=True, slots=True)
class Relevant:
    """Premises that passed a filter.

    Attributes:
        rows: The premises, most relevant first, ties by row.
        relevance: r(p|q) of each.
    """

    rows: Ints
    relevance: Floats


class RelevanceFilter(Protocol):
    """A stage that keeps the candidates that are relevant to the query (Fromm et al. 2021, 3.1)."""

    @property
    def symbol(self) -> str:
        """What the relevance is called in explanations."""

    def __call__(self, question: Question, backend: Backend, candidates: Ints) -> Relevant:
        """Returns the candidates whose relevance is above the threshold."""

    def to_query(self, question: Question, backend: Backend, premises: Ints) -> Floats:
        """Returns r(p|q) of given premises."""

    def to_claims(
        self, question: Question, backend: Backend, claims: Sequence[str], premises: Ints
    ) -> Floats:
        """Returns r(p|c): a row for each premise, a column for each claim."""


def kept(candidates: Ints, relevance: Floats, tau: float) -> Relevant:
    """T_filtered = {p in T | r(p|q) > tau}, most relevant first, ties by row.

    >>> kept(np.array([4, 2, 3]), np.array([0.5, 0.7, 0.7]), 0.5).rows.tolist()
    [2, 3]
    """
    order = np.lexsort((candidates, -relevance))
    order = order[relevance[order] > tau]
    return Relevant(candidates[order], relevance[order])


def checked_threshold(tau: float, least: float) -> None:
    """Refuses a threshold that nothing, or nobody, can pass.

    Raises:
        InputError: It is not from the least relevance to under 1.
    """
    if not least <= tau < 1:
        raise InputError(f"tau is {tau}", todo=f"give a threshold from {least:g} to under 1")


@dataclass(frozen=True, slots=True)
class LearnedFilter:
    """Keeps the candidates that a model takes for relevant.

    Attributes:
        model: By name, or the folder of one.
        tau: P(relevant) that a candidate must exceed.
    """

    model: RelevanceModel = named(RELEVANCES, "learned")
    tau: float = 0.0
    symbol: ClassVar[str] = "r(p|q)"

    def __post_init__(self) -> None:
        """Takes a name for a model and checks the threshold."""
        check_fields(self)
        checked_threshold(self.tau, 0.0)

    def __call__(self, question: Question, backend: Backend, candidates: Ints) -> Relevant:
        """Returns the candidates whose relevance is above tau."""
        return kept(candidates, self.to_query(question, backend, candidates), self.tau)

    def to_query(self, question: Question, backend: Backend, premises: Ints) -> Floats:
        """Returns r(p|q) of given premises."""
        return self._read(question, question.text, backend.texts("premises", premises))

    def to_claims(
        self, question: Question, backend: Backend, claims: Sequence[str], premises: Ints
    ) -> Floats:
        """Returns r(p|c): a row for each premise, a column for each claim."""
        texts = backend.texts("premises", premises)
        return claim_sim(lambda claim: self._read(question, claim, texts), claims)

    def _read(self, question: Question, claim: str, texts: Sequence[str]) -> Floats:
        """Returns the relevance of texts; what there was no time for is as relevant as the least that was read."""
        read = question.read(texts, partial(self.model, claim))
        return np.concatenate([read, np.full(len(texts) - len(read), read.min(initial=1.0))])


@dataclass(frozen=True, slots=True)
class SimilarityFilter:
    """Keeps the candidates whose vector is near to that of the query.

    Attributes:
        tau: Cosine that a candidate must exceed.
    """

    tau: float = -1.0
    symbol: ClassVar[str] = "cos(q,p)"

    def __post_init__(self) -> None:
        """Checks the threshold."""
        check_fields(self)
        checked_threshold(self.tau, -1.0)

    def __call__(self, question: Question, backend: Backend, candidates: Ints) -> Relevant:
        """Returns the candidates whose cosine is above tau."""
        return kept(candidates, self.to_query(question, backend, candidates), self.tau)

    def to_query(self, question: Question, backend: Backend, premises: Ints) -> Floats:
        """Returns cos(q,p) of given premises."""
        return backend.cosines("premises", question.vector, premises)

    def to_claims(
        self, question: Question, backend: Backend, claims: Sequence[str], premises: Ints
    ) -> Floats:
        """Returns cos(c,p): a row for each premise, a column for each claim."""
        return claim_sim(lambda claim: backend.cosines("premises", backend.encode(claim), premises), claims)
