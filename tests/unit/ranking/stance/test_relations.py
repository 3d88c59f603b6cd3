"""What was read of two claims is read both ways, and once."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.ranking.stance import relations
from debatable.ranking.stance.relations import RelationMemory
from tests.support.readers import GivenEvidence

TEXTS = ["a", "b", "c"]
ROWS = np.array([4, 7, 9])
ALL = np.ones((3, 3), bool)


def model() -> GivenEvidence:
    return GivenEvidence(pairs={("a", "b"): 3.0, ("b", "a"): 1.0, ("a", "c"): -2.0, ("c", "b"): 5.0})


def test_pairs_are_read_both_ways() -> None:
    found = RelationMemory()(model(), ROWS, TEXTS, ALL)
    assert found.tolist() == [[0, 2, -1], [2, 0, 2.5], [-1, 2.5, 0]]


def test_only_what_is_wanted_is_read() -> None:
    reader = model()
    wanted = np.zeros((3, 3), bool)
    wanted[2, 0] = wanted[1, 1] = True
    found = RelationMemory()(reader, ROWS, TEXTS, wanted)
    assert found.tolist() == [[0, 0, -1], [0, 0, 0], [-1, 0, 0]]
    assert sorted(reader.read) == [("a", "c"), ("c", "a")]


def test_what_was_read_is_remembered_by_row() -> None:
    reader, memory = model(), RelationMemory()
    whole = memory(reader, ROWS, TEXTS, ALL)
    reader.read.clear()
    assert memory(reader, ROWS, TEXTS, ALL).tolist() == whole.tolist()
    assert memory(reader, ROWS[1:], TEXTS[1:], ALL[1:, 1:]).tolist() == whole[1:, 1:].tolist()
    assert reader.read == []
    memory(reader, np.array([4, 8]), ["a", "d"], ALL[:2, :2])
    assert sorted(reader.read) == [("a", "d"), ("d", "a")], "row 8 is another claim"


def test_another_model_reads_for_itself() -> None:
    memory = RelationMemory()
    memory(model(), ROWS, TEXTS, ALL)
    assert not memory(GivenEvidence(), ROWS, TEXTS, ALL).any()


def test_a_full_memory_lets_go_and_answers_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relations, "MOST", 2)
    reader, memory = model(), RelationMemory()
    memory(reader, ROWS[:2], TEXTS[:2], ALL[:2, :2])
    found = memory(reader, ROWS, TEXTS, ALL)  # one pair is known, and is let go while the others are read
    assert found.tolist() == [[0, 2, -1], [2, 0, 2.5], [-1, 2.5, 0]]
    assert len(memory._known) <= 2
