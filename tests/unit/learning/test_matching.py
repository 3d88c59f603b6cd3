"""Whether a unit makes a point: cosines of vectors and words, contrast, and the nearest units."""

from __future__ import annotations

import math
from math import fsum, log, sqrt
from typing import Any, cast

import numpy as np
import pytest

from debatable.arrays import sigmoid
from debatable.embedding.encoder import normalised
from debatable.embedding.graph import token_ids
from debatable.embedding.static import token_matrix, tokenizer_of
from debatable.embedding.table import TOKEN_VECTORS
from debatable.errors import InputError
from debatable.learning.matching import VectorMatching, matching
from debatable.learning.word_vectors import sentence_match, word_vectors
from debatable.text import analyzer
from debatable.text.sentences import sentences

TEXTS = ["Cars are loud", "Cars are loud", "Cars are cheap", "Buses are late"]


def test_the_first_of_the_three_is_the_mean_of_token_vectors() -> None:
    assert np.allclose(word_vectors(TEXTS, TOKEN_VECTORS)[0], TOKEN_VECTORS(TEXTS), atol=1e-6)


def test_stems_weigh_by_how_rare_they_are() -> None:
    stems = word_vectors(TEXTS, TOKEN_VECTORS)[2]
    car, loud, cheap = log(5 / 3.5), log(5 / 2.5), log(5 / 1.5)  # "are" is a stop word
    cosine = car**2 / sqrt((car**2 + loud**2) * (car**2 + cheap**2))
    assert np.isclose(stems[0] @ stems[2], cosine, atol=1e-6)
    assert np.isclose(stems[0] @ stems[1], 1.0) and np.isclose(stems[0] @ stems[3], 0.0)


def test_tokens_weigh_by_how_rare_they_are() -> None:
    cars, loud = TOKEN_VECTORS(["cars"])[0], TOKEN_VECTORS(["loud"])[0]
    lengths = [
        np.linalg.norm(token_matrix(TOKEN_VECTORS.weights)[token]) for token in (3765, 5189)
    ]  # of these words
    rare = word_vectors(["cars cars loud", "cars", "loud loud", "loud"], TOKEN_VECTORS)[1]
    expected = 2 * log(5 / 2.5) * lengths[0] * cars + log(5 / 3.5) * lengths[1] * loud
    assert np.allclose(rare[0], expected / np.linalg.norm(expected), atol=1e-5)


def test_the_best_sentence_of_a_text_is_compared_by_words() -> None:
    texts = ["Cars are cheap. Cars are loud! Who would know?", "Buses are late", "..."]
    match = sentence_match("Cars are loud", texts, TOKEN_VECTORS)
    every = ["Cars are cheap.", "Cars are loud!", "Who would know?", "Buses are late", "...", "Cars are loud"]
    cosines = np.mean([(part @ part.T)[-1] for part in word_vectors(every, TOKEN_VECTORS)], axis=0)
    assert np.allclose(match, [cosines[:3].max(), cosines[3], cosines[4]], atol=1e-5)
    assert cosines[1] == cosines[:3].max() > cosines[3]
    assert sentence_match("", ["", "cars"], TOKEN_VECTORS).tolist() == [0.0, 0.0]
    assert sentence_match("cars", [], TOKEN_VECTORS).tolist() == []


def test_cosines_of_sentences_are_to_the_bit_those_of_each_sentence_computed_by_itself() -> None:
    texts = [
        "Cars are cheap. Cars are loud, and cars are loud in the night, too! Who would know?",
        "Buses, buses, buses: are late",
        "...",
        "",
    ]
    query, analysed = "Cars are loud", analyzer("english")
    of_texts = [sentences(text) or [text] for text in texts]
    every = [*(one for some in of_texts for one in some), query]
    matrix = token_matrix(TOKEN_VECTORS.weights)
    tokens = [np.array(ids, np.int64) for ids in token_ids(tokenizer_of(TOKEN_VECTORS.tokenizer), every)]
    found = np.zeros(len(matrix))
    for ids in tokens:
        found[np.unique(ids)] += 1
    weight = np.log((len(every) + 1) / (found + 0.5)).astype(np.float32)
    stems = [frozenset(analysed(one)) for one in every]
    rarity = {
        stem: log((len(every) + 1) / (sum(stem in each for each in stems) + 0.5)) ** 2
        for stem in frozenset().union(*stems)
    }
    lengths = [sqrt(fsum(rarity[stem] for stem in each)) for each in stems]
    match = np.array(
        [
            fsum(rarity[stem] for stem in each & stems[-1]) / (length * lengths[-1] or 1.0)
            for each, length in zip(stems[:-1], lengths[:-1], strict=True)
        ]
    )
    plain = normalised(np.array([matrix[ids].sum(axis=0) for ids in tokens]))
    rare = normalised(np.array([weight[ids] @ matrix[ids] for ids in tokens]))
    match += (plain[:-1] * plain[-1]).sum(axis=1, dtype=np.float64)
    match += (rare[:-1] * rare[-1]).sum(axis=1, dtype=np.float64)
    parts = np.split(match / 3, np.cumsum([len(some) for some in of_texts])[:-1])
    assert sentence_match(query, texts, TOKEN_VECTORS).tolist() == [part.max() for part in parts]


def test_texts_without_words_have_vectors() -> None:
    vectors = matching("words").vectors(["", "...", "cars"])
    assert np.isfinite(vectors).all() and not vectors[0].any() and np.isclose(vectors[2] @ vectors[2], 1.0)


def test_the_mean_of_four_cosines() -> None:
    learned, mapped = matching("learned").vectors(TEXTS), matching("mapped").vectors(TEXTS)
    parts = [*word_vectors(TEXTS, TOKEN_VECTORS), mapped]
    assert np.allclose(learned @ learned.T, np.mean([part @ part.T for part in parts], axis=0), atol=1e-5)


def test_contrast_and_nearest_units_by_hand() -> None:
    model = VectorMatching(neighbours=1, smoothing=0.25, contrast=0.5, choice_slope=2.0, choice_shift=-1.0)
    units = np.array([[1, 0], [0.8, 0.6], [0, 1]], np.float32)
    headlines = np.array([[1, 0], [0, 1]], np.float32)
    near = model.nearest(units)
    assert near is not None and near.rows.tolist() == [[1], [0], [1]] and near.weights.tolist() == [[1.0]] * 3
    left = np.array([0.75 * 1 + 0.25 * 0.8, 0.75 * 0.8 + 0.25 * 1, 0.25 * 0.8])
    right = np.array([0.25 * 0.6, 0.75 * 0.6, 0.75 * 1 + 0.25 * 0.6])
    expected = np.stack([left - 0.5 * right, right - 0.5 * left], axis=1)
    assert np.allclose(model.choices(units, headlines), sigmoid(2.0 * expected - 1.0), atol=1e-6)
    assert np.array_equal(model.choices(units, headlines, near), model.choices(units, headlines))


def test_more_units_than_a_crowd_are_not_smoothed() -> None:
    units = np.eye(4, dtype=np.float32)
    assert VectorMatching(neighbours=2, crowd=4).nearest(units) is not None
    assert VectorMatching(neighbours=2, crowd=3).nearest(units) is None
    assert VectorMatching(neighbours=2, smoothing=0.0).nearest(units) is None


def test_without_neighbours_nothing_is_smoothed() -> None:
    # The share of the nearest units was taken off all the same.
    units, headlines = np.eye(4, dtype=np.float32), np.eye(4, dtype=np.float32)[:2]
    none, never = VectorMatching(neighbours=0), VectorMatching(smoothing=0.0)
    assert none.nearest(units) is None
    assert np.array_equal(none.choices(units, headlines), never.choices(units, headlines))


@pytest.mark.parametrize(
    ("name", "value", "todo"),
    [
        ("slope", 0.0, "rising line"),
        ("choice_slope", -1.0, "rising line"),
        ("choice_shift", math.nan, "finite number"),
        ("shift", math.inf, "finite number"),
        ("contrast", math.nan, "finite number"),
        ("smoothing", 1.5, "share from 0 to 1"),
        ("neighbours", -1, "0 for none"),
        ("crowd", -1, "0 for none"),
    ],
)
def test_numbers_that_no_matching_can_use_are_refused(name: str, value: float, todo: str) -> None:
    with pytest.raises(InputError, match=todo):
        matching(f"words({name}={value})")


def test_a_line_that_is_no_number_is_refused_in_a_sentence() -> None:
    # It was a TypeError of the check whether it is finite.
    with pytest.raises(InputError, match="^slope is 'steep'; give a number$"):
        VectorMatching(slope=cast(Any, "steep"))
