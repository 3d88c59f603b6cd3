"""The words that two models share."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.learning import PairReader
from debatable.learning.pair_reader import MODELS, model_folder

QUERY = "Zoos should be closed"
PREMISES = ["Animals suffer there"]


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    for name in ("small-stance", "reader"):
        shutil.copytree(MODELS / name, tmp_path / name)
    return tmp_path


def changed(folder: Path, **entries: object) -> None:
    card = json.loads((folder / "card.json").read_text("utf-8"))
    (folder / "card.json").write_text(json.dumps(card | entries), "utf-8")


def test_the_words_are_those_of_the_model_beside_it(beside: Path) -> None:
    copied = PairReader(beside / "small-stance")([QUERY], PREMISES)
    np.testing.assert_array_equal(copied, PairReader(model_folder("small-stance"))([QUERY], PREMISES))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"of": "reader", "sha256": "0" * 64}, "has other words than those that the model was trained with"),
        ({"of": "nobody", "sha256": ""}, "no model of ours in this folder"),
        ({"of": "../reader", "sha256": ""}, "names the model of its words by a path"),
        (["reader"], "is no card of a model"),
    ],
)
def test_words_that_are_not_there_or_others_are_refused(beside: Path, words: object, sentence: str) -> None:
    changed(beside / "small-stance", words=words)
    with pytest.raises(InputError, match=sentence):
        PairReader(beside / "small-stance")([QUERY], PREMISES)


def test_a_model_without_words_lends_none(beside: Path) -> None:
    shutil.copytree(beside / "small-stance", beside / "other")
    digest = json.loads((beside / "other/card.json").read_text("utf-8"))["weights_sha256"]
    changed(beside / "small-stance", words={"of": "other", "sha256": digest})
    with pytest.raises(InputError, match="has no words of its own"):
        PairReader(beside / "small-stance")([QUERY], PREMISES)
