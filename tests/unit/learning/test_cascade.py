"""A small model that reads first, a large one where it is unsure, and the words that two models share."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.errors import InputError
from debatable.learning import LearnedStance, PairReader, QuickModel, quick_log_odds
from debatable.learning.pair_reader import MODELS, model_folder
from tests.support.tiny_reader import tiny_folder

QUERY = "Zoos should be closed"
PREMISES = [
    "Animals suffer there",
    "Zoos protect species",
    "A zoo has walls",
    "It depends",
    "Children love lions",
]


def log_odds(name: str, head: str) -> Floats:
    return PairReader(model_folder(name)).log_odds(head, [QUERY] * len(PREMISES), PREMISES)


@pytest.mark.parametrize("sure", [0.0, 1.0, 2.0, 2.4, 9.0])
def test_sure_answers_are_those_of_the_small_model_and_all_others_of_the_large_one(sure: float) -> None:
    small, large = log_odds("small-stance", "stance"), log_odds("stance", "stance")
    assert (small != large).all() and len({*(np.abs(small) >= 2.0)}) == 2, "both kinds are there"
    asked = (np.abs(small[:3]) >= sure).any()  # of the first three pairs it must be sure of one
    expected = np.clip(np.where(asked & (np.abs(small) >= sure), small, large), -4, 4)
    np.testing.assert_array_equal(LearnedStance(small_sure=sure).quickly(QUERY, PREMISES), expected)
    np.testing.assert_array_equal(
        LearnedStance(small_sure=sure).towards(QUERY, PREMISES), np.clip(large, -4, 4)
    )


def test_a_sure_small_model_spares_the_large_one(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[tuple[str, int]] = []
    whole = PairReader.log_odds

    def counted(self: PairReader, head: str, firsts: Sequence[str], seconds: Sequence[str]) -> Floats:
        read.append((self.folder.name, len(firsts)))
        return whole(self, head, firsts, seconds)

    monkeypatch.setattr(PairReader, "log_odds", counted)
    LearnedStance(small_sure=0.0).quickly(QUERY, PREMISES)
    LearnedStance(small="").quickly(QUERY, PREMISES)
    assert read == [("small-stance", 3), ("small-stance", 2), ("stance", 5)]
    read.clear()
    LearnedStance(small_sure=9.0).quickly(QUERY, PREMISES)
    assert read == [("small-stance", 3), ("stance", 5)], "of the first three it is sure of none"
    assert LearnedStance(small_sure=0.0).quickly(QUERY, []).shape == (0,)


def test_a_model_of_ones_own_reads_all_itself(tmp_path: Path) -> None:
    folder = tiny_folder(tmp_path / "tiny")
    own = LearnedStance(str(folder))
    assert not own.cascades and LearnedStance().cascades
    np.testing.assert_array_equal(own.quickly("ban zoos", ["cars"]), own.towards("ban zoos", ["cars"]))


class Slow:
    """An evidence model that cannot be quick."""

    fingerprint = "slow"

    def reads(self, text: str) -> bool:
        return True

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        return np.zeros(len(claims))

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        return np.full(len(premises), 3.0)

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        return np.zeros(len(premises))


def test_a_model_without_a_small_one_is_asked_as_ever() -> None:
    assert not isinstance(Slow(), QuickModel) and isinstance(LearnedStance(), QuickModel)
    assert quick_log_odds(Slow(), QUERY, PREMISES).tolist() == [3.0] * 5


@pytest.fixture
def beside(tmp_path: Path) -> Path:
    for name in ("small-stance", "reader"):
        shutil.copytree(MODELS / name, tmp_path / name)
    return tmp_path


def changed(folder: Path, **entries: object) -> None:
    card = json.loads((folder / "card.json").read_text("utf-8"))
    (folder / "card.json").write_text(json.dumps(card | entries), "utf-8")


def test_the_words_are_those_of_the_model_beside_it(beside: Path) -> None:
    copied = PairReader(beside / "small-stance")([QUERY], PREMISES[:1])
    np.testing.assert_array_equal(copied, PairReader(model_folder("small-stance"))([QUERY], PREMISES[:1]))


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
        PairReader(beside / "small-stance")([QUERY], PREMISES[:1])


def test_a_model_without_words_lends_none(beside: Path) -> None:
    shutil.copytree(beside / "small-stance", beside / "other")
    digest = json.loads((beside / "other/card.json").read_text("utf-8"))["weights_sha256"]
    changed(beside / "small-stance", words={"of": "other", "sha256": digest})
    with pytest.raises(InputError, match="has no words of its own"):
        PairReader(beside / "small-stance")([QUERY], PREMISES[:1])
