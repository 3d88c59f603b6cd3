"""A model that tells queries that make a point from those that name a debate: the bundled one, and that of a folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from debatable.errors import UnknownNameError
from debatable.learning import PairReader
from debatable.learning.pair_reader import model_folder
from debatable.learning.relevance import SPECIFICITIES, LearnedSpecificity, SpecificityModel


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
