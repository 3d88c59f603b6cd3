"""The tasks: how examples become a loss, and what a finished model is worth on others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch
from torch.nn import functional

from debatable.arrays import Bools, Floats, Ints
from debatable.embedding.onnx import OnnxEncoder
from debatable.learning.pair_reader import PairReader
from debatable.learning.stance.model import PolarityStance
from debatable.learning.training.examples import Lesson
from debatable.learning.training.metrics import accuracy, area_under_curve, majority, platt
from debatable.learning.training.network.network import Inputs, Network, text_inputs
from debatable.learning.training.settings import Settings

__all__ = [
    "Labels",
    "Nearness",
    "Objective",
    "Preference",
    "Standing",
    "Subject",
    "cosine_area",
    "share_ahead",
    "shifted_pairs",
    "subject_of",
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


Line = tuple[float, float]
Figures = dict[str, float]


class Subject(Protocol):
    """What differs between the things that can be trained."""

    def objective(self, lessons: Sequence[Lesson]) -> Objective:
        """Returns the lessons as a network sees them."""
        ...

    def seen(self, objective: Any) -> list[Inputs]:
        """Returns the inputs of an objective, on which activations are measured."""
        ...

    def line(self, folder: Path, lessons: Sequence[Lesson]) -> Line:
        """Returns slope and shift that calibrate the model of a folder."""
        ...

    def figures(self, folder: Path, lessons: Sequence[Lesson], line: Line) -> Figures:
        """Returns what the model of a folder, so calibrated, is worth on lessons."""
        ...


@dataclass(frozen=True, slots=True)
class PairSubject:
    """Stance and relevance: labels of pairs that are read together."""

    settings: Settings
    tokenizer: Any

    def objective(self, lessons: Sequence[Lesson]) -> Objective:
        """Returns pairs with labels."""
        firsts, seconds, labels = _columns(lessons)
        limits = self.settings.first_limit, self.settings.limit
        return Labels(text_inputs(self.tokenizer, firsts, seconds, *limits), labels)

    def seen(self, objective: Labels) -> list[Inputs]:
        """Returns the pairs."""
        return [objective.inputs]

    def line(self, folder: Path, lessons: Sequence[Lesson]) -> Line:
        """Returns Platt's line."""
        firsts, seconds, labels = _columns(lessons)
        return platt(PairReader(folder).head(self.settings.head, firsts, seconds), labels)

    def figures(self, folder: Path, lessons: Sequence[Lesson], line: Line) -> Figures:
        """Returns area and accuracy beside the majority, and for stance beside the word lists."""
        firsts, seconds, labels = _columns(lessons)
        logits = PairReader(folder).head(self.settings.head, firsts, seconds)
        found = {
            "auc": area_under_curve(logits, labels),
            "accuracy": accuracy(line[0] * logits + line[1], labels),
            "majority": majority(labels),
        }
        if self.settings.task == "stance":
            words = PolarityStance()
            said = [float(words(two, [one])[0]) - 0.5 for one, two in zip(firsts, seconds, strict=True)]
            found["word lists"] = accuracy(np.array(said), labels)
        return found


@dataclass(frozen=True, slots=True)
class QualitySubject:
    """Quality: of two texts, each read alone, which one is better."""

    settings: Settings
    tokenizer: Any

    def objective(self, lessons: Sequence[Lesson]) -> Objective:
        """Returns better texts and worse ones."""
        firsts, seconds, _ = _columns(lessons)
        limits = self.settings.first_limit, self.settings.limit
        better, worse = (text_inputs(self.tokenizer, texts, None, *limits) for texts in (firsts, seconds))
        return Preference(better, worse)

    def seen(self, objective: Preference) -> list[Inputs]:
        """Returns both kinds of texts."""
        return [objective.better, objective.worse]

    def line(self, folder: Path, lessons: Sequence[Lesson]) -> Line:
        """Returns the line as it is: a score of quality is compared with others and is no probability."""
        return 1.0, 0.0

    def figures(self, folder: Path, lessons: Sequence[Lesson], line: Line) -> Figures:
        """Returns the share of pairs in the right order, beside what the longer text would give."""
        firsts, seconds, _ = _columns(lessons)
        reader = PairReader(folder)
        ahead = reader.head("quality", firsts) - reader.head("quality", seconds)
        longer = np.array([float(len(one) - len(two)) for one, two in zip(firsts, seconds, strict=True)])
        return {
            "pairs": share_ahead(ahead),
            "pairs by length": share_ahead(longer),
        }


@dataclass(frozen=True, slots=True)
class EncoderSubject:
    """An encoder: texts that belong together get near vectors."""

    settings: Settings
    tokenizer: Any

    def objective(self, lessons: Sequence[Lesson]) -> Objective:
        """Returns pairs with their debates and clusters."""
        firsts, seconds, _ = _columns(lessons)
        limits = self.settings.first_limit, self.settings.limit
        one, other = (text_inputs(self.tokenizer, texts, None, *limits) for texts in (firsts, seconds))
        return Nearness(one, other, *_groups(lessons))

    def seen(self, objective: Nearness) -> list[Inputs]:
        """Returns both kinds of texts."""
        return [objective.firsts, objective.seconds]

    def line(self, folder: Path, lessons: Sequence[Lesson]) -> Line:
        """Returns the line as it is: a cosine is no probability."""
        return 1.0, 0.0

    def figures(self, folder: Path, lessons: Sequence[Lesson], line: Line) -> Figures:
        """Returns the area under the curve of the cosine, beside that of the bundled encoder."""
        firsts, seconds, _ = _columns(lessons)
        torn = shifted_pairs(*_groups(lessons))
        found = {}
        for name, encoder in (("auc", OnnxEncoder(folder)), ("auc of the bundled encoder", OnnxEncoder())):
            one, other = (encoder(texts).astype(np.float64) for texts in (firsts, seconds))
            found[name] = cosine_area(one, other, torn)
        return found


def subject_of(settings: Settings, tokenizer: Any) -> Subject:
    """Returns the subject of a task."""
    kinds: dict[str, type[PairSubject | QualitySubject | EncoderSubject]] = {
        "encoder": EncoderSubject,
        "quality": QualitySubject,
    }
    return kinds.get(settings.task, PairSubject)(settings, tokenizer)


def _columns(lessons: Sequence[Lesson]) -> tuple[list[str], list[str], Any]:
    labels = np.array([lesson.label for lesson in lessons], dtype=np.float64)
    return [lesson.first for lesson in lessons], [lesson.second for lesson in lessons], labels


def _groups(lessons: Sequence[Lesson]) -> tuple[Ints, Ints]:
    """Returns the numbers of the debate and of the cluster of every lesson."""
    numbers: dict[str, int] = {"": -1}
    clusters = [numbers.setdefault(lesson.cluster, len(numbers) - 1) for lesson in lessons]
    return np.array([lesson.debate for lesson in lessons], dtype=np.int64), np.array(clusters, dtype=np.int64)
