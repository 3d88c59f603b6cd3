"""What a model read of two claims is remembered by their rows, as long as there is room."""

from __future__ import annotations

import pytest

from debatable.ranking.relations import RelationMemory
from tests.support.readers import GivenEvidence


def test_only_what_was_read_is_known_and_only_of_its_model() -> None:
    model, memory = GivenEvidence(), RelationMemory()
    assert memory.known(model, [(4, 7)]) == [None]
    memory.learn(model, [(4, 7), (4, 9)], [2.0, 0.0])
    assert memory.known(model, [(4, 9), (7, 9), (4, 7)]) == [0.0, None, 2.0]
    assert memory.known(GivenEvidence(), [(4, 7)]) == [None]
    assert memory.known(model, []) == []


def test_what_is_read_anew_takes_the_place_of_what_was() -> None:
    model, memory = GivenEvidence(), RelationMemory()
    for value in (2.0, -1.0):
        memory.learn(model, [(4, 7)], [value])
    assert memory.known(model, [(4, 7)]) == [-1.0]


def test_a_full_memory_lets_go_of_what_is_older() -> None:
    model, memory = GivenEvidence(), RelationMemory(capacity=2)
    memory.learn(model, [(0, 1), (0, 2)], [1.0, 2.0])
    memory.learn(model, [(0, 3)], [3.0])
    assert memory.known(model, [(0, 1), (0, 2), (0, 3)]) == [None, None, 3.0]


def test_pairs_and_what_was_read_are_as_many() -> None:
    with pytest.raises(ValueError, match="zip"):
        RelationMemory().learn(GivenEvidence(), [(0, 1)], [])
