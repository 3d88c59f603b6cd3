"""Stance, relevance and quality by a model that reads: which text stands where, and what a name may be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.learning import (
    RELEVANCES,
    STANCES,
    LearnedQuality,
    LearnedRelevance,
    LearnedStance,
    PairReader,
    RelevanceModel,
    StanceModel,
    relevance,
    stance,
)
from tests.support.tiny_reader import tiny_folder

QUERY = "we should ban zoos"
TEXTS = ["zoos are good", "close the zoos", ""]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_folder(tmp_path_factory.mktemp("models") / "tiny")


def test_a_claim_is_the_topic_of_the_query(folder: Path) -> None:
    model, reader = LearnedStance(str(folder)), PairReader(folder)
    expected = reader.probability("stance", TEXTS, [QUERY] * 3)
    np.testing.assert_array_equal(model(QUERY, TEXTS), expected)
    np.testing.assert_array_equal(model(QUERY, TEXTS, np.zeros(3, np.float32)), expected)
    np.testing.assert_array_equal(model.logits(QUERY, TEXTS), reader(TEXTS, [QUERY] * 3)[:, 0])
    assert model(QUERY, []).shape == (0,)
    with pytest.raises(InputError, match="1 similarities for 3 claims"):
        model(QUERY, TEXTS, np.zeros(1, np.float32))


def test_the_query_is_the_topic_of_a_premise(folder: Path) -> None:
    model, reader = LearnedStance(str(folder)), PairReader(folder)
    found = model.towards(QUERY, TEXTS)
    np.testing.assert_array_equal(found, reader.probability("stance", [QUERY] * 3, TEXTS))
    assert (found != model(QUERY, TEXTS)).all()


def test_relevance_reads_the_query_first_and_quality_the_premise_alone(folder: Path) -> None:
    reader = PairReader(folder)
    model = LearnedRelevance(str(folder))
    np.testing.assert_array_equal(model(QUERY, TEXTS), reader.probability("relevance", [QUERY] * 3, TEXTS))
    np.testing.assert_array_equal(model.logits(QUERY, TEXTS), reader([QUERY] * 3, TEXTS)[:, 1])
    np.testing.assert_array_equal(LearnedQuality(str(folder))(TEXTS), reader(TEXTS)[:, 2])


def test_a_folder_is_a_model(folder: Path) -> None:
    assert stance(str(folder)) == LearnedStance(str(folder))
    assert relevance(str(folder)) == LearnedRelevance(str(folder))
    assert isinstance(stance(str(folder)), StanceModel)
    assert isinstance(relevance(str(folder)), RelevanceModel)
    assert stance(STANCES.name(stance(str(folder)))) == stance(str(folder))
    assert relevance(RELEVANCES.name(relevance(str(folder)))) == relevance(str(folder))


def test_a_wrong_path_is_told_when_the_model_is_named(tmp_path: Path, folder: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        stance("/nowhere/at/all")
    with pytest.raises(InputError, match="no model of ours in this folder"):
        stance(str(tmp_path))
    with pytest.raises(UnknownNameError, match="unknown relevance model 'lerned'; did you mean 'learned'"):
        relevance("lerned")
    card = (folder / "card.json").read_text("utf-8")
    (tmp_path / "card.json").write_text(card.replace('"stance"', '"sameness"'), "utf-8")
    with pytest.raises(UnknownNameError, match="unknown head of the model tiny 'stance'"):
        stance(str(tmp_path))


def test_everything_is_relevant_to_none() -> None:
    assert relevance("none")("Ban cars", ["Allow cars", ""]).tolist() == [1.0, 1.0]
