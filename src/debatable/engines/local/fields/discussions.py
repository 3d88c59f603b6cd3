"""The discussion a premise stands in, as a field: the one its corpus names, else its claims with all their premises.

The second is read off the postings of claims and premises through the links: a debate of n premises would else be
written n times, and every premise that is added would change all others.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.local.fields.claim_pairs import ClaimPairs
from debatable.lexical import FieldPostings
from debatable.lexical.search.joined_field import added_frequencies

__all__ = ["Discussions"]


class Discussions:
    """What is said around each premise; a field for BM25F.

    A claim counts each of its premises once, however many links say so. A premise of several claims stands in the
    discussions of all of them; one without a claim in none.
    """

    def __init__(
        self,
        named: FieldPostings,
        claims: FieldPostings,
        premises: FieldPostings,
        pairs: ClaimPairs,
        there: Bools,
    ) -> None:
        """Keeps where everything is.

        Args:
            named: The discussions that the corpus names, by row of the premise.
            claims: Words of all claims.
            premises: Words of all premises.
            pairs: Which premise speaks to which claim.
            there: The premises whose discussions count; those of others are empty.
        """
        self._named, self._claims, self._premises = named, claims, premises
        self._pairs = pairs
        self._there = there
        self._unnamed = there & (named.lengths() == 0)

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._premises)

    @property
    def nbytes(self) -> int:
        """What the named discussions take; the others take nothing."""
        return self._named.nbytes

    @cached_property
    def _lengths(self) -> Ints:
        premise, claim = self._pairs.premise, self._pairs.claim
        debate = self._claims.lengths() + np.bincount(
            claim, self._premises.lengths()[premise], len(self._claims)
        )
        around = np.bincount(premise, debate[claim], len(self)).astype(np.int64)
        named = np.where(self._there, self._named.lengths(), 0)
        return np.where(self._unnamed, around, named).astype(np.int64)

    def lengths(self) -> Ints:
        """Returns the length of each row."""
        return self._lengths

    @cached_property
    def N(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of premises that stand in a discussion."""
        return int(np.count_nonzero(self._lengths))

    @cached_property
    def T(self) -> int:  # noqa: N802 (the symbol of the papers)
        """Number of tokens of all discussions."""
        return int(self._lengths.sum())

    def of(self, term: str) -> tuple[Ints, Floats, Floats]:
        """Returns the rows whose discussion has a term, rising, its frequency there, and their lengths."""
        rows, tf, _ = self._named.of(term)
        known = self._there[rows]
        around, often = self._around(term)
        rows, tf = added_frequencies([rows[known], around], [tf[known], often])
        return rows, tf, self._lengths[rows].astype(np.float64)

    def _around(self, term: str) -> tuple[Ints, Floats]:
        """Returns the premises whose unnamed discussion has a term, and how often."""
        rows, tf, _ = self._premises.of(term)
        said, often, _ = self._claims.of(term)
        spoken_to, times = self._pairs.of_premises(rows, tf)
        claims, often = added_frequencies([spoken_to, said], [times, often])
        premises, times = self._pairs.of_claims(claims, often)
        around, often = added_frequencies([premises], [times])
        kept = self._unnamed[around]
        return around[kept], often[kept]
