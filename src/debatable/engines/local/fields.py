"""Fields of premises that are derived from the postings of claims and premises: conclusions and discussions.

Written out, a claim would be there as often as it has premises, and a debate of n premises n times.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from debatable.arrays import Bools, Floats, Ints, distinct
from debatable.corpus import Links
from debatable.corpus.links import expand, places
from debatable.lexical import FieldPostings
from debatable.lexical.search.fields import DENSE, DerivedField, Weigh, added_frequencies


class ClaimPairs:
    """Every premise with every claim it is linked to, once.

    >>> links = Links(np.array([0, 1, 1, 2]), np.array([0, 0, 0, -1]), np.ones(4, np.int8), np.arange(4), 3, 1)
    >>> premises, tf = ClaimPairs(links).of_claims(np.array([0]), np.array([2.0]))
    >>> premises.tolist(), tf.tolist()
    ([0, 1], [2.0, 2.0])
    """

    def __init__(self, links: Links) -> None:
        """Sorts the pairs both ways."""
        linked = links.claim >= 0
        pairs = distinct(links.premise[linked] * links.claims + links.claim[linked])
        self.premise, self.claim = np.divmod(pairs, max(links.claims, 1))
        self._premises, self._claims = links.premises, links.claims
        self._of_premise = np.searchsorted(self.premise, np.arange(links.premises + 1))
        self._by_claim = np.argsort(self.claim, kind="stable")
        self._of_claim = np.searchsorted(self.claim[self._by_claim], np.arange(links.claims + 1))

    @property
    def nbytes(self) -> int:
        """What the pairs take."""
        return sum(part.nbytes for part in (self.premise, self.claim, self._by_claim))

    def of_premises(self, rows: Ints, tf: Floats) -> tuple[Ints, Floats]:
        """Returns the claims of given premises, with the frequency of the premise."""
        if self.one_each:
            return self.claim[rows], tf
        pairs = places(self._of_premise, rows)
        return self.claim[pairs], np.repeat(tf, self._of_premise[rows + 1] - self._of_premise[rows])

    def of_claims(self, rows: Ints, tf: Floats) -> tuple[Ints, Floats]:
        """Returns the premises of given claims, with the frequency of the claim."""
        pairs = expand(self._of_claim, self._by_claim, rows)
        return self.premise[pairs], np.repeat(tf, self._of_claim[rows + 1] - self._of_claim[rows])

    def added_up(self, rows: Ints, tf: Floats) -> tuple[Ints, Floats]:
        """Returns the premises of given claims, rising, with the sum of their frequencies, all above 0."""
        if DENSE * len(rows) < self._claims:
            premises, times = self.of_claims(rows, tf)
            return added_frequencies([premises], [times])
        of_claim = np.zeros(self._claims)
        of_claim[rows] = tf
        sums = of_claim.take(self.claim)
        if not self.one_each:
            sums = np.bincount(self.premise, sums, self._premises).astype(np.float64)
        there = (sums > 0).nonzero()[0]
        return there, sums.take(there)

    @cached_property
    def one_each(self) -> bool:
        """Whether every premise has one claim."""
        return bool(np.array_equal(self.premise, np.arange(self._premises)))


class Conclusions(DerivedField):
    """The words of the claims of each premise, each claim once; a field for BM25F and for operators."""

    def __init__(self, claims: FieldPostings, pairs: ClaimPairs, there: Bools) -> None:
        """Reads nothing yet.

        Args:
            claims: Words of all claims.
            pairs: The claims of each premise.
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
        """Bytes of the pairs; the words are those of the claims."""
        return self._pairs.nbytes

    def _row_lengths(self) -> Ints:
        claim_lengths = self._claims.lengths()[self._pairs.claim]
        lengths = np.bincount(self._pairs.premise, claim_lengths, len(self)).astype(np.int64)
        return np.where(self._there, lengths, 0)

    def _found(self, term: str) -> Sequence[tuple[Ints, Floats]]:
        claims, often, _ = self._claims.of(term)
        premises, tf = self._pairs.of_claims(claims, often)
        kept = self._there[premises]
        return [(premises[kept], tf[kept])]


class Discussions(DerivedField):
    """The discussion of each premise, a field for BM25F: the one its corpus names, else its claims and their premises.

    A claim counts each of its premises once. A premise of several claims is in the discussions of all of them; one
    without a claim in none.
    """

    def __init__(
        self,
        named: FieldPostings,
        claims: FieldPostings,
        premises: FieldPostings,
        pairs: ClaimPairs,
        there: Bools,
    ) -> None:
        """Reads nothing yet.

        Args:
            named: The discussions that the corpus names, by row of the premise.
            claims: Words of all claims.
            premises: Words of all premises.
            pairs: The claims of each premise.
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
        """Bytes of the named discussions; the others take nothing."""
        return self._named.nbytes

    @cached_property
    def _debates(self) -> Floats:
        """Words of each claim with all its premises."""
        premise_lengths = self._premises.lengths()[self._pairs.premise]
        return np.asarray(
            self._claims.lengths() + np.bincount(self._pairs.claim, premise_lengths, len(self._claims))
        )

    def _row_lengths(self) -> Ints:
        premise, claim = self._pairs.premise, self._pairs.claim
        around = np.bincount(premise, self._debates[claim], len(self)).astype(np.int64)
        named = np.where(self._there, self._named.lengths(), 0)
        return np.where(self._unnamed, around, named).astype(np.int64)

    def of_every_row(self, term: str, weigh: Weigh) -> Floats | None:
        """Weights a term claim by claim where each premise has one claim and no named discussion."""
        if not (self._all_unnamed and self._pairs.one_each):
            return None
        claims, often = self._containing(term)
        if DENSE * len(claims) < len(self._claims):
            return None
        weights = np.zeros(len(self._claims))
        weights[claims] = weigh(often, self._debates[claims])
        return weights.take(self._pairs.claim)

    def _found(self, term: str) -> Sequence[tuple[Ints, Floats]]:
        rows, tf, _ = self._named.of(term)
        present = self._there[rows]
        return [(rows[present], tf[present]), self._around(term)]

    def _around(self, term: str) -> tuple[Ints, Floats]:
        """Returns the premises whose unnamed discussion has a term, and how often."""
        around, often = self._pairs.added_up(*self._containing(term))
        if self._all_unnamed:
            return around, often
        kept = self._unnamed[around]
        return around[kept], often[kept]

    def _containing(self, term: str) -> tuple[Ints, Floats]:
        """Returns the claims that have a term themselves or in one of their premises, and how often."""
        rows, tf, _ = self._premises.of(term)
        claims, often, _ = self._claims.of(term)
        spoken_to, times = self._pairs.of_premises(rows, tf)
        return added_frequencies([spoken_to, claims], [times, often])
