"""Corpora small enough to compute by hand, and stance models that say what they are told to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats
from tests.support.brute_backend import BruteBackend

__all__ = ["GivenStance", "energy"]


@dataclass(frozen=True)
class GivenStance:
    """P(same stance) by the text of the claim; of a text that is not there nobody may ask."""

    probability: Mapping[str, float]

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        return np.array([self.probability[text] for text in claims], np.float64)


def energy(*, vectors: bool = True, claim_clusters: Sequence[int] = (0, 0, 1, 1)) -> BruteBackend:
    """A dozen links, seven premises in five clusters, four claims in two clusters, of opposite stance by default."""
    return BruteBackend(
        claims=[
            "We should use nuclear power",
            "Nuclear power should be used more",
            "We should abandon nuclear power",
            "Nuclear plants should be closed",
        ],
        premises=[
            "Nuclear power emits hardly any carbon.",
            "Reactors run without burning coal or gas.",
            "Nuclear waste stays dangerous for ages.",
            "Reactors are expensive.",
            "No energy costs as much as that of new reactors.",
            "Accidents poison whole regions.",
            "The public wants it.",
        ],
        uses=[
            (0, 0, 1),
            (1, 1, 1),
            (6, 0, 1),
            (2, 0, -1),
            (5, 1, -1),
            (3, 0, -1),
            (2, 2, 1),
            (5, 3, 1),
            (0, 2, -1),
            (6, 3, 1),
            (4, 1, -1),
            (1, 3, -1),
        ],
        claim_clusters=claim_clusters,
        premise_clusters=[0, 0, 1, 2, 2, 3, 4],
        claim_vectors=[[1 / 2], [1 / 4], [1 / 8], [1 / 8]],
        vectors=vectors,
    )
