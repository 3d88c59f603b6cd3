"""The way from comments to points: units, vectors, headlines that cover most, every unit to its best point."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from debatable.arrays import Floats, Ints, Matrix
from debatable.errors import InputError
from debatable.key_points.comment_sides import comment_stances
from debatable.key_points.cover import COVERAGES, GreedyCover, matches
from debatable.key_points.headlines import Unit, comment_units, folded, headline_quality, topic_stems
from debatable.key_points.report import Comment, Point, Points, Quote, Side
from debatable.learning import STANCES, StanceModel
from debatable.learning.matching import MATCHINGS, MatchingModel, Nearest
from debatable.model import Stance
from debatable.naming import Table, check_fields, check_range, named
from debatable.plural import counted
from debatable.progress import Progress, Step, step
from debatable.text import looks_english

SHOWN = 1_000
"""Comments after which is said how many are split."""

SIDES = (Stance.PRO, Stance.CON, Stance.UNDECIDED, Stance.NONE)


@dataclass(frozen=True, slots=True)
class KeyPoints:
    """Finds points in the words of those who make them.

    Attributes:
        matching: Whether a unit makes a point.
        quick: The same for large piles.
        pile: Distinct units beyond which it is asked, since a sentence encoder would take minutes.
        coverage: Which headlines are chosen.
        stance: Side of comments that have none, where a claim is named.
        level: Probability from which a unit makes a point.
        sure: Probability from which a unit tells what its point is; what is less sure would vouch for itself.
        rounds: How often a point is compared by the mean of what was matched beside its headline.
        certain: Probability from which a comment takes a side.
        candidates: Headlines that are tried on a side at most.
        shortest: Words of a unit at least.
    """

    matching: MatchingModel = named(MATCHINGS, "learned")
    quick: MatchingModel = named(MATCHINGS, "words")
    pile: int = 5_000
    coverage: GreedyCover = named(COVERAGES, "greedy")
    stance: StanceModel = named(STANCES, "learned")
    level: float = 0.3
    sure: float = 0.5
    rounds: int = 2
    certain: float = 0.6
    candidates: int = 1_500
    shortest: int = 3

    def __post_init__(self) -> None:
        """Takes names for objects and checks the numbers."""
        check_fields(self)
        if not 0 < self.level <= 1 or self.rounds < 0:
            raise InputError(
                f"the level is {self.level}, rounds {self.rounds}", todo="give a probability and a number"
            )
        check_range(self, "sure", least=0, most=1, todo="give a probability")
        if not 0.5 <= self.certain < 1:
            raise InputError(f"certain is {self.certain}", todo="give a probability from 0.5")
        check_range(self, "candidates", "shortest", "pile", least=1)

    def __call__(
        self,
        comments: Sequence[Comment],
        *,
        about: str | None = None,
        progress: Progress | None = None,
        checkpoint: Path | None = None,
    ) -> Points:
        """See `summarise`."""
        units = self._units(comments, step(progress, "splitting"))
        texts = [comments[unit.comment].text[unit.start : unit.end] for unit in units]
        distinct: dict[str, int] = {}
        place = np.array([distinct.setdefault(folded(text), len(distinct)) for text in texts], np.int64)
        first = np.unique(place, return_index=True)[1]
        large = len(first) > self.pile
        way = replace(self, matching=self.quick) if large else self
        vectors = way.matching.vectors([texts[row] for row in first], step(progress, "encoding"), checkpoint)
        stances = comment_stances(
            comments, about, self.stance, self.certain, step(progress, "reading sides"), checkpoint
        )
        sides = []
        for stance in SIDES:
            rows = np.array(
                [row for row, unit in enumerate(units) if stances[unit.comment] is stance], np.int64
            )
            if len(rows):
                parts = [units[row] for row in rows]
                sides.append(way._side(stance, comments, parts, place[rows], vectors, progress))
        remarks = _remarks(comments, units, distinct)
        if large:
            remarks += (f"there are more than {self.pile:,} units: they are matched by their words alone",)
        return Points(about, POINT_METHODS.name(self), tuple(sides), remarks=remarks)

    def _units(self, comments: Sequence[Comment], progress: Step | None) -> list[Unit]:
        """Returns the units of all comments."""
        units: list[Unit] = []
        for number, comment in enumerate(comments):
            units += comment_units(number, comment.text, self.shortest)
            if progress is not None and (number + 1) % SHOWN == 0:
                progress(number + 1, len(comments))
        return units

    def _side(
        self,
        stance: Stance,
        comments: Sequence[Comment],
        units: Sequence[Unit],
        place: Ints,
        vectors: Matrix,
        progress: Progress | None,
    ) -> Side:
        """Returns the points of one side."""
        kept, first, which = np.unique(place, return_index=True, return_inverse=True)
        order = np.argsort(np.argsort(first))  # equal units are known by the first of them
        kept, first = kept[np.argsort(first)], np.sort(first)
        which = order[which]
        own = vectors[kept]
        makers = np.unique(np.stack([which, [unit.comment for unit in units]], axis=1), axis=0)[:, 0]
        weights = np.bincount(makers, minlength=len(kept)).astype(np.float64)
        texts = [comments[unit.comment].text[unit.start : unit.end] for unit in (units[row] for row in first)]
        topic = topic_stems(texts)
        quality = np.array(
            [
                headline_quality(text, units[row].whole, units[row].first, topic)
                for text, row in zip(texts, first, strict=True)
            ]
        )
        headlines = self._headlines(own, weights, quality, step(progress, "finding points"))
        headlines, best, probability = self._settled(own, weights, headlines, self.matching.nearest(own))
        headlines = self._clearest(
            own, weights, quality, headlines, np.where(probability >= self.level, best, -1)
        )
        probability[headlines] = 1.0
        quotes = [
            _quote(comments[unit.comment], unit, probability[row])
            for unit, row in zip(units, which, strict=True)
        ]
        makes = probability[which] >= self.level
        premises = len({unit.comment for unit in units})
        points = []
        for number, headline in enumerate(headlines):
            rows = np.flatnonzero(makes & (best[which] == number))
            lead = rows[which[rows] == headline][0]
            members = [
                quotes[lead],
                *(quotes[row] for row in _by_probability(rows, lead, probability[which])),
            ]
            points.append(Point.of(members, premises, stance))
        points.sort(key=lambda point: -point.count)
        other = tuple(quotes[row] for row in np.flatnonzero(~makes))
        return Side(stance, tuple(points), other, premises, len(units))

    def _settled(
        self, vectors: Matrix, weights: Floats, headlines: Ints, nearest: Nearest | None
    ) -> tuple[Ints, Ints, Floats]:
        """Returns the headlines that keep enough comments, and of each unit its best headline and the probability."""
        while len(headlines):
            best, probability = self._assigned(vectors, weights, headlines, nearest)
            makes = probability >= self.level
            counts = np.bincount(best[makes], weights[makes], minlength=len(headlines))
            if counts.min() >= self.coverage.enough(weights):
                return headlines, best, probability
            headlines = np.delete(headlines, counts.argmin())
        return headlines, np.zeros(len(vectors), np.int64), np.zeros(len(vectors))

    def _clearest(
        self, vectors: Matrix, weights: Floats, quality: Floats, headlines: Ints, point: Ints
    ) -> Ints:
        """Returns for each point the unit that reads best and is nearest to what is said; ties by smaller row."""
        chosen = headlines.copy()
        for number in range(len(headlines)):
            rows = np.flatnonzero(point == number)
            mean = np.average(vectors[rows], axis=0, weights=weights[rows])
            worth = quality[rows] * np.maximum(vectors[rows] @ mean, 0.0) ** 2
            if worth.max() > 0:
                chosen[number] = rows[np.argmax(worth)]
        return chosen

    def _assigned(
        self, vectors: Matrix, weights: Floats, headlines: Ints, nearest: Nearest | None
    ) -> tuple[Ints, Floats]:
        """Returns the best headline of each unit, and the probability that it makes that point.

        A point is first known by its headline, then by the mean of its headline and of the units that make it, which
        counts as much: cosines with it are means of cosines, so that probabilities hold.
        """
        known = vectors[headlines]
        for left in range(self.rounds, -1, -1):
            choices = self.matching.choices(vectors, known, nearest)
            best, probability = choices.argmax(axis=1), choices.max(axis=1)
            best[headlines], probability[headlines] = np.arange(len(headlines)), 1.0
            if left:
                makes = (probability >= max(self.level, self.sure)) * weights
                means = np.stack(
                    [
                        np.average(vectors[best == number], axis=0, weights=makes[best == number])
                        for number in range(len(headlines))
                    ]
                )
                known = ((vectors[headlines] + means) / 2).astype(np.float32)
        return best, probability

    def _headlines(self, vectors: Matrix, weights: Floats, quality: Floats, progress: Step | None) -> Ints:
        """Returns the units that are chosen as headlines."""
        ranked = np.argsort(-quality * weights**0.5, kind="stable")
        able = ranked[quality[ranked] > 0]
        candidates = np.sort((able if len(able) else ranked)[: self.candidates])
        found = matches(vectors, candidates, self.matching, self.coverage.level, progress)
        own = vectors[candidates]
        alike = self.matching.probability(own @ own.T)
        chosen = self.coverage(found, weights, np.maximum(quality[candidates], 0.01), alike)
        return candidates[chosen]


def _by_probability(rows: Ints, lead: int, probability: Floats) -> list[int]:
    """Returns the rows other than the headline's, most probable first."""
    rest = rows[rows != lead]
    ordered: list[int] = rest[np.argsort(-probability[rest], kind="stable")].tolist()
    return ordered


def _quote(comment: Comment, unit: Unit, probability: float) -> Quote:
    return Quote(
        comment.text[unit.start : unit.end],
        comment.id,
        unit.start,
        unit.end,
        round(float(probability), 4),
        comment.source,
        comment.agrees,
        comment.disagrees,
    )


def _remarks(comments: Sequence[Comment], units: Sequence[Unit], distinct: dict[str, int]) -> tuple[str, ...]:
    """Returns what a user should know of the comments."""
    remarks = []
    silent = len(comments) - len({unit.comment for unit in units})
    if silent:
        remarks.append(
            f"{counted(silent, 'comment')} without words {'is' if silent == 1 else 'are'} left out"
        )
    if len(comments) == 1:
        remarks.append("there is one comment: nothing to summarise")
    elif len(distinct) == 1 and len(units) > 1:
        remarks.append(f"all {len(comments):,} comments are the same words")
    sample = [comment.text[:500] for comment in comments[:: max(1, len(comments) // 200)]]
    foreign = sum(not looks_english(text) for text in sample)
    if foreign > len(sample) / 2:
        remarks.append("the comments seem not to be in English, the language that the models were trained on")
    return tuple(remarks)


POINT_METHODS = Table[KeyPoints]("method of points", {"points": KeyPoints()})
"""Ways to find points, by name."""
