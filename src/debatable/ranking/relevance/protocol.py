"""What a relevance filter is: r(p|q) of candidates, and those of them that it keeps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.errors import InputError
from debatable.ranking.protocol import Backend, Question

__all__ = ["Relevant", "RelevanceFilter", "checked_threshold", "kept"]


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

    def to_claims(self, backend: Backend, claims: Sequence[str], premises: Ints) -> Floats:
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
