"""The points of an answer, from vectors that are reckoned with by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from debatable.engines import Engine, make_index, open_engine
from debatable.engines.answer_points import ANSWER_POINTS, AnswerPoints, hits_of_points, premise_vectors
from debatable.errors import InputError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from tests.support.indexes import cars_index

CLAIM = "Cars should be banned from cities"
SAID = {
    "n1": ("pro", "Cars are loud at night and keep people from sleeping."),
    "n2": ("pro", "The noise of cars at night keeps many people awake."),
    "n3": ("pro", "People cannot sleep at night because of loud cars."),
    "s1": ("pro", "Children can walk to school safely in streets without cars."),
    "s2": ("pro", "Streets without cars are safe for children who walk to school."),
    "w1": ("con", "Many people who live far from a station need a car to get to work."),
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("points") / "index"
    claim = Claim(claim_id(CLAIM), CLAIM)
    make_index(
        [
            Argument(name, Premise(name, text), claim, Stance(stance), "portal")
            for name, (stance, text) in SAID.items()
        ],
        folder,
    )
    return open_engine(folder)


def test_premises_that_say_the_same_are_one_point_and_sides_stay_apart(engine: Engine) -> None:
    answer = engine.search(CLAIM, stance="both")
    points = AnswerPoints()(answer, engine.backend)
    members = {frozenset(quote.premise for quote in point.members) for point in points.pro}
    assert members == {frozenset({"n1", "n2", "n3"}), frozenset({"s1", "s2"})}
    assert [point.count for point in points.pro] == [3, 2] and points.about == CLAIM
    assert [{quote.premise for quote in point.members} for point in points.con] == [{"w1"}]


def test_the_report_is_sound_and_the_same_twice(engine: Engine) -> None:
    answer = engine.search(CLAIM, stance="both")
    points, again = (AnswerPoints()(answer, engine.backend) for _ in range(2))
    assert points.problems({name: text for name, (_, text) in SAID.items()}) == []
    assert points.as_dict() == again.as_dict()
    assert points.premises == len(SAID) and {quote.source for quote in points.sides[0].quotes()} == {"portal"}


def test_points_without_vectors_go_by_words(tmp_path: Path) -> None:
    with open_engine(cars_index(tmp_path / "index")) as engine:
        answer = engine.search("Ban cars", method="bm25", stance="both", strict=False)
        points = AnswerPoints()(answer, engine.backend)
        assert points.problems({"a": "Cars are loud", "b": "Cars are free"}) == []
        assert [point.count for point in points.points] == [1, 1]


def test_an_answer_without_hits_has_no_points(engine: Engine) -> None:
    answer = replace(engine.search(CLAIM), hits=())
    assert AnswerPoints()(answer, engine.backend).sides == ()


def test_hits_know_the_points_that_several_make(engine: Engine) -> None:
    answer = engine.search(CLAIM, stance="both")
    made = hits_of_points(AnswerPoints()(answer, engine.backend), answer.hits)
    assert made["w1"] == (), "what one says alone is no point of several"
    assert {names for hit, names in made.items() if hit[0] == "n"} == {("pro-1",)}
    assert {names for hit, names in made.items() if hit[0] == "s"} == {("pro-2",)}


def test_at_most_so_many_points_and_what_makes_none_is_kept(engine: Engine) -> None:
    answer = engine.search(CLAIM, stance="both")
    points = AnswerPoints(most=1)(answer, engine.backend)
    assert len(points.pro) == 1 and {quote.premise for quote in points.other} == {"s1", "s2"}


def test_vectors_are_those_of_the_names_asked_for_in_their_order(engine: Engine) -> None:
    two = premise_vectors(engine.backend, ["s1", "n1"])
    assert np.array_equal(two[::-1], premise_vectors(engine.backend, ["n1", "s1"]))


@pytest.mark.parametrize("wrong", [{"like": 0.7}, {"most": 0}, {"least": 0.0}])
def test_numbers_that_make_no_sense_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        AnswerPoints(**wrong)  # type: ignore[arg-type]


def test_the_name_parses_back() -> None:
    stage = AnswerPoints(most=3, common=0.5)
    assert ANSWER_POINTS.parse(ANSWER_POINTS.name(stage)) == stage


def test_a_headline_is_a_sentence_that_stands_alone() -> None:
    text = "Why ban them? They stink. " + "Cars are loud at night and keep people from sleeping. " * 3
    start, end = AnswerPoints().span(text)
    assert text[start:end] == "Cars are loud at night and keep people from sleeping."
    assert AnswerPoints().span("They stink.") == (0, 11), "a short premise is its own headline"
