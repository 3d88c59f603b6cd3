"""A corpus in memory that answers as an index does."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from debatable import lexical
from debatable.corpus import Links

Use = tuple[int, int, int]
"""Premise, claim (-1 for none) and sign."""


class ToyIndex:
    """Claims and premises by row, as `ranking.ArgumentIndex` wants them."""

    def __init__(
        self,
        claims: Sequence[str],
        premises: Sequence[str],
        uses: Sequence[Use],
        claim_clusters: Sequence[int],
        premise_clusters: Sequence[int],
        *,
        query: Sequence[float] = (1.0,),
        claim_vectors: Sequence[Sequence[float]] | None = None,
        premise_vectors: Sequence[Sequence[float]] | None = None,
        quality: Sequence[Sequence[float]] | None = None,
    ) -> None:
        self._claims, self._premises = list(claims), list(premises)
        premise, claim, sign = (np.array([use[i] for use in uses], np.int64) for i in range(3))
        self.links = Links(
            premise,
            claim,
            sign.astype(np.int8),
            np.arange(len(uses)),
            premises=len(premises),
            claims=len(claims),
        )
        self.has_vectors = True
        self.claim_clusters = np.array(claim_clusters, np.int64)
        self.premise_clusters = np.array(premise_clusters, np.int64)
        self.query = np.array(query, np.float32)
        self.claim_vectors = _vectors(claim_vectors, len(claims))
        self.premise_vectors = _vectors(premise_vectors, len(premises))
        self.quality = None if quality is None else np.array(quality, np.float32)
        self.premise_lengths = np.array([len(text) for text in premises], np.int64)

    @cached_property
    def claims(self) -> lexical.Index:
        return lexical.build([self.tokens(text) for text in self._claims])

    @cached_property
    def premises(self) -> lexical.Index:
        return lexical.build([self.tokens(text) for text in self._premises])

    @cached_property
    def conclusions(self) -> lexical.Index:
        said: list[list[str]] = [[] for _ in self._premises]
        for premise, claim in zip(self.links.premise.tolist(), self.links.claim.tolist(), strict=True):
            said[premise] += self.tokens(self._claims[claim]) if claim >= 0 else []
        return lexical.build(said)

    @cached_property
    def discussions(self) -> lexical.Index:
        return lexical.build([[] for _ in self._premises])

    def tokens(self, text: str) -> list[str]:
        return text.lower().replace(".", "").split()

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return np.tile(self.query, (len(texts), 1))

    def premise_vectors_of(self, variant: str) -> npt.NDArray[np.float32]:
        return self.premise_vectors

    def cluster_name(self, kind: str, number: int) -> str:
        return f"{kind}-{number}"

    def claim_ids(self, rows: Sequence[int] | npt.NDArray[np.int64]) -> list[str]:
        return [f"c{row}" for row in rows]

    def claim_texts(self, rows: Sequence[int] | npt.NDArray[np.int64]) -> list[str]:
        return [self._claims[row] for row in rows]

    def premise_texts(self, rows: Sequence[int] | npt.NDArray[np.int64]) -> list[str]:
        return [self._premises[row] for row in rows]


def _vectors(given: Sequence[Sequence[float]] | None, rows: int) -> npt.NDArray[np.float32]:
    return np.ones((rows, 1), np.float32) if given is None else np.array(given, np.float32)


def energy() -> ToyIndex:
    """A dozen links, seven premises in five clusters, four claims in two clusters of opposite stance."""
    return ToyIndex(
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
        claim_clusters=[0, 0, 1, 1],
        premise_clusters=[0, 0, 1, 2, 2, 3, 4],
        claim_vectors=[[1 / 2], [1 / 4], [1 / 8], [1 / 8]],
    )
