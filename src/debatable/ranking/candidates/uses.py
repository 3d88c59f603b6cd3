"""Uses: which premise speaks for or against which claim, each said once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import numpy.typing as npt

from debatable.arrays import Bools, Ints, Signs, distinct
from debatable.corpus.links import expand, grouped
from debatable.ranking.candidates.claim_steps import Found
from debatable.ranking.protocol import Backend


@dataclass(frozen=True, slots=True)
class Uses:
    """Premises with the claims they speak to.

    Attributes:
        claim: Row of the claim.
        premise: Row of the premise.
        sign: +1 for a premise that supports the claim, -1 for one that attacks it.
        known: False where the corpus knows no stance; such a premise counts as supporting.
        link: A link that says so.
    """

    claim: Ints
    premise: Ints
    sign: Signs
    known: Bools
    link: Ints

    def __len__(self) -> int:
        """Number of uses."""
        return len(self.claim)

    def take(self, rows: npt.NDArray[np.integer] | Bools) -> Self:
        """Returns some of the uses."""
        return type(self)(
            self.claim[rows], self.premise[rows], self.sign[rows], self.known[rows], self.link[rows]
        )

    @classmethod
    def joined(cls, one: Self, other: Self) -> Self:
        """Returns the uses of two sets of claims that have none in common."""
        names = ("claim", "premise", "sign", "known", "link")
        return cls(*(np.concatenate([getattr(one, name), getattr(other, name)]) for name in names))


def distinct_uses(backend: Backend, claims: Ints) -> Uses:
    """Returns the uses of some claims, ordered by claim, premise and sign.

    A premise that hangs on a claim twice with one sign is one use: i) of the paper counts a set.
    """
    found = backend.links("claims", distinct(claims))
    uses = Uses(
        found.claim,
        found.premise,
        np.where(found.sign < 0, -1, 1).astype(np.int8),
        np.asarray(found.sign != 0),
        found.number,
    )
    return _once(uses)


def joined_in_clusters(
    uses: Uses, orientation: Signs, cluster: Ints, claims: Ints, turned: Signs, near: Ints
) -> Uses:
    """Gives each claim the uses of all claims of its cluster, as far as they are among the uses.

    Args:
        uses: Of all claims of the clusters.
        orientation: Stance of the claim of each use; between opposite claims a use changes its sign.
        cluster: Cluster of the claim of each use.
        claims: The claims to give uses to.
        turned: Their stances.
        near: Their clusters.
    """
    known, of_claim = np.unique(near, return_inverse=True)
    starts, order = grouped(np.searchsorted(known, cluster), len(known))
    number = expand(starts, order, of_claim)
    sizes = starts[of_claim + 1] - starts[of_claim]
    source = uses.take(number)
    sign = (source.sign * orientation[number] * np.repeat(turned, sizes)).astype(np.int8)
    return _once(Uses(np.repeat(claims, sizes), source.premise, sign, source.known, source.link))


def _once(uses: Uses) -> Uses:
    width = int(uses.premise.max(initial=0)) + 1
    key = (uses.claim * width + uses.premise) * 2 + (uses.sign < 0)
    _, first, place = np.unique(key, return_index=True, return_inverse=True)
    known = np.bincount(place, weights=uses.known, minlength=len(first)) > 0
    kept = uses.take(first)
    return replace(kept, known=known)


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """All claims that share a cluster with a claim that was found."""

    claims: Ints
    cluster: Ints
    uses: Uses

    def place(self, claims: Ints) -> Ints:
        """Returns where given claims stand among those of the neighbourhood."""
        return np.searchsorted(self.claims, claims)

    def clusters(self, claims: Ints) -> Ints:
        """Returns the clusters of given claims of the neighbourhood."""
        return np.asarray(self.cluster[self.place(claims)])

    def unsigned(self) -> Neighbourhood:
        """Returns the same without signs: a premise that supports and attacks a claim is one use of it."""
        sign, known = np.ones_like(self.uses.sign), np.zeros_like(self.uses.known)
        return replace(self, uses=_once(replace(self.uses, sign=sign, known=known)))


def neighbourhood(found: Found, backend: Backend) -> Neighbourhood:
    """Returns the claims around those that were found, and their uses."""
    claims = backend.claims_of_clusters(distinct(backend.clusters("claims", found.rows)))
    return Neighbourhood(claims, backend.clusters("claims", claims), distinct_uses(backend, claims))
