"""The subjects that can be trained: how lessons become inputs, and what a finished folder is worth on others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from debatable.arrays import Ints
from debatable.embedding.onnx import OnnxEncoder
from debatable.learning.pair_reader import PairReader
from debatable.learning.stance.agreement import PolarityStance
from debatable.learning.training.figures import accuracy, area_under_curve, majority, platt
from debatable.learning.training.inputs import Inputs, text_inputs
from debatable.learning.training.lessons import Lesson
from debatable.learning.training.network.objectives import (
    Labels,
    Nearness,
    Objective,
    Preference,
    cosine_area,
    share_ahead,
    shifted_pairs,
)
from debatable.learning.training.settings import Settings

__all__ = ["Subject", "subject_of"]

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
