from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from debatable.clustering.linkage.neighbours import Cell
from debatable.engines.ray.works import Analysis, Encoding, Neighbours, Work, token_lists
from debatable.errors import InputError
from tests.support.word_encoder import WORDS, WordEncoder, registered


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["", ""],
        ["Cars are loud, cars are fast", "", "Cities need quiet streets"],
        ["naïve \ud800 half", "日本語 cars", "cars"],
    ],
)
def test_tokens_come_back_as_an_analyzer_makes_them(texts: list[str]) -> None:
    from debatable.text import analyzer

    made = Analysis("english")(texts)
    assert token_lists(made) == [analyzer("english")(one) for one in texts]
    assert all(array.dtype.kind in "iu" for array in made.values())


def test_vectors_are_those_of_the_encoder_in_half_precision() -> None:
    with registered():
        made = Encoding(f"first({WORDS})", WORDS, False)(["Cars are loud", "Ban cars"])["vectors"]
    expected = WordEncoder()(["Cars are loud", "Ban cars"])
    assert made.dtype == np.float16 and made.tolist() == expected.tolist()


def test_a_worker_with_another_model_refuses() -> None:
    with registered(), pytest.raises(InputError, match="another model"):
        Encoding(WORDS, "of-elsewhere", False)(["Cars are loud"])


def test_neighbours_are_places_among_the_candidates() -> None:
    line = np.array([[0.0], [1.0], [5.0], [7.0]], np.float32)
    cell = Cell(line[2:], line, (line * line)[:, 0], np.array([2, 3]))
    made = Neighbours(2, "cells")(cell)
    assert made["found"].tolist() == [[3, 1], [2, 1]] and made["far"].tolist() == [[2.0, 4.0], [2.0, 6.0]]


def test_fingerprints_tell_works_apart() -> None:
    works: list[Work[Any]] = [Analysis("english"), Analysis("german"), Encoding("a", "a", False)]
    works += [Encoding("a", "b", False), Neighbours(2, "a"), Neighbours(3, "a"), Neighbours(2, "b")]
    assert len({work.fingerprint for work in works}) == len(works)
