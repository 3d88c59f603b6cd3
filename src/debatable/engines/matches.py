"""Has this been said, and what is said against it: a new text beside the premises of an index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from debatable.arrays import Floats, Ints, bounded_log_odds, sigmoid
from debatable.display import shortened, table_lines
from debatable.engines.answer_points import premise_vectors
from debatable.engines.protocol import ServingBackend
from debatable.errors import InputError
from debatable.learning import STANCES, EvidenceModel, LoadedModel, StanceModel
from debatable.learning.matching import MATCHINGS, MatchingModel
from debatable.model import Answer, Argument, Claim, Hit, Premise, text_key
from debatable.naming import Table, check_fields, named
from debatable.plural import counted
from debatable.ranking import Backend, Question
from debatable.text.sentences import sentences

POOL = 30
"""Premises against a text, at least, of which those are chosen that speak to its very point."""


@dataclass(frozen=True, slots=True)
class MatchedPremise:
    """A premise that may say what a text says.

    Attributes:
        premise: It.
        probability: That both make the same point.
        arguments: Its links, with claim, source and address.
    """

    premise: Premise
    probability: float
    arguments: tuple[Argument, ...] = ()

    @property
    def claim(self) -> Claim | None:
        """The first claim it speaks to."""
        return next((one.claim for one in self.arguments if one.claim is not None), None)

    def as_dict(self) -> dict[str, Any]:
        """Returns it as plain JSON types."""
        first = self.arguments[0] if self.arguments else None
        return {
            "premise": {"id": self.premise.id, "text": self.premise.text, "language": self.premise.language},
            "probability": round(self.probability, 4),
            "claim": self.claim.text if self.claim else "",
            "stance": first.stance.value if first else "none",
            "source": first.source if first else "",
            "url": first.url if first else "",
        }


@dataclass(frozen=True, slots=True, repr=False)
class MatchedPoint:
    """A point of the corpus, a cluster of its premises, that a text may make.

    Attributes:
        cluster: Id of the cluster, such as ``p7``.
        size: How many premises its cluster has.
        premises: Those that are most like the text, best first.
    """

    cluster: str
    size: int
    premises: tuple[MatchedPremise, ...]

    def __repr__(self) -> str:
        """Returns what the point is, and how probable, in one line."""
        return f"<MatchedPoint {self.cluster}: {shortened(self.headline)!r}, {self.probability:.2f}>"

    @property
    def probability(self) -> float:
        """That the text makes this point: that of its best premise."""
        return self.premises[0].probability

    @property
    def headline(self) -> str:
        """The text of its best premise."""
        return self.premises[0].premise.text

    def as_dict(self) -> dict[str, Any]:
        """Returns it as plain JSON types."""
        return {
            "cluster": self.cluster,
            "size": self.size,
            "probability": round(self.probability, 4),
            "headline": self.headline,
            "premises": [one.as_dict() for one in self.premises],
        }


@dataclass(frozen=True, slots=True, repr=False)
class Similar:
    """Whether a text has been said before, and where.

    Attributes:
        text: The text.
        points: What is most like it, best first, whether or not it is like enough.
        threshold: Probability from which on it has been said.
        remarks: Sentences a user should read.
        parameters: What is needed to repeat it.
    """

    text: str
    points: tuple[MatchedPoint, ...]
    threshold: float
    remarks: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Returns what the text is, and how many points say it, in one line."""
        made = len(self.matches)
        return f"<Similar to {shortened(self.text)!r}: {counted(made, 'point')} make{'s' * (made == 1)} it>"

    def __str__(self) -> str:
        """Returns how many points say it and a line for all that are like it, then the remarks."""
        rows = [
            [f"{one.probability:.2f}", "said" if one in self.matches else "like it", one.headline]
            for one in self.points
        ]
        return table_lines(f"{self.text}: {counted(len(self.matches), 'point')}", rows, self.remarks)

    @property
    def matches(self) -> tuple[MatchedPoint, ...]:
        """The points that say it already; none where nobody did."""
        return tuple(point for point in self.points if point.probability >= self.threshold)

    def as_dict(self) -> dict[str, Any]:
        """Returns all of it as plain JSON types, the same on the command line and over HTTP."""
        return {
            "text": self.text,
            "matched": bool(self.matches),
            "threshold": self.threshold,
            "remarks": list(self.remarks),
            "parameters": dict(self.parameters),
            "points": [point.as_dict() for point in self.points],
        }


@dataclass(frozen=True, slots=True)
class SimilarPremises:
    """Compares a text with the units of the premises nearest to it, and reads it with these premises.

    The log-odds that both make the same point are those of the matching model, for the unit that is most like the text,
    and a part of the log-odds that the premise supports the text, as the stance model reads them: texts of one debate
    are alike on both sides. That part is fitted on pairs of ArgKP.

    Attributes:
        compared: Premises that are compared, the nearest ones by the vectors of the index.
        threshold: Probability from which on a text has been said.
        reading: Weight of the log-odds read.
        usual: Log-odds that are usually read where both make the same point; they count as neither for nor against.
        units: Units of a premise that are compared at most, the first ones.
        matching: Whether a unit makes the point of the text.
        stance: The stance model; one that reads no pairs is not asked.
    """

    compared: int = 10
    threshold: float = 0.5
    reading: float = 0.7
    usual: float = 2.0
    units: int = 12
    matching: MatchingModel = named(MATCHINGS, "learned")
    stance: StanceModel = named(STANCES, "learned")

    def __post_init__(self) -> None:
        """Takes names for models and checks the numbers."""
        check_fields(self)
        if self.compared < 1 or self.units < 1 or not 0 < self.threshold <= 1:
            raise InputError(
                "compared and units count from 1, threshold is a probability", todo="give other numbers"
            )

    def begin(self) -> None:
        """Starts to load the model that reads."""
        if self.reading and isinstance(self.stance, LoadedModel):
            self.stance.begin()

    def __call__(self, question: Question, backend: ServingBackend, k: int) -> tuple[MatchedPoint, ...]:
        """Returns the k points most like a text, best first.

        Raises:
            InputError: The index has no vectors.
        """
        if not backend.has_vectors:
            raise InputError("the index has no vectors", todo="make it with an encoder")
        rows = backend.nearest("premises", question.vector, self.compared).rows
        probability = self.probabilities(question.text, backend.texts("premises", rows))
        order = np.lexsort((rows, -probability))
        return _grouped(backend, rows[order], probability[order], k)

    def probabilities(self, text: str, premises: Sequence[str]) -> Floats:
        """Returns P(text and premise make the same point)."""
        if not premises:
            return np.zeros(0)
        parts = [[premise, *sentences(premise)][: self.units + 1] for premise in premises]
        vectors = self.matching.vectors([text, *(part for each in parts for part in each)])
        cosines = np.split(vectors[1:] @ vectors[0], np.cumsum([len(each) for each in parts])[:-1])
        best = np.array([each.max() for each in cosines], np.float64)
        by_vectors = bounded_log_odds(self.matching.probability(best))
        return sigmoid(by_vectors + self.reading * (self._read(text, premises) - self.usual))

    def _read(self, text: str, premises: Sequence[str]) -> Floats:
        """Returns the log-odds that premises support the text; the usual ones where no model reads them."""
        model = self.stance
        if not isinstance(model, EvidenceModel) or not model.reads(text):
            return np.full(len(premises), self.usual)
        return model.towards(text, premises)


def _grouped(backend: Backend, rows: Ints, probability: Floats, k: int) -> tuple[MatchedPoint, ...]:
    """Returns premises by their clusters, the first k of these."""
    clusters = backend.clusters("premises", rows)
    kept: dict[int, list[int]] = {}
    for place, cluster in enumerate(clusters.tolist()):
        if cluster in kept or len(kept) < k:
            kept.setdefault(cluster, []).append(place)
    places = [place for members in kept.values() for place in members]
    premises = dict(zip(places, backend.premises(rows[places]), strict=True))
    arguments = dict(zip(places, backend.arguments(rows[places]), strict=True))
    return tuple(
        MatchedPoint(
            backend.cluster_id("premises", cluster),
            len(backend.premises_of_clusters(np.array([cluster]))),
            tuple(
                MatchedPremise(premises[place], float(probability[place]), arguments[place])
                for place in members
            ),
        )
        for cluster, members in kept.items()
    )


SIMILAR: Table[SimilarPremises] = Table(
    "comparison of a text with premises", {"similar": SimilarPremises()}, base=SimilarPremises
)
"""How a text is compared with premises, by name."""


@dataclass(frozen=True, slots=True, repr=False)
class CounterPremise:
    """A premise against a text.

    Attributes:
        hit: It, with its side, how sure that is, and where it was found.
        likeness: Cosine of both: whether it speaks to the same point.
    """

    hit: Hit
    likeness: float | None

    def __repr__(self) -> str:
        """Returns which premise it is, and how like it is, in one line."""
        likeness = "" if self.likeness is None else f", likeness {self.likeness:.2f}"
        return f"<CounterPremise {self.hit.premise.id}: {self.hit.stance.value}{likeness}>"

    def as_dict(self) -> dict[str, Any]:
        """Returns it as plain JSON types."""
        likeness = None if self.likeness is None else round(self.likeness, 4)
        return {"likeness": likeness, **self.hit.as_dict()}


@dataclass(frozen=True, slots=True, repr=False)
class Counter:
    """What is said against a text, what speaks to its very point first.

    Attributes:
        premise: The text.
        premises: What is said against it.
        remarks: Sentences a user should read.
        parameters: What is needed to repeat it.
    """

    premise: str
    premises: tuple[CounterPremise, ...]
    remarks: tuple[str, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        """Returns what the text is, and how much is said against it, in one line."""
        return f"<Counter of {shortened(self.premise)!r}: {counted(len(self.premises), 'premise')}>"

    def __str__(self) -> str:
        """Returns the text and a line for each premise against it, then the remarks."""
        rows = [[one.hit.stance.value, one.hit.premise.id, one.hit.premise.text] for one in self.premises]
        return table_lines(f"{self.premise}: {counted(len(rows), 'premise')}", rows, self.remarks)

    def as_dict(self) -> dict[str, Any]:
        """Returns all of it as plain JSON types, the same on the command line and over HTTP."""
        return {
            "premise": self.premise,
            "remarks": list(self.remarks),
            "parameters": dict(self.parameters),
            "premises": [one.as_dict() for one in self.premises],
        }


def opposed(answer: Answer, backend: ServingBackend, k: int) -> tuple[CounterPremise, ...]:
    """Returns the k premises against a text that are most like it and most surely against it.

    Their order is that of likeness times the probability of their side.

    Args:
        answer: To the text, as if it were a claim; its hits are against it.
        backend: Where vectors are; without any, the order of the answer stays.
        k: How many at most.
    """
    own = text_key(answer.query)
    hits = [hit for hit in answer.hits if text_key(hit.premise.text) != own]
    if not backend.has_vectors or not hits:
        return tuple(CounterPremise(hit, None) for hit in hits[:k])
    vector = np.asarray(backend.encode(answer.query), np.float64)
    likeness = premise_vectors(backend, [hit.premise.id for hit in hits]) @ vector
    sure = np.array([hit.stance_confidence for hit in hits])
    order = np.argsort(-likeness * sure, kind="stable")[:k].tolist()
    return tuple(CounterPremise(hits[place], float(likeness[place])) for place in order)
