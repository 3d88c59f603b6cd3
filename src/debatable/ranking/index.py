"""What a ranking method needs to know of an index, wherever it lives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from debatable.corpus import Links
from debatable.corpus.links import Ints
from debatable.lexical import Index
from debatable.model import Explanation, Stance

__all__ = ["ArgumentIndex", "Method", "Scored", "Vectors"]

Vectors = npt.NDArray[np.floating[Any]]


class ArgumentIndex(Protocol):
    """Claims and premises by row, ready to be searched and ranked."""

    @property
    def claims(self) -> Index:
        """Postings of the claims."""

    @property
    def premises(self) -> Index:
        """Postings of the premises."""

    @property
    def conclusions(self) -> Index:
        """Postings of the claims that each premise speaks to, by row of the premise."""

    @property
    def discussions(self) -> Index:
        """Postings of the discussions that each premise stands in, by row of the premise."""

    @property
    def links(self) -> Links:
        """Which premise speaks to which claim."""

    @property
    def has_vectors(self) -> bool:
        """Whether the index has vectors and clusters."""

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Encodes texts as the index was encoded."""

    @property
    def claim_vectors(self) -> Vectors:
        """Vectors of the claims by row."""

    @property
    def premise_vectors(self) -> Vectors:
        """Vectors of the premises by row."""

    def premise_vectors_of(self, variant: str) -> Vectors:
        """Vectors of the premises by row, long texts read as the variant says."""

    @property
    def claim_clusters(self) -> npt.NDArray[np.integer]:
        """Cluster of each claim row; -1 for empty rows."""

    @property
    def premise_clusters(self) -> npt.NDArray[np.integer]:
        """Cluster of each premise row; -1 for empty rows."""

    def cluster_name(self, kind: str, number: int) -> str:
        """Returns the stable id of a cluster of claims or premises."""

    @property
    def quality(self) -> npt.NDArray[np.float32] | None:
        """How often the premise of each link beats the others of its claim, in three dimensions."""

    @property
    def premise_lengths(self) -> npt.NDArray[np.integer]:
        """Characters of each premise; 0 for empty rows."""

    def tokens(self, text: str) -> list[str]:
        """Analyses a text as the index was analysed."""

    def claim_ids(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the ids of claims."""

    def claim_texts(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the texts of claims."""

    def premise_texts(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the texts of premises."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A ranked premise, in rows; the engine turns it into a hit.

    Attributes:
        premise: Row of the premise.
        score: Of the method.
        stance: Towards the query.
        explanation: How the score came about.
        claims: Rows of the claims it came through, best first.
        members: Rows of all premises that say the same, this one first.
        cluster: Id of the cluster; empty for a premise that stands alone.
    """

    premise: int
    score: float
    stance: Stance
    explanation: Explanation
    claims: tuple[int, ...] = ()
    members: tuple[int, ...] = ()
    cluster: str = ""


class Method(Protocol):
    """A ranking method: query and index in, ranked premises out, at most k."""

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks premises for a query."""
