"""Which premise speaks to which claim, and words that are carried over from one to the other."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.corpus import Links
from debatable.corpus.links import expand, places
from debatable.lexical.search.fields import DENSE, added_frequencies

__all__ = ["ClaimPairs"]


class ClaimPairs:
    """Every premise with every claim that it speaks to, once, however many links say so.

    Attributes:
        premise: Row of the premise of each pair, rising.
        claim: Row of the claim.

    >>> links = Links(np.array([0, 1, 1, 2]), np.array([0, 0, 0, -1]), np.ones(4, np.int8), np.arange(4), 3, 1)
    >>> premises, tf = ClaimPairs(links).of_claims(np.array([0]), np.array([2.0]))
    >>> premises.tolist(), tf.tolist()
    ([0, 1], [2.0, 2.0])
    """

    def __init__(self, links: Links) -> None:
        """Sorts the pairs both ways."""
        linked = links.claim >= 0
        pairs = np.unique(links.premise[linked] * links.claims + links.claim[linked])
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
        """Returns the claims that premises speak to, each as often as it is spoken to, with the premise's frequency."""
        if self.one_each:
            return self.claim[rows], tf
        pairs = places(self._of_premise, rows)
        return self.claim[pairs], np.repeat(tf, self._of_premise[rows + 1] - self._of_premise[rows])

    def of_claims(self, rows: Ints, tf: Floats) -> tuple[Ints, Floats]:
        """Returns the premises that speak to claims, each once a claim, with the claim's frequency."""
        pairs = expand(self._of_claim, self._by_claim, rows)
        return self.premise[pairs], np.repeat(tf, self._of_claim[rows + 1] - self._of_claim[rows])

    def added_up(self, rows: Ints, tf: Floats) -> tuple[Ints, Floats]:
        """Returns the premises that speak to claims, rising, with the sum of their claims' frequencies, all above 0."""
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
        """Whether every premise speaks to one claim."""
        return bool(np.array_equal(self.premise, np.arange(self._premises)))
