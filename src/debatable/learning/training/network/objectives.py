"""What a network learns: labels of pairs, which of two texts is better, which texts are near."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from torch.nn import functional

from debatable.arrays import Bools, Floats, Ints
from debatable.learning.training.figures import area_under_curve
from debatable.learning.training.inputs import Inputs
from debatable.learning.training.network.network import Network

__all__ = [
    "Labels",
    "Nearness",
    "Objective",
    "Preference",
    "Standing",
    "cosine_area",
    "share_ahead",
    "shifted_pairs",
]

TEMPERATURE = 0.05
SHIFTS = (1, 2, 3, 5, 8, 13, 21, 34)
"""How far apart, in the order of the lessons, texts are taken that make pairs not to be near."""


class Standing(NamedTuple):
    """How well a network does; of two with equal figures the one with the greater margin is the better.

    Attributes:
        figure: What is reported; more is better.
        margin: How clearly it does so.
    """

    figure: float
    margin: float


class Objective(Protocol):
    """Lessons as a network sees them."""

    @property
    def lengths(self) -> Ints:
        """Tokens of every lesson."""
        ...

    def loss(self, network: Network, rows: Ints) -> Any:
        """Returns the loss of some lessons."""
        ...

    def standing(self, network: Network) -> Standing:
        """Returns how well the network does on all lessons."""
        ...


@dataclass(frozen=True, slots=True)
class Labels:
    """Pairs with labels, 0 to 1: binary cross-entropy; measured by the area under the curve."""

    inputs: Inputs
    labels: Floats

    @property
    def lengths(self) -> Ints:
        """Tokens of every pair."""
        return self.inputs.lengths

    def loss(self, network: Network, rows: Ints) -> Any:
        """Returns the mean cross-entropy."""
        wanted = torch.from_numpy(self.labels[rows].astype(np.float32)).to(network.device)
        return functional.binary_cross_entropy_with_logits(network.logits(self.inputs, rows), wanted)

    def standing(self, network: Network) -> Standing:
        """Returns the area under the curve, and the cross-entropy below 0."""
        logits = network.read(self.inputs)
        loss = (np.logaddexp(0, logits) - self.labels * logits).mean()
        return Standing(area_under_curve(logits, self.labels), -float(loss))


@dataclass(frozen=True, slots=True)
class Preference:
    """Of two texts, each read alone, the better should score higher: logistic loss of the difference."""

    better: Inputs
    worse: Inputs

    @property
    def lengths(self) -> Ints:
        """Tokens of the longer text."""
        return np.maximum(self.better.lengths, self.worse.lengths)

    def loss(self, network: Network, rows: Ints) -> Any:
        """Returns the mean logistic loss."""
        ahead = network.logits(self.better, rows) - network.logits(self.worse, rows)
        return functional.softplus(-ahead).mean()

    def standing(self, network: Network) -> Standing:
        """Returns the share of pairs in the right order, and the logistic loss below 0."""
        ahead = network.read(self.better) - network.read(self.worse)
        return Standing(share_ahead(ahead), -float(np.logaddexp(0, -ahead).mean()))


@dataclass(frozen=True, slots=True)
class Nearness:
    """Texts that belong together against the others of the batch; measured by the area under the curve of cosines.

    Attributes:
        firsts: One text of every pair.
        seconds: The other one.
        debates: Number of its debate.
        clusters: Number of its cluster; -1 where it is a claim with its premise.
    """

    firsts: Inputs
    seconds: Inputs
    debates: Ints
    clusters: Ints

    @property
    def lengths(self) -> Ints:
        """Tokens of the longer text."""
        return np.maximum(self.firsts.lengths, self.seconds.lengths)

    def loss(self, network: Network, rows: Ints) -> Any:
        """Returns the mean cross-entropy of finding one's other text, both ways."""
        one, other = (
            functional.normalize(network.pooled(inputs, rows)) for inputs in (self.firsts, self.seconds)
        )
        apart = apart_pairs(self.debates[rows], self.clusters[rows]) | np.eye(len(rows), dtype=bool)
        cosines = one @ other.T / TEMPERATURE
        cosines = cosines.masked_fill(~torch.from_numpy(apart).to(network.device), -1e4)
        own = torch.arange(len(rows), device=network.device)
        return (functional.cross_entropy(cosines, own) + functional.cross_entropy(cosines.T, own)) / 2

    def standing(self, network: Network) -> Standing:
        """Returns the area under the curve of the cosine between pairs and pairs torn apart, and their mean cosine."""
        one, other = network.read(self.firsts), network.read(self.seconds)
        area = cosine_area(one, other, shifted_pairs(self.debates, self.clusters))
        return Standing(area, float((one * other).sum(axis=1).mean()))


def apart_pairs(debates: Ints, clusters: Ints) -> Bools:
    """Says for every two pairs whether the texts of one are known not to belong to the other.

    They are of different debates, or of different clusters of one; a claim may belong to any cluster of its debate.

    >>> apart_pairs(np.array([0, 0, 0, 1]), np.array([5, 6, -1, -1])).astype(int).tolist()
    [[0, 1, 0, 1], [1, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]]
    """
    other_debate = debates[:, None] != debates[None]
    named = (clusters[:, None] >= 0) & (clusters[None] >= 0)
    return np.asarray(other_debate | (named & (clusters[:, None] != clusters[None])))


def shifted_pairs(debates: Ints, clusters: Ints) -> tuple[Ints, Ints]:
    """Returns rows of firsts and of seconds that do not belong together, a few for every pair."""
    ones, others = [], []
    count = len(debates)
    for shift in SHIFTS:
        if shift >= count:
            break
        one = np.arange(count)
        other = (one + shift) % count
        named = (clusters >= 0) & (clusters[other] >= 0)
        apart = (debates != debates[other]) | (named & (clusters != clusters[other]))
        ones.append(one[apart])
        others.append(other[apart])
    none = np.zeros(0, dtype=np.int64)
    return np.concatenate([none, *ones]), np.concatenate([none, *others])


def share_ahead(ahead: Floats) -> float:
    """Returns the share of differences above 0; ties count half.

    >>> share_ahead(np.array([2.0, 0.0, -1.0, 1.0]))
    0.625
    """
    return float((ahead > 0).mean() + (ahead == 0).mean() / 2)


def cosine_area(firsts: Floats, seconds: Floats, torn: tuple[Ints, Ints]) -> float:
    """Returns the area under the curve of the cosine between pairs, row by row, and pairs torn apart."""
    near = (firsts * seconds).sum(axis=1)
    far = (firsts[torn[0]] * seconds[torn[1]]).sum(axis=1)
    labels = np.concatenate([np.ones(len(near)), np.zeros(len(far))])
    return area_under_curve(np.concatenate([near, far]), labels)
