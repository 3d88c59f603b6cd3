"""Has it been said, and what is said against it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Floats, Matrix, Vectors
from debatable.engines import Engine, open_engine
from debatable.engines.matches import SIMILAR, SimilarPremises, opposed
from debatable.errors import InputError, QueryError
from debatable.learning import AlwaysSame
from debatable.progress import Step
from tests.support.indexes import cars_index
from tests.unit.engines.test_answer_points import CLAIM, engine

__all__ = ["engine"]


@dataclass(frozen=True)
class SameFirstWord:
    """A matching model to reckon with: texts of one first word are the same, others are not."""

    def vectors(
        self, texts: Sequence[str], progress: Step | None = None, checkpoint: Path | None = None
    ) -> Matrix:
        first = sorted({text.split()[0] for text in texts})
        return np.eye(len(first), dtype=np.float32)[[first.index(text.split()[0]) for text in texts]]

    def probability(self, cosines: Vectors) -> Floats:
        return np.where(np.asarray(cosines) > 0.5, 0.8, 0.1)


@dataclass(frozen=True)
class Reader:
    """A stance model that reads the same log-odds everywhere."""

    read: float

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        return np.full(len(claims), 0.5)

    @property
    def fingerprint(self) -> str:
        return "the same"

    def reads(self, text: str) -> bool:
        return True

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        return np.full(len(claims), self.read)

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        return np.full(len(premises), self.read)

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        return np.zeros(len(premises))


def stage(stance: object = AlwaysSame()) -> SimilarPremises:  # noqa: B008
    return SimilarPremises(matching=SameFirstWord(), stance=stance)  # type: ignore[arg-type]


def test_the_probability_is_that_of_the_best_sentence() -> None:
    found = stage().probabilities("Cars stink", ["Nobody knows. Cars are loud.", "Trams are loud."])
    assert found.round(6).tolist() == [0.8, 0.1], "a stance model that reads no pairs changes nothing"


def test_what_is_read_against_the_text_lowers_it_and_the_usual_changes_nothing() -> None:
    texts = ["Cars are loud."]
    assert stage(Reader(2.0)).probabilities("Cars stink", texts).round(6).tolist() == [0.8]
    expected = 1 / (1 + np.exp(-(np.log(4) + 0.7 * (-4.0 - 2.0))))
    assert stage(Reader(-4.0)).probabilities("Cars stink", texts)[0] == pytest.approx(expected)


def test_points_are_clusters_with_their_best_premise_first(engine: Engine) -> None:
    found = engine.similar("Cars make noise at night", method=stage(), k=3)
    assert len(found.points) <= 3 and found.text == "Cars make noise at night"
    best = found.points[0]
    assert best.headline == "Cars are loud at night and keep people from sleeping."
    assert best.probability == pytest.approx(0.8) and found.matches == tuple(
        point for point in found.points if point.probability >= 0.5
    )
    for point in found.points:
        values = [one.probability for one in point.premises]
        assert values == sorted(values, reverse=True) and len(values) <= point.size
    first = best.premises[0]
    assert first.claim is not None and first.claim.text == CLAIM and first.arguments[0].source == "portal"


def test_nobody_has_said_it(engine: Engine) -> None:
    found = engine.similar("Zebras have stripes", method=stage())
    assert found.matches == () and found.points and not found.as_dict()["matched"]


def test_plain_types_and_parameters_that_repeat_it(engine: Engine) -> None:
    plain = engine.similar("Cars make noise at night", method=stage()).as_dict()
    assert plain["points"][0]["premises"][0]["premise"]["id"] == "n1"
    assert plain["points"][0]["probability"] == 0.8 and plain["parameters"]["k"] == 5
    name = SIMILAR.name(SimilarPremises(compared=3))
    assert SIMILAR.parse(name) == SimilarPremises(compared=3)


def test_an_index_without_vectors_cannot_tell(tmp_path: Path) -> None:
    with open_engine(cars_index(tmp_path / "index")) as words, pytest.raises(InputError, match="no vectors"):
        words.similar("Cars are loud")


@pytest.mark.parametrize("text", ["", "   ", "x" * 20_000])
def test_texts_that_are_none_are_refused(engine: Engine, text: str) -> None:
    with pytest.raises(QueryError):
        engine.similar(text)
    with pytest.raises(QueryError):
        engine.counter(text)


@pytest.mark.parametrize("wrong", [{"compared": 0}, {"threshold": 0.0}, {"units": 0}])
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        SimilarPremises(**wrong)  # type: ignore[arg-type]


def test_nothing_against_a_premise_is_said_once(engine: Engine) -> None:
    """The search behind it remarks that its one side is empty, which no premises say already."""
    found = engine.counter("Bread needs salt", method=lambda question, backend, k: [])
    assert (found.premises, found.remarks) == ((), ())
    (remark,) = engine.search("Bread needs salt", method=lambda *_: [], stance="con").remarks
    assert remark == "nothing was found against this claim"


def test_counterarguments_are_against_it_and_the_likest_come_first(engine: Engine) -> None:
    found = engine.counter("Cars should be banned from cities", k=2)
    assert [one.hit.premise.id for one in found.premises] == ["w1"]
    assert all(one.hit.stance.value == "con" for one in found.premises)
    plain = found.as_dict()
    assert plain["premises"][0]["premise"]["id"] == "w1" and -1 <= plain["premises"][0]["likeness"] <= 1


def test_what_is_opposed_is_like_it_and_surely_against_it_and_never_the_text_itself(engine: Engine) -> None:
    own = "Many people who live far from a station need a car to get to work."
    answer = replace(engine.search(CLAIM, stance="any"), query=own)
    against = opposed(answer, engine.backend, 10)
    values = [one.likeness * one.hit.stance_confidence for one in against if one.likeness is not None]
    assert values == sorted(values, reverse=True) and len(values) == len(against) > 2
    assert own not in [one.hit.premise.text for one in against]
