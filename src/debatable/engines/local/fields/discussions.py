"""The discussion a premise stands in, as a field: the one its corpus names, else its claims with all their premises.

The second is read off the postings of claims and premises through the links: a debate of n premises would else be
written n times, and every premise that is added would change all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.local.fields.claim_pairs import ClaimPairs
from debatable.lexical import FieldPostings
from debatable.lexical.search.fields import DENSE, DerivedField, Weigh, added_frequencies

__all__ = ["Discussions"]


class Discussions(DerivedField):
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
        self._all_unnamed = bool(self._unnamed.all())

    def __len__(self) -> int:
        """Number of rows."""
        return len(self._premises)

    @property
    def nbytes(self) -> int:
        """What the named discussions take; the others take nothing."""
        return self._named.nbytes

    @cached_property
    def _debates(self) -> Floats:
        """Words of each claim with all its premises."""
        said = self._premises.lengths()[self._pairs.premise]
        return np.asarray(self._claims.lengths() + np.bincount(self._pairs.claim, said, len(self._claims)))

    def _row_lengths(self) -> Ints:
        premise, claim = self._pairs.premise, self._pairs.claim
        around = np.bincount(premise, self._debates[claim], len(self)).astype(np.int64)
        named = np.where(self._there, self._named.lengths(), 0)
        return np.where(self._unnamed, around, named).astype(np.int64)

    def of_every_row(self, term: str, weigh: Weigh) -> Floats | None:
        """Weighs a term claim by claim where the discussion of each premise is that of its one claim."""
        if not (self._all_unnamed and self._pairs.one_each):
            return None
        claims, often = self._said(term)
        if DENSE * len(claims) < len(self._claims):
            return None
        weighed = np.zeros(len(self._claims))
        weighed[claims] = weigh(often, self._debates[claims])
        return weighed.take(self._pairs.claim)

    def _found(self, term: str) -> Sequence[tuple[Ints, Floats]]:
        rows, tf, _ = self._named.of(term)
        known = self._there[rows]
        return [(rows[known], tf[known]), self._around(term)]

    def _around(self, term: str) -> tuple[Ints, Floats]:
        """Returns the premises whose unnamed discussion has a term, and how often."""
        around, often = self._pairs.added_up(*self._said(term))
        if self._all_unnamed:
            return around, often
        kept = self._unnamed[around]
        return around[kept], often[kept]

    def _said(self, term: str) -> tuple[Ints, Floats]:
        """Returns the claims that have a term themselves or in one of their premises, and how often."""
        rows, tf, _ = self._premises.of(term)
        said, often, _ = self._claims.of(term)
        spoken_to, times = self._pairs.of_premises(rows, tf)
        return added_frequencies([spoken_to, said], [times, often])
