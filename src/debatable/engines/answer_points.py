"""The points of an answer: its hits grouped by what they say, from the vectors of the index alone."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Bools, Floats, Ints
from debatable.engines.protocol import Filter, ServingBackend
from debatable.errors import InputError
from debatable.key_points import Point, Points, Quote, Side
from debatable.learning import POINTS, PointModel
from debatable.model import Answer, Hit, Stance
from debatable.naming import Table, check_fields, named
from debatable.text.sentences import sentences

DANGLING = re.compile(
    r"(?i)(it|its|this|that|these|those|they|their|he|she|his|her|such|so|but|and|or|also|however|therefore|then"
    r"|which|yes|no|again|instead|thus|moreover|furthermore|secondly|finally)\b"
)
"""First words of a sentence that is not understood without the one before it."""


@dataclass(frozen=True, slots=True)
class AnswerPoints:
    """Groups the hits of an answer, and the premises that say the same, into few points a side.

    Nothing is read and nothing is encoded: a premise is compared by its vector in the index. One whose headline speaks
    for most of what has no point yet is chosen after the other, until the next would speak for too little.

    Attributes:
        most: Points a side at most.
        common: Share that is taken away of what the hits of a side have in common, the mean of their vectors: premises
            of one debate are all alike.
        like: Cosine of what is left from which two premises begin to make one point.
        same: Cosine from which they surely do.
        least: Probability from which a premise makes a point.
        short: Characters of a headline at most, where there is a sentence as short as that.
        points: Model of what makes two premises of one debate say the same.
    """

    most: int = 8
    common: float = 0.7
    like: float = 0.0
    same: float = 0.6
    least: float = 0.4
    short: int = 160
    points: PointModel = named(POINTS, "learned")

    def __post_init__(self) -> None:
        """Takes the name for a model and checks the numbers."""
        check_fields(self)
        if not -1 <= self.like < self.same <= 1:
            raise InputError(f"like is {self.like}, same {self.same}", todo="give two rising cosines")
        if self.most < 1 or not 0 < self.least <= 1:
            raise InputError("most is a number from 1, least a probability", todo="give others")

    def __call__(self, answer: Answer, backend: ServingBackend) -> Points:
        """Returns the points of each side of an answer; a hit belongs to one point or to none."""
        named_sides = (
            (Stance.PRO, answer.pro),
            (Stance.CON, answer.con),
            (Stance.UNDECIDED, answer.undecided),
        )
        vectors = self._vectors(answer, backend)
        sides = [self._side(stance, hits, vectors, backend) for stance, hits in named_sides if hits]
        parameters = {**answer.parameters, "ranking": answer.method}
        return Points(answer.searched, ANSWER_POINTS.name(self), tuple(sides), parameters, answer.remarks)

    def _vectors(self, answer: Answer, backend: ServingBackend) -> dict[str, Floats]:
        """Returns the vectors of all premises of an answer, by id, as the model of points has them."""
        names = list(dict.fromkeys(one.id for hit in answer.hits for one in (hit.premise, *hit.others)))
        if not backend.has_vectors or not names:
            return {}
        mapped = self.points(premise_vectors(backend, names), backend.encoder)
        return dict(zip(names, mapped, strict=True))

    def _side(
        self, stance: Stance, hits: Sequence[Hit], vectors: Mapping[str, Floats], backend: ServingBackend
    ) -> Side:
        premises = [premise for hit in hits for premise in (hit.premise, *hit.others)]
        leader = np.repeat(np.arange(len(hits)), [1 + len(hit.others) for hit in hits])
        first = np.flatnonzero(np.diff(leader, prepend=-1))
        if vectors:
            probability = self.probabilities(np.array([vectors[one.id] for one in premises]), first)
        else:
            probability = word_cosines(backend, [one.text for one in premises])
        spans = [self.span(premise.text) for premise in premises]
        sound = np.array(
            [self._is_headline(one.text[a:b]) for one, (a, b) in zip(premises, spans, strict=True)]
        )
        chosen = self._chosen(probability, leader, first, sound)
        source = [hit.arguments[0].source if hit.arguments else "" for hit in hits]

        def quote(place: int, value: float) -> Quote:
            start, end = spans[place]
            text = premises[place].text[start:end]
            return Quote(text, premises[place].id, start, end, round(value, 4), source[leader[place]])

        groups: list[list[Quote]] = [[quote(place, 1.0)] for place in chosen]
        other: list[Quote] = []
        best = probability[chosen][:, first].argmax(axis=0) if len(chosen) else np.zeros(len(first), np.int64)
        for place in range(len(premises)):
            if place in chosen:
                continue
            hit = leader[place]
            number = int(best[hit]) if len(chosen) else 0
            group = chosen.index(first[hit]) if first[hit] in chosen else number
            to_point = probability[chosen[group], first[hit]] if len(chosen) else 0.0
            if to_point >= self.least:
                groups[group].append(quote(place, float(max(probability[chosen[group], place], self.least))))
            else:
                other.append(quote(place, float(to_point)))
        made = [
            Point.of(
                [members[0], *sorted(members[1:], key=lambda one: -one.probability)], len(premises), stance
            )
            for members in groups
        ]
        made.sort(key=lambda point: -point.count)
        return Side(stance, tuple(made), tuple(other), len(premises), len(premises))

    def probabilities(self, vectors: Floats, first: Ints) -> Floats:
        """Returns for all pairs of premises the probability that they make one point.

        Args:
            vectors: Of the premises, a row each.
            first: Places of the hits among them, the others say what one of these says.

        >>> vectors = np.array([[1.0, 0.0], [0.96, 0.28], [0.0, 1.0]])
        >>> AnswerPoints(common=0.0).probabilities(vectors, np.array([0, 1, 2])).round(2).tolist()
        [[1.0, 1.0, 0.0], [1.0, 1.0, 0.47], [0.0, 0.47, 1.0]]
        """
        left = vectors - self.common * vectors[first].mean(axis=0)
        left /= np.maximum(np.linalg.norm(left, axis=1, keepdims=True), np.finfo(np.float64).tiny)
        raised = (left @ left.T - self.like) / (self.same - self.like)
        return np.asarray(np.clip(raised, 0.0, 1.0))

    def _chosen(self, probability: Floats, leader: Ints, first: Ints, sound: Bools) -> list[int]:
        """Returns the places of the headlines' premises, each a hit's own, that which speaks for most first."""
        size = np.bincount(leader)
        among = probability[np.ix_(first, first)]
        spoken = np.where(among >= self.least, among, 0.0)
        left = np.ones(len(first))
        chosen: list[int] = []
        while len(chosen) < self.most:
            gain = (spoken * left * size).sum(axis=1) * np.where(sound[first], 1.0, 0.5)
            gain[[int(np.searchsorted(first, place)) for place in chosen]] = -1.0
            best = int(np.argmax(gain))
            made = size[(spoken[best] > 0) & (left > 0.5)].sum()
            if gain[best] <= 0 or (chosen and made < 2):
                break
            chosen.append(int(first[best]))
            left = left * (1.0 - spoken[best])
        return chosen

    def span(self, text: str) -> tuple[int, int]:
        """Returns where the headline of a premise stands in it: all of it, or its first sentence that stands alone.

        >>> text = "They do. Zoos keep species from dying out. " + "And much more of it. " * 9
        >>> start, end = AnswerPoints().span(text)
        >>> text[start:end]
        'Zoos keep species from dying out.'
        """
        if len(text) <= self.short:
            return 0, len(text)
        start = 0
        found: list[tuple[int, int]] = []
        for sentence in sentences(text):
            at = text.find(sentence, start)
            if at >= 0:
                found.append((at, at + len(sentence)))
                start = at + len(sentence)
        good = [(a, b) for a, b in found if b - a <= 2 * self.short and self._is_headline(text[a:b])]
        return (good or found or [(0, len(text))])[0]

    def _is_headline(self, text: str) -> bool:
        return (
            20 <= len(text) <= 2 * self.short
            and not text.rstrip("\"'”’)").endswith("?")
            and not DANGLING.match(text)
        )


ANSWER_POINTS: Table[AnswerPoints] = Table(
    "points of an answer", {"grouped": AnswerPoints()}, base=AnswerPoints
)
"""How the hits of an answer become points, by name."""


def hits_of_points(points: Points, hits: Sequence[Hit]) -> dict[str, tuple[str, ...]]:
    """Returns the names of the points that each hit makes, such as ``pro-1``, by the id of its premise.

    A point that one premise makes is no more than its hit, and is left out.
    """
    made: dict[str, set[str]] = {}
    for side in points.sides:
        for number, point in enumerate(side.points, 1):
            for quote in point.members if point.count > 1 else ():
                made.setdefault(quote.premise, set()).add(f"{side.stance.value}-{number}")
    return {
        hit.premise.id: tuple(
            sorted(set().union(*(made.get(one.id, ()) for one in (hit.premise, *hit.others))))
        )
        for hit in hits
    }


def premise_vectors(backend: ServingBackend, names: Sequence[str]) -> Floats:
    """Returns the vectors of premises by id, in double precision."""
    part = backend.restricted(Filter(ids=tuple(names)))
    rows = part.rows("premises")
    place = {name: number for number, name in enumerate(part.ids("premises", rows))}
    vectors = part.vectors("premises", rows)[[place[name] for name in names]]
    return np.asarray(vectors, np.float64)


def word_cosines(backend: ServingBackend, texts: Sequence[str]) -> Floats:
    """Returns the cosines of the sets of words of texts, 1 for equal sets."""
    words = [set(backend.tokens(text)) for text in texts]
    overlaps = [[_overlap(left, right) for right in words] for left in words]
    return np.array(overlaps).reshape(len(words), len(words))


def _overlap(left: set[str], right: set[str]) -> float:
    return len(left & right) / max((len(left) * len(right)) ** 0.5, 1.0) if left != right else 1.0
