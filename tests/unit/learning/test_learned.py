"""Stance, relevance and quality by a model that reads: which text stands where, and what a name may be."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import log_odds
from debatable.errors import InputError, UnknownNameError
from debatable.learning import (
    RELEVANCES,
    STANCES,
    LearnedQuality,
    LearnedRelevance,
    LearnedStance,
    PairReader,
    PolarityStance,
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
    model, reader = LearnedStance(str(folder), read=1.0, words=0.0), PairReader(folder)
    expected = reader.probability("stance", TEXTS, [QUERY] * 3)
    np.testing.assert_allclose(model(QUERY, TEXTS), expected, rtol=1e-12)

    np.testing.assert_allclose(model.logits(QUERY, TEXTS), log_odds(expected), rtol=1e-9)
    assert model(QUERY, []).shape == (0,)


def test_the_query_is_the_topic_of_a_premise(folder: Path) -> None:
    model, reader = LearnedStance(str(folder), read=1.0, words=0.0), PairReader(folder)
    found = model.towards(QUERY, TEXTS)
    expected = reader.probability("stance", [QUERY] * 3, TEXTS)
    np.testing.assert_allclose(found, log_odds(expected), rtol=1e-9)
    assert (found != model.logits(QUERY, TEXTS)).all()


def test_what_is_read_and_the_words_that_tell_a_side_add_up(folder: Path) -> None:
    read = LearnedStance(str(folder), read=1.0, words=0.0).logits(QUERY, TEXTS)
    worded = log_odds(PolarityStance()(QUERY, TEXTS))
    assert len({*np.round(worded, 6)}) > 1, "the words tell the texts apart"
    both = LearnedStance(str(folder), read=0.5, words=2.0)
    np.testing.assert_allclose(both.logits(QUERY, TEXTS), 0.5 * read + 2 * worded, rtol=1e-9)
    np.testing.assert_allclose(both.between(TEXTS, [QUERY] * 3), both.logits(QUERY, TEXTS), rtol=1e-9)


def test_no_single_reading_is_believed_without_bound(folder: Path) -> None:
    free = LearnedStance(str(folder), read=1.0, words=0.0).logits(QUERY, TEXTS)
    bound = LearnedStance(str(folder), read=1.0, words=0.0, bound=0.1)
    np.testing.assert_allclose(bound.logits(QUERY, TEXTS), np.clip(free, -0.1, 0.1))
    assert (np.abs(free) > 0.1).any()


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
