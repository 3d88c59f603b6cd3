"""Method ``best``: the framework's probabilities, own words and length, each thing said once (this project)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from debatable.corpus.links import Ints
from debatable.errors import InputError
from debatable.model import Stance
from debatable.ranking.around import around
from debatable.ranking.believing import Believed, believed
from debatable.ranking.best_explaining import Picked, explain
from debatable.ranking.claim_step import ClaimStep
from debatable.ranking.clusters import clusters_of
from debatable.ranking.direct import found_directly
from debatable.ranking.index import ArgumentIndex, Scored
from debatable.ranking.inference import Inference, infer
from debatable.ranking.sameness import Matrix, listed, said, same
from debatable.ranking.standing import claims_by_row, standings

__all__ = ["Best"]

MOST = 500
"""Premises that are compared with each other; more only where more hits are asked for."""


@dataclass(frozen=True, slots=True)
class Best:
    """Premises by how probably the user wants what they say, and nothing shown has said it.

    P(p|q) mixes the framework's, through claims, with that of premises found directly; both are taken times a
    power of the length. P(pi(p)|q) sums it over all premises, each as far as it says the same as p.

    Attributes:
        claims: What claims and premises are matched by: ``lexical``, ``dense`` or ``hybrid``.
        similarity: Lexical similarity of the query with claims and premises.
        K: How many claims to find.
        temperature: Of the calibration; the smaller, the more the best get.
        share: Weight of the lexical similarity in ``hybrid``.
        direct: Weight of premises found directly beside those reached through claims.
        depth: How many premises to find directly.
        length: Exponent of the length by which a premise is preferred; 0 for none.
        alike: Cosine from which two premises begin to say the same.
        stance: Model of P(query and claim have the same stance); ``none`` takes all claims for aligned.
    """

    claims: str = "hybrid"
    similarity: str = "DFR(Ine,B,Z(0.3))"
    K: int = 20
    temperature: float = 0.15
    share: float = 0.1
    direct: float = 0.25
    depth: int = 300
    length: float = 1.0
    alike: float = 0.6
    stance: str = "polarity"

    def __call__(self, query: str, index: ArgumentIndex, k: int) -> list[Scored]:
        """Ranks premises; ties by the higher P(p|q), then by row."""
        self._check()
        step = ClaimStep(self.claims, self.similarity, self.K, "sum", self.temperature, self.share)
        found = step(query, index)
        near = around(query, found, clusters_of(index), self.stance, index)
        inference = infer(found, near.same, near.uses, clusters_of(index), near.orientation, reach="claim")
        own = found_directly(step, query, index, np.unique(inference.uses.premise), self.depth)
        belief = believed(inference, own, self.direct, self.length, index)
        chosen = np.lexsort((belief.rows, -belief.probability))[: max(MOST, k)]
        chosen = chosen[belief.probability[chosen] > 0]
        vectors = _vectors(index, belief.rows[chosen])
        sides = belief.sides[chosen]
        density = said(belief.probability[chosen], vectors, sides, self.alike)
        places, novelty = listed(density, vectors, sides, self.alike, k)
        alike = same(vectors, sides, places, self.alike)
        picked = Picked(chosen, places, alike, density[places], novelty)
        return self._scored(query, index, inference, belief, picked)

    def _check(self) -> None:
        if not 0 <= self.alike < 1:
            raise InputError(f"alike is {self.alike}", todo="give a cosine from 0 to under 1")
        if not 0 <= self.direct <= 1:
            raise InputError(f"direct is {self.direct}", todo="give a weight from 0 to 1")
        if self.depth < 1:
            raise InputError(f"depth is {self.depth}", todo="look at one premise at least")

    def _scored(
        self, query: str, index: ArgumentIndex, inference: Inference, belief: Believed, picked: Picked
    ) -> list[Scored]:
        rows = belief.rows[picked.chosen[picked.places]]
        stances = standings(query, index, rows, self.stance)
        trees = explain(index, inference, belief, picked)
        members = _members(picked)
        scored = []
        for number, (row, tree, stance) in enumerate(zip(rows.tolist(), trees, stances, strict=True)):
            at = int(picked.chosen[picked.places[number]])
            side = Stance.of_sign(int(belief.sides[at])) if belief.sides[at] else stance
            claims = _claims(inference, belief, at) or claims_by_row(index, row)
            others = belief.rows[picked.chosen[members[number]]].tolist()
            scored.append(Scored(row, tree.value, side, tree, claims, (row, *others)))
        return scored


def _vectors(index: ArgumentIndex, rows: Ints) -> Matrix:
    """Returns the vectors of premises; without any in the index each premise says something of its own."""
    if index.has_vectors:
        return np.asarray(index.premise_vectors[rows], np.float32)
    return np.eye(len(rows), dtype=np.float32)


def _members(picked: Picked) -> list[Ints]:
    """Returns the premises that rather say the same as a hit than not, each with the hit it is most like."""
    shown = picked.alike.copy()
    shown[:, picked.places] = 0.0
    nearest = np.argmax(shown, axis=0) if len(shown) else np.zeros(0, np.int64)
    sure = shown.max(axis=0, initial=0.0) >= 0.5
    return [np.flatnonzero(sure & (nearest == number)) for number in range(len(picked.places))]


def _claims(inference: Inference, belief: Believed, at: int) -> tuple[int, ...]:
    """Returns the claims that a premise was reached through, the one that brought most first."""
    uses = belief.uses[belief.starts[at] : belief.starts[at + 1]]
    claims = inference.uses.claim[uses]
    mass = (inference.supporting + inference.attacking)[uses]
    return tuple(dict.fromkeys(int(claims[i]) for i in np.lexsort((claims, -mass))))
