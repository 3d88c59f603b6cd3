"""The claims that a premise speaks to, as a field, read off the postings of the claims.

Written out, a claim would be there as often as it has premises: a long one with many of them is a small file and an
index without end.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.local.fields.claim_pairs import ClaimPairs
from debatable.lexical import FieldPostings
from debatable.lexical.search.fields import DerivedField

__all__ = ["Conclusions"]


class Conclusions(DerivedField):
    """What the claims of each premise say, each claim once; a field for BM25F and for operators."""

    def __init__(self, claims: FieldPostings, pairs: ClaimPairs, there: Bools) -> None:
        """Keeps where everything is.

        Args:
            claims: Words of all claims.
            pairs: Which premise speaks to which of them.
            there: The premises whose conclusions count; those of others are empty.
        """
        self._claims, self._pairs, self._there = claims, pairs, there

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._there)

    @property
    def postings(self) -> Any:
        """The field itself, for operators."""
        return self

    @property
    def nbytes(self) -> int:
        """What the pairs take; the words are those of the claims."""
        return self._pairs.nbytes

    def _row_lengths(self) -> Ints:
        said = self._claims.lengths()[self._pairs.claim]
        lengths = np.bincount(self._pairs.premise, said, len(self)).astype(np.int64)
        return np.where(self._there, lengths, 0)

    def _found(self, term: str) -> Sequence[tuple[Ints, Floats]]:
        claims, often, _ = self._claims.of(term)
        premises, tf = self._pairs.of_claims(claims, often)
        kept = self._there[premises]
        return [(premises[kept], tf[kept])]
