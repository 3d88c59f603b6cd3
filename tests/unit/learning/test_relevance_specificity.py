"""The model that tells queries that make a point from those that name a debate."""

from __future__ import annotations

import pytest

from debatable.errors import UnknownNameError
from debatable.learning.pair_reader import model_folder
from debatable.learning.relevance import SPECIFICITIES, LearnedSpecificity, SpecificityModel

GENERAL = [
    ("Should school uniforms be compulsory?", "School uniforms ought to go"),
    ("Should school uniforms be compulsory?", "honestly just let the kids wear what they like"),
    ("Should school uniforms be compulsory?", "scrap school uniforms"),
]
POINTS = [
    ("Should school uniforms be compulsory?", "Uniforms cost poor families more than they can afford"),
    ("Should school uniforms be compulsory?", "do uniforms stop bullying over brands"),
    ("Should school uniforms be compulsory?", "school uniforms expensive"),
]


def test_a_point_is_told_from_a_claim_that_names_the_debate() -> None:
    model = LearnedSpecificity()
    general, points = ([model(*pair) for pair in pairs] for pairs in (GENERAL, POINTS))
    assert max(general) < 0 < min(points)


def test_models_by_name_and_by_folder() -> None:
    assert SPECIFICITIES.parse("none")("Ban zoos", "Animals suffer") == 0.0
    folder = str(model_folder("specificity"))
    own = SPECIFICITIES.parse(folder)
    assert isinstance(own, SpecificityModel) and own("Ban zoos", "zoo ban") == LearnedSpecificity()(
        "Ban zoos", "zoo ban"
    )
    with pytest.raises(UnknownNameError, match="guess"):
        SPECIFICITIES.parse("guess")


def test_a_model_without_that_head_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="head of the model .* 'point'"):
        SPECIFICITIES.parse(str(model_folder("reader")))
