"""Links and clusters, found by looking at every link."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from debatable.arrays import Bools, Ints
from debatable.ranking import LinkRows
from debatable.ranking.protocol import Kind
from debatable.ranking.relations import RelationMemory
from tests.support.brute.corpus import BruteCorpus

__all__ = ["BruteLinks"]


class BruteLinks(BruteCorpus):
    """What speaks to what, and what says the same."""

    def links(self, kind: Kind, rows: Ints) -> LinkRows:
        place, kept = 1 if kind == "claims" else 0, sorted(self._kept)
        numbers = [n for row in rows.tolist() for n in kept if self.uses[n][place] == row]
        premise, claim, sign = (np.array([self.uses[n][i] for n in numbers], np.int64) for i in range(3))
        return LinkRows(premise, claim, sign.astype(np.int8), np.array(numbers, np.int64))

    def claimless(self, premises: Ints) -> Bools:
        return np.array([self._alone(row) for row in premises.tolist()], np.bool_)

    def clusters(self, kind: Kind, rows: Ints) -> Ints:
        return np.array([self._clusters[kind][row] for row in rows.tolist()], np.int64)

    def claims_of_clusters(self, clusters: Ints) -> Ints:
        wanted = set(clusters.tolist())
        return np.array(
            [r for r, cluster in enumerate(self._clusters["claims"]) if cluster in wanted], np.int64
        )

    def premises_of_clusters(self, clusters: Ints) -> Ints:
        wanted = set(clusters.tolist())
        linked = {self.uses[n][0] for n in self._kept}
        return np.array(
            [r for r, c in enumerate(self._clusters["premises"]) if c in wanted and r in linked], np.int64
        )

    def claim_frequencies(self, premise_clusters: Ints) -> tuple[Ints, Ints]:
        met: dict[tuple[int, bool], set[int]] = {}
        for n in self._kept:
            premise, claim, sign = self.uses[n]
            if claim >= 0:
                key = self._clusters["premises"][premise], sign >= 0
                met.setdefault(key, set()).add(self._clusters["claims"][claim])
        support, attack = (
            np.array([len(met.get((number, side), ())) for number in premise_clusters.tolist()], np.int64)
            for side in (True, False)
        )
        return support, attack

    @cached_property
    def relations(self) -> RelationMemory:
        return RelationMemory()

    def cluster_id(self, kind: Kind, number: int) -> str:
        return f"{kind}-{number}" if self._cluster_id is None else self._cluster_id(kind, number)
