"""Stance stages by name and by model: one interface for models that compare, models that read, and none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.arrays import Floats, Singles
from debatable.errors import InputError, UnknownNameError
from debatable.learning import STANCES, AlwaysSame, LearnedStance, PolarityStance
from debatable.ranking import METHODS
from debatable.ranking.methods.best import Best
from debatable.ranking.stance.premises import ProseLean
from debatable.ranking.stance.table import (
    STANCE_STAGES,
    ComparedStance,
    NoStance,
    ReadStance,
    stance_stage,
)
from tests.support.readers import GivenEvidence


def words(query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
    return np.full(len(claims), 0.25)


STAGES = {
    "none": NoStance(),
    "polarity": ComparedStance(PolarityStance()),
    "polarity(floor=0.1)": ComparedStance(PolarityStance(0.1)),
    "learned": ReadStance(),
    "learned(words=0.2)": ReadStance(model=LearnedStance(words=0.2)),
    "learned(premises_read=6)": ReadStance(premises_read=6),
    "learned(words=0.2,claims_read=4,near_from=0.2)": ReadStance(
        claims_read=4, near_from=0.2, model=LearnedStance(words=0.2)
    ),
    "learned(prose=ProseLean(words=30))": ReadStance(prose=ProseLean(words=30)),
}


@pytest.mark.parametrize("name", STAGES)
def test_a_stage_has_the_name_of_its_model_with_what_differs_in_either(name: str) -> None:
    stage = STANCE_STAGES.parse(name)
    assert stage == STAGES[name]
    printed = STANCE_STAGES.name(stage)
    assert STANCE_STAGES.parse(printed) == stage
    assert printed.count("=") == name.count("=")
    method = f"best(stance={name})"
    assert METHODS.name(METHODS.parse(method)) == method.replace("best(stance=learned)", "best")


@pytest.mark.parametrize(
    ("given", "stage"),
    [
        (AlwaysSame(), NoStance()),
        (PolarityStance(), ComparedStance(PolarityStance())),
        (LearnedStance(), ReadStance()),
        (words, ComparedStance(words)),
        (None, NoStance()),
    ],
)
def test_a_model_becomes_a_stage_by_what_it_offers(given: Any, stage: Any) -> None:
    assert Best(stance=given).stance == stage
    made = Best(stance=stage)
    assert made.stance is stage and made == Best(stance=given)


def test_a_model_of_ones_own_is_named_as_it_names_itself() -> None:
    model = GivenEvidence()
    assert STANCE_STAGES.name(stance_stage(model)) == repr(model) == STANCES.name(model)


@pytest.fixture
def registered() -> Iterator[None]:
    STANCES.register("mine", words)
    yield
    STANCES.unregister("mine")


@pytest.mark.usefixtures("registered")
def test_models_that_are_registered_later_have_stages() -> None:
    assert "mine" in STANCE_STAGES and STANCE_STAGES.names() == STANCES.names()
    assert METHODS.name(METHODS.parse("dense(stance=mine)")) == "dense(stance=mine)"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("learned(premise_read=6)", "premises_read"),
        ("none(premises_read=6)", "'none' has no parameters"),
        ("polarity(premises_read=6)", "floor"),
        ("learned(premises_read=six)", "learned.premises_read cannot be 'six'"),
        ("learned(premises_read=-1)", "premises_read is -1"),
        ("learned(premise_weight=-0.5)", "premise_weight is -0.5"),
        ("learned(near_from=0.7)", "near_from is 0.7"),
        ("learnt", "learned"),
        ("learned(words=0.2", "open bracket"),
    ],
)
def test_what_a_name_cannot_say_is_refused(name: str, message: str) -> None:
    with pytest.raises((InputError, UnknownNameError)) as error:
        STANCE_STAGES.parse(name)
    assert message in str(error.value)


@pytest.mark.parametrize("given", [7, PolarityStance, ReadStance])
def test_what_is_no_model_is_refused(given: Any) -> None:
    with pytest.raises(InputError, match="stance model"):
        Best(stance=given)


def test_a_folder_is_refused_as_by_the_models(tmp_path: Path) -> None:
    with pytest.raises((InputError, UnknownNameError)) as of_model:
        STANCES.parse(str(tmp_path))
    with pytest.raises(type(of_model.value)) as of_stage:
        STANCE_STAGES.parse(str(tmp_path))
    assert str(of_stage.value) == str(of_model.value)


def test_parameters_are_those_of_model_and_stage() -> None:
    shown = STANCE_STAGES.parameters("learned(premises_read=6)")
    assert (shown["words"], shown["premises_read"], shown["claims_read"]) == ("0.3", "6", "8")
    assert STANCE_STAGES.parameters("none") == {}
