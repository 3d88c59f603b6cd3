"""Stored readings are what the models return."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.learning.pair_graph import PairGraph, open_pair_graph
from debatable.learning.pair_reader import model_folder
from tests.support.corpora import made_up
from tests.support.readings import Readings

QUERY = "Cars should be banned from the city"
PREMISES = [argument.premise.text for argument in made_up(1)][:12]


@pytest.fixture
def graph() -> PairGraph:
    return open_pair_graph(model_folder("stance"))


@pytest.mark.parametrize("model", ["stance", "reader"])
def test_stored_readings_are_those_of_the_model(model: str, readings: Readings) -> None:
    """Last digits differ between processors."""
    graph = open_pair_graph(model_folder(model))
    limit = graph.card.heads[0].first_limit
    keys = readings.keys(graph, [QUERY] * len(PREMISES), PREMISES, limit)
    stored = [place for place, key in enumerate(keys) if key in readings.logits]
    assert len(stored) > 5, (
        "the weights are others; tests/support/readings.py says how to store readings anew"
    )
    read = graph.read([QUERY] * len(stored), [PREMISES[place] for place in stored], limit)
    np.testing.assert_allclose([readings.logits[keys[place]] for place in stored], read, atol=0.05)


def test_what_is_not_stored_is_read_once_and_replayed_from_then_on(graph: PairGraph, tmp_path: Path) -> None:
    readings = Readings(tmp_path / "readings.npz")
    firsts, seconds = (
        ["Ban cars", "Build roads", "Ban cars"],
        ["They are loud", "We need them", "They are loud"],
    )
    with readings.replayed():
        read = graph.logits(firsts, seconds, 64)
    assert len(readings.new) == 2
    assert np.array_equal(read, graph.read(firsts, seconds, 64))
    readings.store()
    again = Readings(tmp_path / "readings.npz")
    with again.replayed():
        assert np.array_equal(graph.logits(firsts, seconds, 64), read)
        assert not again.new
        graph.logits(firsts, seconds, 32)
    assert len(again.new) == 2, "how much is read of the first text makes another reading"
