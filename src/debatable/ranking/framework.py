"""Method ``framework``: premise clusters by frequency and specificity (Dumani, Neumann, Schenkel 2020)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints
from debatable.ranking.around import around
from debatable.ranking.claim_step import ClaimStep
from debatable.ranking.clusters import Clusters, clusters_of
from debatable.ranking.expansion import clustered_at_query_time
from debatable.ranking.grouping import group
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.inference import infer
from debatable.ranking.own_words import with_own_words
from debatable.ranking.presenting import present

__all__ = ["Framework"]


@dataclass(frozen=True, slots=True)
class Framework:
    """Claims similar to the query, their clusters, and the premise clusters of these by P(pi|q).

    Attributes:
        claims: Where P(c|q) comes from: ``lexical``, ``dense`` or ``hybrid``.
        similarity: Lexical similarity of query and claim.
        K: How many claims to find.
        calibration: How similarities become P(c|q): ``sum``, ``softmax`` or ``rank``.
        temperature: Of the calibration; the smaller, the more the best claims get.
        share: Weight of the lexical similarity in ``hybrid``.
        reach: Whether premises belong to their ``claim`` or to its whole ``cluster``.
        normalise: Whether Z sums over the premises of one ``claim`` or of ``all``.
        stance: Model of P(q and c have the same stance); ``none`` takes all claims for aligned.
        clusters: ``offline``, or how premises are clustered at query time, such as ``hybrid(deep_split=2)``.
        N: How many similar premises each premise brings into the clustering at query time.
        vectors: Long-text variant of the premise vectors at query time; empty for those of the index.
        representative: Which member is shown: ``longest``, ``medoid``, ``quality`` or ``relevance``.
        split: Whether clusters are split by stance, so that each hit is for or against.
    """

    claims: str = "lexical"
    similarity: str = "DFR(Ine,B,Z(0.3))"
    K: int = 20
    calibration: str = "sum"
    temperature: float = 0.2
    share: float = 0.2
    reach: str = "claim"
    normalise: str = "claim"
    stance: str = "polarity"
    clusters: str = "offline"
    N: int = 5
    vectors: str = ""
    representative: str = "longest"
    split: bool = True

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks premise clusters; ties by the smallest row of a member."""
        step = ClaimStep(self.claims, self.similarity, self.K, self.calibration, self.temperature, self.share)
        found, own = with_own_words(step, query, index)
        clusters = clusters_of(index)
        near = around(query, found, clusters, self.stance, index)
        if self.clusters != "offline":
            clusters = self._at_query_time(index, clusters, np.union1d(near.uses.premise, own.rows))
        inference = infer(
            found,
            near.same,
            near.uses,
            clusters,
            near.orientation,
            reach=self.reach,
            normalise=self.normalise,
        )
        groups = group(
            inference.uses,
            inference.supporting,
            inference.attacking,
            own,
            clusters.premise,
            split=self.split,
        )
        offline = self.clusters == "offline"
        return present(query, index, inference, groups, own, clusters, self.representative, k, named=offline)

    def _at_query_time(self, index: ArgumentIndex, clusters: Clusters, premises: Ints) -> Clusters:
        labels = clustered_at_query_time(index, premises, self.clusters, self.N, self.vectors)
        return clusters.regrouped(index.links, labels)
