"""Method ``quixote``: claim similarity times argument quality (Dumani and Schenkel, Touché 2020)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints
from debatable.errors import InputError, UnknownNameError
from debatable.model import Stance
from debatable.ranking.calibration import Floats
from debatable.ranking.claim_step import ClaimStep, Found
from debatable.ranking.clusters import clusters_of
from debatable.ranking.grouping import Groups, group
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.own_words import with_own_words
from debatable.ranking.presenting import chosen_first
from debatable.ranking.quality_explaining import Belief
from debatable.ranking.stances import agreement
from debatable.ranking.tie_breaking import ties_broken
from debatable.ranking.uses import distinct_uses, grouped

__all__ = ["Quixote", "quality_given_claims"]


def quality_given_claims(dcf: Floats, group: Ints) -> tuple[Floats, Floats]:
    """P(p|c): the sum of the three DCFs over their total Z in a group, and Z, for each use.

    Where nobody in a group has beaten anybody (a claim with one premise), all its uses are equally likely.

    >>> p, z = quality_given_claims(np.array([[2, 1, 0], [1, 0, 0], [0, 0, 0]]), np.array([0, 0, 1]))
    >>> p.tolist(), z.tolist()
    ([0.75, 0.25, 1.0], [4.0, 4.0, 1.0])
    """
    weight = dcf.sum(axis=1, dtype=np.float64)
    z = np.bincount(group, weights=weight)
    weight = np.where(z[group] > 0, weight, 1.0)
    total = np.bincount(group, weights=weight)[group]
    return np.asarray(weight / total), np.asarray(total)


@dataclass(frozen=True, slots=True)
class Quixote:
    """Premises of similar claims by P(c|q) P(p|c), P(p|c) from quality, summed over premise clusters.

    Attributes:
        claims: Where P(c|q) comes from: ``lexical``, ``dense`` or ``hybrid``.
        similarity: Lexical similarity of query and claim.
        K: How many claims to find.
        calibration: How similarities become P(c|q): ``sum``, ``softmax`` or ``rank``.
        temperature: Of the calibration; the smaller, the more the best claims get.
        share: Weight of the lexical similarity in ``hybrid``.
        normalise: Whether DCFs are divided by their sum over one claim cluster (``claim``) or over ``all``.
        stance: Model of P(query and claim have the same stance); ``none`` takes all claims for aligned.
        shortest: Premises of fewer characters are dropped.
        representative: Which member is shown.
        split: Whether clusters are split by stance, so that each hit is for or against.
    """

    claims: str = "lexical"
    similarity: str = "DFR(Ine,B,Z(0.3))"
    K: int = 20
    calibration: str = "sum"
    temperature: float = 0.2
    share: float = 0.2
    normalise: str = "claim"
    stance: str = "polarity"
    shortest: int = 30
    representative: str = "longest"
    split: bool = True

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks premise clusters; ties by the longer representative, then by its text."""
        if self.normalise not in ("claim", "all"):
            raise UnknownNameError("normalisation", self.normalise, ["claim", "all"])
        step = ClaimStep(self.claims, self.similarity, self.K, self.calibration, self.temperature, self.share)
        belief = self._believed(query, index, *with_own_words(step, query, index))
        groups = group(
            belief.uses,
            belief.supporting,
            belief.attacking,
            belief.own,
            clusters_of(index).premise,
            split=self.split,
            coin=False,
        )
        return self._presented(query, index, belief, groups, k)

    def _believed(self, query: str, index: ArgumentIndex, found: Found, own: Found) -> Belief:
        quality = index.quality
        if quality is None:
            raise InputError(
                "the index knows no argument quality", todo="index the corpus again with an encoder"
            )
        clusters = clusters_of(index)
        around = clusters.claims_of(found.rows)
        same = np.ones(index.links.claims)
        same[around] = agreement(self.stance, query, around, index)
        uses = distinct_uses(index.links, around)
        uses = uses.take(index.premise_lengths[uses.premise] >= self.shortest)
        own_long = index.premise_lengths[own.rows] >= self.shortest
        own = Found(own.rows[own_long], own.probability[own_long])
        cluster_mass = np.bincount(clusters.claim[found.rows], weights=found.probability)
        in_cluster = clusters.claim[uses.claim]
        dcf = np.asarray(quality[uses.link], np.float64)
        whole = in_cluster if self.normalise == "claim" else np.zeros(len(uses), np.int64)
        given, z = quality_given_claims(dcf, whole)
        mass = cluster_mass[in_cluster] * given
        agrees = np.where(uses.sign > 0, same[uses.claim], 1.0 - same[uses.claim])
        return Belief(found, own, uses, dcf, given, z, mass * agrees, mass * (1.0 - agrees))

    def _presented(
        self, query: str, index: ArgumentIndex, belief: Belief, groups: Groups, k: int
    ) -> list[Scored]:
        order = ties_broken(index, groups, k)
        firsts = chosen_first(query, index, groups.members(order), self.representative)
        of_premise = np.searchsorted(groups.premise, belief.uses.premise)
        starts, by_group = grouped(groups.group[of_premise], len(groups.score))
        scored = []
        for number, rows in zip(order, firsts, strict=True):
            name = index.cluster_name("premises", int(groups.cluster[number])) if index.has_vectors else ""
            through = by_group[starts[number] : starts[number + 1]]
            score, stance = float(groups.score[number]), Stance.of_sign(int(groups.stance[number]))
            tree, claims = belief.explain(index, through, np.array(rows), score, name)
            scored.append(Scored(rows[0], score, stance, tree, claims, tuple(rows), name))
        return scored
