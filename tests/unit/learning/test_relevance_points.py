"""Models of points: which queries make one, and which premises make it; the bundled ones, and those of a folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from debatable.errors import UnknownNameError
from debatable.learning import PairReader
from debatable.learning.pair_reader import model_folder
from debatable.learning.relevance import (
    MATCHES,
    SPECIFICITIES,
    LearnedMatch,
    LearnedSpecificity,
    MatchModel,
    SpecificityModel,
)


def test_a_model_of_a_folder_reads_the_claim_before_the_query(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(model_folder("reader"), folder)
    card = json.loads((folder / "card.json").read_text("utf-8"))
    card["heads"][1]["name"] = "point"
    (folder / "card.json").write_text(json.dumps(card), "utf-8")
    own = SPECIFICITIES.parse(str(folder))
    assert isinstance(own, SpecificityModel) and isinstance(own, LearnedSpecificity)
    (expected,) = PairReader(folder).log_odds("point", ["Ban zoos"], ["Animals suffer"])
    assert own("Ban zoos", "Animals suffer") == expected != own("Animals suffer", "Ban zoos")


def test_the_bundled_model_tells_points_from_claims_that_name_a_debate() -> None:
    learned = SPECIFICITIES.parse("learned")
    claim = "Zoos should be abolished"
    general = ("Ban zoos", "Should zoos be closed down?", "Zoos deserve to stay open")
    points = ("zoo animals go mad from boredom", "Zoos save species from extinction")
    assert (
        max(learned(claim, query) for query in general) < 0 < min(learned(claim, query) for query in points)
    )


def test_none_does_not_know() -> None:
    assert SPECIFICITIES.parse("none")("Ban zoos", "Animals suffer") == 0.0
    with pytest.raises(UnknownNameError, match="guess"):
        SPECIFICITIES.parse("guess")


def test_a_model_without_that_head_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="head of the model .* 'point'"):
        SPECIFICITIES.parse(str(model_folder("reader")))


def test_a_match_is_the_sum_of_two_heads_of_one_reading(tmp_path: Path) -> None:
    folder = tmp_path / "own"
    shutil.copytree(model_folder("reader"), folder)
    card = json.loads((folder / "card.json").read_text("utf-8"))
    for head, name in zip(card["heads"], ("stance", "match"), strict=False):
        head["name"] = name
    card["heads"][0] |= {"first_limit": 80, "slope": 2.0, "shift": 0.5}
    (folder / "card.json").write_text(json.dumps(card), "utf-8")
    own = MATCHES.parse(str(folder))
    assert isinstance(own, MatchModel) and isinstance(own, LearnedMatch)
    query, premises = "Zoos are cruel", ["Animals suffer there", "It is a day out"]
    match, stance = (PairReader(folder).log_odds(name, [query] * 2, premises) for name in ("match", "stance"))
    found = own(query, premises)
    assert found is not None
    np.testing.assert_allclose(found, match + 0.7 * stance)
    np.testing.assert_array_equal(LearnedMatch(str(folder), support=0.0)(query, premises), match)
    supporting = own.point_support(query, premises)
    assert supporting is not None
    np.testing.assert_allclose(supporting, stance / (1 + np.exp(-match)))


def test_the_bundled_model_finds_the_premise_that_makes_the_point() -> None:
    premises = [
        "Pacing and head-bobbing show how captivity drives wild creatures out of their minds.",
        "Breeding programmes have brought back species that were gone from the wild.",
        "A day among elephants teaches children more than any book.",
        "The money would do more good in protected reserves.",
    ]
    found = MATCHES.parse("learned")("zoo animals go mad from boredom", premises)
    assert found is not None and int(found.argmax()) == 0


def test_what_cannot_be_read_matches_nothing() -> None:
    assert MATCHES.parse("learned")("надо запретить зоопарки", ["Animals suffer"]) is None
    assert MATCHES.parse("learned").point_support("надо запретить зоопарки", ["Animals suffer"]) is None
    assert MATCHES.parse("none")("Ban zoos", ["Animals suffer"]) is None
    assert MATCHES.parse("none").point_support("Ban zoos", ["Animals suffer"]) is None
    with pytest.raises(UnknownNameError, match="head of the model .* 'match'"):
        MATCHES.parse(str(model_folder("reader")))
