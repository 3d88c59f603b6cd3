"""Measures matching and points over the topics of a folder, beside other ways to do it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from debatable.arrays import Bools, Floats, Matrix
from debatable.embedding import Encoder, encoder
from debatable.errors import InputError
from debatable.evaluation.points.baselines import BASELINES, groups_of, medoids
from debatable.evaluation.points.gold import GoldSide, read_gold
from debatable.evaluation.points.measures import average_precisions, bcubed, coverage, members, soft_scores
from debatable.evaluation.statistics import paired_t
from debatable.key_points import POINT_METHODS, Comment, KeyPoints, Side, summarise
from debatable.learning.matching import MATCHINGS, matching
from debatable.plural import counted
from debatable.progress import Progress, step

COSINE = "cosine"
Values = dict[str, float]


@dataclass(frozen=True, slots=True, repr=False)
class PointEvaluation:
    """Figures of one folder.

    Attributes:
        folder: Its name.
        method: Name of the method of points.
        sides: Topic and stance of each side.
        matching: Strict and relaxed average precision of each side, by matching model; the method's own first.
        points: The measures of each side, by way to find points; the method first.
        left_out: Topic and stance of the sides of arguments without a key point.
    """

    folder: str
    method: str
    sides: tuple[tuple[str, str], ...]
    matching: Mapping[str, Sequence[Values]]
    points: Mapping[str, Sequence[Values]]
    left_out: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        """Returns what was measured, in one line."""
        return f"<PointEvaluation of {self.folder}: {counted(len(self.sides), 'side')}, {self.method}>"

    def mean(self, values: Sequence[Values]) -> Values:
        """Returns the mean of each measure over the sides that it is defined for; NaN where there is none."""
        return {name: _mean([one[name] for one in values]) for name in values[0]}

    def topic_values(self, values: Sequence[Values], measure: str) -> Floats:
        """Returns the mean of a measure for each topic, over the sides that it is defined for."""
        topics: dict[str, list[float]] = {}
        for (topic, _), one in zip(self.sides, values, strict=True):
            topics.setdefault(topic, []).append(one[measure])
        return np.array([_mean(numbers) for numbers in topics.values()])

    @property
    def remarks(self) -> tuple[str, ...]:
        """Which sides are left out, of all measures or of those of found points."""
        remarks = []
        if self.left_out:
            total = counted(len(self.sides) + len(self.left_out), "side")
            remarks.append(
                f"{len(self.left_out)} of {total} not measured, such as {self.left_out[0]}: no key point has their "
                "topic and stance"
            )
        own = next(iter(self.points.values()))
        unlabelled = sum(math.isnan(one["coverage"]) for one in own)
        if unlabelled:
            of_sides = f"{unlabelled} of {counted(len(own), 'side')}"
            remarks.append(
                f"{of_sides} without an argument that makes a key point: not in the means of BCubed and coverage"
            )
        return tuple(remarks)

    def p_value(self, other: str, measure: str) -> float:
        """Returns the p-value, over topics, of the difference of the method and another way to find points.

        It is NaN over fewer than two topics that the measure is defined for.
        """
        own = self.topic_values(next(iter(self.points.values())), measure)
        others = self.topic_values(self.points[other], measure)
        defined = ~np.isnan(own) & ~np.isnan(others)
        return float(paired_t(own[defined], others[defined]))

    def as_dict(self) -> dict[str, Any]:
        """Returns all of it as plain JSON types."""
        matched, found = next(iter(self.matching)), next(iter(self.points))
        topics: dict[str, Any] = {}
        for number, (topic, stance) in enumerate(self.sides):
            topics.setdefault(topic, {})[stance] = {
                "matching": self.matching[matched][number],
                "points": self.points[found][number],
            }
        others = list(self.points)[1:]
        return {
            "collection": self.folder,
            "method": self.method,
            "sides": len(self.sides),
            "remarks": list(self.remarks),
            "matching": self.mean(self.matching[matched]),
            "points": self.mean(self.points[found]),
            "beside": {
                "matching": {name: self.mean(values) for name, values in list(self.matching.items())[1:]},
                "points": {name: self.mean(self.points[name]) for name in others},
                "p": {
                    name: {measure: self.p_value(name, measure) for measure in ("bcubed_f", "coverage")}
                    for name in others
                },
            },
            "topics": topics,
        }


def evaluate_points(
    folder: Path, method: str | KeyPoints = "points", *, progress: Progress | None = None
) -> PointEvaluation:
    """Measures a method of points on a folder of arguments with key points.

    Args:
        folder: With arguments.csv, key_points.csv and labels.csv.
        method: A name or the method itself.
        progress: Called with the step and how much of it is done.

    Raises:
        InputError: A file is missing or has not the columns it must have, or no side has arguments and key points.
        UnknownNameError: There is no such method.
    """
    way = POINT_METHODS.parse(method)
    every = read_gold(folder)
    sides = [side for side in every if side.key_points]
    if not sides:
        todo = "write topics and stances alike in arguments.csv and key_points.csv"
        raise InputError("no key point has the topic and stance of an argument", where=str(folder), todo=todo)
    encode, cosine = encoder(), matching(COSINE)
    own, name = MATCHINGS.name(way.matching), POINT_METHODS.name(way)
    matched: dict[str, list[Values]] = {own: [], COSINE: []}
    found: dict[str, list[Values]] = {name: [], **{baseline: [] for baseline in BASELINES}}
    report = step(progress, "measuring points")
    for number, side in enumerate(sides):
        vectors, gold = encode(side.arguments), encode(side.key_points)
        own_vectors = way.matching.vectors([*side.arguments, *side.key_points])
        units, headlines = own_vectors[: len(side.arguments)], own_vectors[len(side.arguments) :]
        matched[own].append(_matching(side, way.matching.choices(units, headlines)))
        if own != COSINE:
            matched[COSINE].append(_matching(side, cosine.choices(vectors, gold)))
        comments = [Comment(one, text) for one, text in zip(side.ids, side.arguments, strict=True)]
        summary = summarise(comments, method=way).sides[0]
        found[name].append(_of_points(side, summary, encode, gold))
        for baseline, group in BASELINES.items():
            groups = groups_of(group(vectors, len(summary.points)))
            found[baseline].append(_figures(side, groups, vectors[medoids(vectors, groups)], gold))
        if report is not None:
            report(number + 1, len(sides))
    labels = tuple((side.topic, side.stance) for side in sides)
    left_out = tuple((side.topic, side.stance) for side in every if not side.key_points)
    return PointEvaluation(folder.name, name, labels, matched, found, left_out)


def _mean(numbers: Sequence[float]) -> float:
    defined = [number for number in numbers if not math.isnan(number)]
    return float(np.mean(defined)) if defined else math.nan


def _matching(side: GoldSide, choices: Floats) -> Values:
    strict, relaxed = average_precisions(choices, side.labels)
    return {"strict": strict, "relaxed": relaxed}


def _of_points(side: GoldSide, summary: Side, encode: Encoder, gold: Matrix) -> Values:
    groups = members([{quote.premise for quote in point.members} for point in summary.points], side.ids)
    headlines = encode([point.headline for point in summary.points])
    return _figures(side, groups, headlines, gold)


def _figures(side: GoldSide, groups: Bools, headlines: Matrix, gold: Matrix) -> Values:
    truth = side.labels == 1
    precision, recall, f = bcubed(groups, truth)
    soft = soft_scores(headlines, gold)
    count = groups.shape[1]
    return {
        "bcubed_f": f,
        "bcubed_precision": precision,
        "bcubed_recall": recall,
        "coverage": coverage(groups, truth),
        "soft_f": soft[2],
        "soft_precision": soft[0],
        "soft_recall": soft[1],
        "found": float(count),
        "gold": float(len(side.key_points)),
        "within_factor_two": float(len(side.key_points) / 2 <= count <= len(side.key_points) * 2),
        "assigned": float(groups.any(axis=1).mean()) if count else 0.0,
    }
