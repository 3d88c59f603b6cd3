"""Measures of texts against their definitions, whole and column by column."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from debatable.errors import InputError
from debatable.graphs import Contrast, Cosine, Pairwise
from debatable.graphs.measures import Lexical, TextMeasure, side
from debatable.text.negation import negated

CASES = ["ban cars", "ban cars cars", "free trains", "", "trains ban planes"]
OTHERS = ["cars", "cars cars ban", "zebra cars", "zebra", "", "free free free trains"]


def weighted(text: str) -> dict[str, float]:
    """Returns the weights of the words of a text: (1 + ln tf) ln(1 + N/n), of length 1."""
    seen = Counter(word for case in CASES for word in set(case.split()))
    raw = {
        word: (1 + math.log(count)) * math.log(1 + len(CASES) / (seen[word] or 1))
        for word, count in Counter(text.split()).items()
    }
    length = math.sqrt(sum(value**2 for value in raw.values())) or 1.0
    return {word: value / length for word, value in raw.items()}


def test_words_are_weighed_by_how_often_they_stand_and_how_rare_they_are() -> None:
    found = Lexical("standard").prepare(CASES)(OTHERS)
    for row, other in enumerate(OTHERS):
        for column, case in enumerate(CASES):
            own, theirs = weighted(other), weighted(case)
            assert found[row, column] == pytest.approx(sum(own[w] * theirs.get(w, 0.0) for w in own))
    assert found.max() <= 1 + 1e-12


def test_no_case_and_no_word_are_like_nothing() -> None:
    assert Lexical("standard").prepare([])(["cars"]).shape == (1, 0)
    assert Lexical("standard").prepare(["", ""])(["cars", ""]).tolist() == [[0, 0], [0, 0]]


VECTORS = {"a": [1.0, 0.0], "b": [0.6, 0.8], "c": [-1.0, 0.0], "d": [0.0, 1.0]}


def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    return np.array([VECTORS[text] for text in texts], np.float32).reshape(len(texts), 2)


def test_a_cosine_below_nothing_is_nothing() -> None:
    found = Cosine(encode).prepare(["a", "b", "c"])(["a", "c"])
    assert found == pytest.approx(np.array([[1, 0.6, 0], [0, 0, 1]]), abs=1e-6)


def lengths(left: Sequence[str], right: Sequence[str]) -> npt.NDArray[np.float64]:
    return np.array([[float(len(a) * 10 + len(b)) for b in right] for a in left])


MEASURES: dict[str, tuple[TextMeasure, list[str], list[str]]] = {
    "pairwise": (Pairwise(lengths), ["x", "xx", "xxx", ""], ["y", "yyyy"]),
    "cosine": (Cosine(encode), ["a", "b", "c", "d"], ["b", "d"]),
    "lexical": (Lexical("standard"), CASES, OTHERS),
}


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize("columns", [[], [0], [2, 0], [1, 1, 3]])
def test_some_columns_are_those_of_the_whole(name: str, columns: list[int]) -> None:
    measure, texts, others = MEASURES[name]
    compare = measure.prepare(texts)
    whole = compare(others)
    assert whole.shape == (len(others), len(texts))
    assert compare(others, columns) == pytest.approx(whole[:, columns])


def contrasted(weight: float, words: float) -> npt.NDArray[np.float64]:
    """Compares sentences whose step from their denial points up or down."""
    texts = ["rents must rise", "rents must not rise", "fees must rise"]
    place = {"rents must rise": [0.8, 0.6], "rents must not rise": [0.8, -0.6]}
    place |= {"fees must rise": [0.6, 0.8], "fees must not rise": [0.6, -0.8]}
    measure = Contrast(lambda some: np.array([place[text] for text in some], np.float32), weight, words)
    return measure.prepare(texts)(texts[:1])


@pytest.mark.parametrize("weight", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("words", [0.0, 0.25, 1.0])
def test_opposite_sides_are_as_much_less_alike_as_the_weight_says(weight: float, words: float) -> None:
    # Steps are (0, 1), (0, -1) and (0, 1); sides of the words +1, -1 and +1: whichever counts, they say the same.
    same, opposite, other = contrasted(weight, words)[0]
    assert same == pytest.approx(1.0, abs=1e-6)
    assert opposite == pytest.approx(0.28 * (1 - weight) / (1 + weight), abs=1e-6)
    assert other == pytest.approx(0.96, abs=1e-6)


@pytest.mark.parametrize(("weight", "words"), [(-0.1, 0), (1.1, 0), (0, -0.1), (0, 1.1), (float("nan"), 0)])
def test_weights_beyond_their_range_are_refused(weight: float, words: float) -> None:
    with pytest.raises(InputError, match="use 0 to 1"):
        Contrast(encode, weight, words)
    for fine in (0.0, 1.0):
        assert Contrast(encode, fine, fine).weight == fine


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Fees are fair", "en-GB", "Fees are not fair"),
        ("Gebühren sind gerecht", "DE", "Gebühren sind nicht gerecht"),
        ("Gebühren sind gerecht", "de-AT", "Gebühren sind nicht gerecht"),
        ("Fees are fair", "xx", "Fees are not fair"),
        ("Fees are not fair and not new", "en", "Fees are fair and not new"),
        ("Fees CAN be fair", "en", "Fees CAN not be fair"),
        ("“Not” fair", "en", "fair"),
        ("We couldn’t pay", "en", "We could pay"),
        ("X", "en", "It is not true that x"),
    ],
)
def test_denials_in_every_language_and_case(text: str, language: str, expected: str) -> None:
    assert negated(text, language) == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Ban cars", "en", -1),
        ("Ban cars", "en-US", -1),
        ("Do not ban cars", "en", 1),
        ("Never not ban cars", "en", -1),
        ("Cars aren’t harmful", "en", 1),
        ("We can't pay", "en", -1),
        ("Autos sind nicht schlecht", "DE", 1),
        ("Autos sind schlecht", "de", -1),
        ("Ban cars", "fr", 1),
        ("", "en", 1),
    ],
)
def test_sides_turn_with_every_turning_word(text: str, language: str, expected: int) -> None:
    assert side(text, language) == expected
