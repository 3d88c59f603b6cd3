"""Premises that hang on no claim are read with the query: nothing else tells what they speak to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats
from debatable.learning import AlwaysRelevant, RelevanceModel
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.protocol import Backend, Question

__all__ = ["Read", "read_alone"]

TRUST = 2.0
"""Exponent of P(relevant): what is read counts more than the words and vectors that found it."""


@dataclass(frozen=True, slots=True)
class Read:
    """Premises found directly, after some were read; arrays run over the premises.

    Attributes:
        found: The premises with P(p|q), in the order of the match.
        match: P(p|q) before anything was read.
        factor: What reading takes each match times; 1 for premises that speak to a claim.
    """

    found: Found
    match: Floats
    factor: Floats


def read_alone(model: RelevanceModel, question: Question, backend: Backend, own: Found, most: int) -> Read:
    """Moves probability among premises without a claim towards those that a model takes for relevant.

    Each is taken times P(relevant)^2; what was not read counts as the middle one of what was. All of them together
    keep what they had, so that premises that speak to a claim neither win nor lose.

    Args:
        model: Reads query and premise together.
        question: The query.
        backend: What is searched.
        own: Premises found directly, best first.
        most: How many are read at most, those that match best.
    """
    factor = np.ones(len(own))
    alone = np.flatnonzero(backend.claimless(own.rows))
    mass = own.probability[alone].sum()
    if isinstance(model, AlwaysRelevant) or most < 1 or mass == 0:
        return Read(own, own.probability, factor)
    read = alone[:most]
    relevant = model(question.text, backend.texts("premises", own.rows[read])) ** TRUST
    factor[alone] = np.median(relevant)
    factor[read] = relevant
    left = (own.probability[alone] * factor[alone]).sum()
    factor[alone] = factor[alone] * (mass / left) if left > 0 else 1.0
    return Read(Found(own.rows, own.probability * factor), own.probability, factor)
