"""The words of an index by text: which terms each claim and premise has, and how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.local.fields.texts import Texts
from debatable.engines.local.open_index import OpenIndex
from debatable.progress import Step

__all__ = ["Documents", "documents_of"]

Rows: TypeAlias = Any
"""A sparse matrix of texts by terms: how often each text has each term."""


@dataclass(frozen=True)
class Documents:
    """Frequencies of the terms in claims, premises and named discussions, and who speaks to what.

    Attributes:
        vocabulary: Every term, by number.
        claims: Claims by terms.
        premises: Premises by terms.
        discussions: Premises by terms of the discussions that the corpus names.
        speaks: Premises by claims, 1 where a premise speaks to a claim.
    """

    vocabulary: list[str]
    claims: Rows
    premises: Rows
    discussions: Rows
    speaks: Rows

    @cached_property
    def debates(self) -> Rows:
        """Claims by terms: each claim with all its premises."""
        return sparse.csr_array(self.speaks.T @ self.premises + self.claims)

    @cached_property
    def named(self) -> Bools:
        """Which premises stand in a discussion that the corpus names."""
        return np.asarray(self.discussions.sum(axis=1)) > 0

    def conclusions(self, start: int, stop: int) -> Rows:
        """Returns premises by terms of the claims that they speak to."""
        return sparse.csr_array(self.speaks[start:stop] @ self.claims)

    def around(self, start: int, stop: int) -> Rows:
        """Returns premises by terms of the discussions that they stand in."""
        unnamed = sparse.diags_array((~self.named[start:stop]).astype(np.float64))
        return sparse.csr_array(
            unnamed @ (self.speaks[start:stop] @ self.debates) + self.discussions[start:stop]
        )

    def lengths(self) -> Ints:
        """Returns the words of the conclusions, of itself and of the discussion of each premise."""
        said = np.asarray(self.claims.sum(axis=1))
        own = np.asarray(self.premises.sum(axis=1))
        debates = np.asarray(self.debates.sum(axis=1))
        around = np.where(self.named, np.asarray(self.discussions.sum(axis=1)), self.speaks @ debates)
        return np.stack([self.speaks @ said, own, around], axis=1).astype(np.int64)


def documents_of(index: OpenIndex, progress: Step | None = None) -> Documents:
    """Analyses all texts of an index."""
    texts = Texts(index.snapshot, index.tables)
    numbers: dict[str, int] = {}
    rows = [
        _rows(texts.of(field), index.analyzer, numbers) for field in ("claims", "premises", "discussions")
    ]
    claims, premises, discussions = (
        sparse.csr_array((tf, indices, starts), shape=(len(starts) - 1, len(numbers)))
        for starts, indices, tf in rows
    )
    links = index.tables.links
    linked = links.claim >= 0
    pairs = np.unique(np.stack([links.premise[linked], links.claim[linked]], axis=1), axis=0)
    speaks = sparse.csr_array(
        (np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(links.premises, links.claims)
    )
    if progress is not None:
        progress(1, 1)
    return Documents(list(numbers), claims, premises, discussions, speaks)


def _rows(
    texts: Iterable[str], analyzer: Callable[[str], list[str]], numbers: dict[str, int]
) -> tuple[Ints, Ints, Floats]:
    starts, indices, frequencies = [0], [], []
    for text in texts:
        counted = Counter(analyzer(text))
        found = sorted((numbers.setdefault(term, len(numbers)), tf) for term, tf in counted.items())
        indices.append(np.array([number for number, _ in found], np.int32))
        frequencies.append(np.array([tf for _, tf in found], np.float32))
        starts.append(starts[-1] + len(found))
    return (
        np.array(starts, np.int64),
        np.concatenate([np.zeros(0, np.int32), *indices]).astype(np.int64),
        np.concatenate([np.zeros(0, np.float32), *frequencies]).astype(np.float64),
    )
