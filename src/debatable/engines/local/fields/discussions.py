"""The discussion a premise stands in, as a field: the one its corpus names, else its claims with all their premises.

The second is read off the postings of claims and premises through the links: a debate of n premises would else be
written n times, and every premise that is added would change all others.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.corpus import Links
from debatable.corpus.links import expand
from debatable.lexical import FieldPostings
from debatable.lexical.search.joined_field import added_frequencies

__all__ = ["Discussions"]


class Discussions:
    """What is said around each premise; a field for BM25F.

    A claim counts each of its premises once, however many links say so. A premise of several claims stands in the
    discussions of all of them; one without a claim in none.
    """

    def __init__(
        self, named: FieldPostings, claims: FieldPostings, premises: FieldPostings, links: Links, there: Bools
    ) -> None:
        """Keeps where everything is.

        Args:
            named: The discussions that the corpus names, by row of the premise.
            claims: Words of all claims.
            premises: Words of all premises.
            links: Between them.
            there: The premises whose discussions count; those of others are empty.
        """
        self._named, self._claims, self._premises = named, claims, premises
        linked = links.claim >= 0
        pairs = np.unique(np.stack([links.premise[linked], links.claim[linked]], axis=1), axis=0)
        self._premise, self._claim = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
        self._of_premise = np.searchsorted(self._premise, np.arange(len(premises) + 1))
        self._by_claim = np.argsort(self._claim, kind="stable")
        self._of_claim = np.searchsorted(self._claim[self._by_claim], np.arange(len(claims) + 1))
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
        said = self._premises.lengths()[self._premise]
        debate = self._claims.lengths() + np.bincount(self._claim, said, len(self._claims))
        around = np.bincount(self._premise, debate[self._claim], len(self)).astype(np.int64)
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
        pairs = expand(self._of_premise, np.arange(len(self._premise)), rows)
        times = np.repeat(tf, self._of_premise[rows + 1] - self._of_premise[rows])
        said, often, _ = self._claims.of(term)
        claims, often = added_frequencies([self._claim[pairs], said], [times, often])
        back = expand(self._of_claim, self._by_claim, claims)
        times = np.repeat(often, self._of_claim[claims + 1] - self._of_claim[claims])
        around, often = added_frequencies([self._premise[back]], [times])
        kept = self._unnamed[around]
        return around[kept], often[kept]
