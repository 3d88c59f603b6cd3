"""The tasks: how examples become a loss, and the metrics of a finished model."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from torch.nn import functional

from debatable.arrays import Bools, Floats, Ints
from debatable.embedding.onnx import OnnxEncoder
from debatable.embedding.word_pieces import WordPieces
from debatable.learning.pair_reader import PairReader
from debatable.learning.stance.model import PolarityStance
from debatable.learning.training.examples import Example
from debatable.learning.training.metrics import accuracy, area_under_curve, majority, platt
from debatable.learning.training.network.network import Inputs, Network, text_inputs
from debatable.learning.training.settings import Settings

TEMPERATURE = 0.05
SHIFTS = (1, 2, 3, 5, 8, 13, 21, 34)
"""Distances, in the order of the examples, of texts that make negative pairs."""

Line = tuple[float, float]
"""Slope and shift of a calibration."""
Metrics = dict[str, float]


class Score(NamedTuple):
    """How well a network does; more is better, and of two equal values the greater margin is better."""

    value: float
    margin: float


class Objective(Protocol):
    """Tokenised examples with a loss."""

    @property
    def lengths(self) -> Ints:
        """Tokens of every example."""
        ...

    def loss(self, network: Network, rows: Ints) -> Any:
        """Returns the loss of some examples."""
        ...

    def score(self, network: Network) -> Score:
        """Returns how well the network does on all examples."""
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
        labels = torch.from_numpy(self.labels[rows].astype(np.float32)).to(network.device)
        return functional.binary_cross_entropy_with_logits(network.logits(self.inputs, rows), labels)

    def score(self, network: Network) -> Score:
        """Returns the area under the curve, and the negative cross-entropy."""
        logits = network.read(self.inputs)
        loss = (np.logaddexp(0, logits) - self.labels * logits).mean()
        return Score(area_under_curve(logits, self.labels), -float(loss))


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

    def score(self, network: Network) -> Score:
        """Returns the share of pairs in the right order, and the negative logistic loss."""
        ahead = network.read(self.better) - network.read(self.worse)
        return Score(share_ahead(ahead), -float(np.logaddexp(0, -ahead).mean()))


@dataclass(frozen=True, slots=True)
class Contrast:
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

    def score(self, network: Network) -> Score:
        """Returns the area under the curve of positive and negative pairs' cosines, and the positives' mean cosine."""
        one, other = network.read(self.firsts), network.read(self.seconds)
        auc = cosine_auc(one, other, negative_pairs(self.debates, self.clusters))
        return Score(auc, float((one * other).sum(axis=1).mean()))


def apart_pairs(debates: Ints, clusters: Ints) -> Bools:
    """Returns for every two pairs whether the texts of one are known not to belong to the other.

    They are of different debates, or of different clusters of one; a claim may belong to any cluster of its debate.

    >>> apart_pairs(np.array([0, 0, 0, 1]), np.array([5, 6, -1, -1])).astype(int).tolist()
    [[0, 1, 0, 1], [1, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0]]
    """
    other_debate = debates[:, None] != debates[None]
    named = (clusters[:, None] >= 0) & (clusters[None] >= 0)
    return np.asarray(other_debate | (named & (clusters[:, None] != clusters[None])))


def negative_pairs(debates: Ints, clusters: Ints) -> tuple[Ints, Ints]:
    """Returns rows of firsts and of seconds that do not belong together, a few for every pair."""
    one = np.arange(len(debates))
    ones, others = [one[:0]], [one[:0]]
    for shift in SHIFTS:
        if shift >= len(one):
            break
        other = (one + shift) % len(one)
        named = (clusters >= 0) & (clusters[other] >= 0)
        apart = (debates != debates[other]) | (named & (clusters != clusters[other]))
        ones.append(one[apart])
        others.append(other[apart])
    return np.concatenate(ones), np.concatenate(others)


def share_ahead(ahead: Floats) -> float:
    """Returns the share of differences above 0; ties count half.

    >>> share_ahead(np.array([2.0, 0.0, -1.0, 1.0]))
    0.625
    """
    return float((ahead > 0).mean() + (ahead == 0).mean() / 2)


def cosine_auc(firsts: Floats, seconds: Floats, negatives: tuple[Ints, Ints]) -> float:
    """Returns the area under the curve of the cosines of positive pairs, row by row, and of negative ones."""
    near = (firsts * seconds).sum(axis=1)
    far = (firsts[negatives[0]] * seconds[negatives[1]]).sum(axis=1)
    labels = np.concatenate([np.ones(len(near)), np.zeros(len(far))])
    return area_under_curve(np.concatenate([near, far]), labels)


@dataclass(frozen=True, slots=True)
class Task(ABC):
    """What can be trained: how its examples are learned, and how a finished model is measured."""

    settings: Settings
    tokenizer: WordPieces

    @abstractmethod
    def objective(self, examples: Sequence[Example]) -> Objective:
        """Returns tokenised examples with their loss."""

    @abstractmethod
    def inputs(self, objective: Any) -> list[Inputs]:
        """Returns the inputs of an objective, on which activations are measured."""

    @abstractmethod
    def metrics(self, folder: Path, examples: Sequence[Example], line: Line) -> Metrics:
        """Returns the metrics of the model of a folder, calibrated by a line, on examples."""

    def calibration(self, folder: Path, examples: Sequence[Example]) -> Line:
        """Returns slope and shift that calibrate the model of a folder; no change where it gives no probabilities."""
        return 1.0, 0.0

    def texts(self, firsts: Sequence[str], seconds: Sequence[str] | None = None) -> Inputs:
        """Returns the tokens of pairs, or of single texts."""
        return text_inputs(self.tokenizer, firsts, seconds, self.settings.first_limit, self.settings.limit)


class PairTask(Task):
    """Stance and relevance: labels of pairs that are read together."""

    def objective(self, examples: Sequence[Example]) -> Objective:
        """Returns pairs with labels."""
        firsts, seconds, labels = _columns(examples)
        return Labels(self.texts(firsts, seconds), labels)

    def inputs(self, objective: Labels) -> list[Inputs]:
        """Returns the pairs."""
        return [objective.inputs]

    def calibration(self, folder: Path, examples: Sequence[Example]) -> Line:
        """Returns Platt's line."""
        firsts, seconds, labels = _columns(examples)
        return platt(PairReader(folder).head(self.settings.head, firsts, seconds), labels)

    def metrics(self, folder: Path, examples: Sequence[Example], line: Line) -> Metrics:
        """Returns area and accuracy beside the majority, and for stance beside the word lists."""
        firsts, seconds, labels = _columns(examples)
        logits = PairReader(folder).head(self.settings.head, firsts, seconds)
        metrics = {
            "auc": area_under_curve(logits, labels),
            "accuracy": accuracy(line[0] * logits + line[1], labels),
            "majority": majority(labels),
        }
        if self.settings.task == "stance":
            words = PolarityStance()
            same = [words(two, [one])[0] - 0.5 for one, two in zip(firsts, seconds, strict=True)]
            metrics["word lists"] = accuracy(np.array(same), labels)
        return metrics


class QualityTask(Task):
    """Quality: of two texts, each read alone, which one is better."""

    def objective(self, examples: Sequence[Example]) -> Objective:
        """Returns better texts and worse ones."""
        firsts, seconds, _ = _columns(examples)
        return Preference(self.texts(firsts), self.texts(seconds))

    def inputs(self, objective: Preference) -> list[Inputs]:
        """Returns both kinds of texts."""
        return [objective.better, objective.worse]

    def metrics(self, folder: Path, examples: Sequence[Example], line: Line) -> Metrics:
        """Returns the share of pairs in the right order, beside what the longer text would give."""
        firsts, seconds, _ = _columns(examples)
        reader = PairReader(folder)
        ahead = reader.head("quality", firsts) - reader.head("quality", seconds)
        longer = np.array([float(len(one) - len(two)) for one, two in zip(firsts, seconds, strict=True)])
        return {"pairs": share_ahead(ahead), "pairs by length": share_ahead(longer)}


class EncoderTask(Task):
    """An encoder: texts that belong together get near vectors."""

    def objective(self, examples: Sequence[Example]) -> Objective:
        """Returns pairs with their debates and clusters."""
        firsts, seconds, _ = _columns(examples)
        return Contrast(self.texts(firsts), self.texts(seconds), *_groups(examples))

    def inputs(self, objective: Contrast) -> list[Inputs]:
        """Returns both kinds of texts."""
        return [objective.firsts, objective.seconds]

    def metrics(self, folder: Path, examples: Sequence[Example], line: Line) -> Metrics:
        """Returns the area under the curve of the cosine, beside that of the bundled encoder."""
        firsts, seconds, _ = _columns(examples)
        negatives = negative_pairs(*_groups(examples))
        metrics = {}
        for name, encoder in (("auc", OnnxEncoder(folder)), ("auc of the bundled encoder", OnnxEncoder())):
            one, other = (encoder(texts).astype(np.float64) for texts in (firsts, seconds))
            metrics[name] = cosine_auc(one, other, negatives)
        return metrics


def task_of(settings: Settings, tokenizer: WordPieces) -> Task:
    """Returns the task that settings name."""
    kinds: dict[str, type[Task]] = {"encoder": EncoderTask, "quality": QualityTask}
    return kinds.get(settings.task, PairTask)(settings, tokenizer)


def _columns(examples: Sequence[Example]) -> tuple[list[str], list[str], Floats]:
    labels = np.array([example.label for example in examples], dtype=np.float64)
    return [example.first for example in examples], [example.second for example in examples], labels


def _groups(examples: Sequence[Example]) -> tuple[Ints, Ints]:
    """Returns the numbers of the debate and of the cluster of every example."""
    numbers: dict[str, int] = {"": -1}
    clusters = [numbers.setdefault(example.cluster, len(numbers) - 1) for example in examples]
    return np.array([example.debate for example in examples], dtype=np.int64), np.array(
        clusters, dtype=np.int64
    )
