"""Every graph of the shared collections: loads, and comes back the same from its own dump."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from debatable.graphs import ArgumentGraph, load, load_folder, save

FOLDERS = {
    "microtexts/cases-annotated": 110,
    "microtexts/cases-plain": 110,
    "microtexts/queries-annotated": 24,
    "microtexts/queries-plain": 24,
    "graphs/araucaria-aif": 662,
    "graphs/microtexts-arggraph-en": 112,
    "graphs/microtexts-arggraph-de": 112,
}


@pytest.mark.parametrize("name", FOLDERS)
def test_every_graph_loads_and_round_trips(shared: Path, tmp_path: Path, name: str) -> None:
    graphs = load_folder(shared / "data" / name)
    assert len(graphs) == FOLDERS[name]
    for graph in graphs:
        save(graph, tmp_path / f"{graph.id}.json")
        assert load(tmp_path / f"{graph.id}.json") == graph


def test_argdown_exports_load_and_round_trip(shared: Path, tmp_path: Path) -> None:
    files = sorted((shared / "data/graphs/argdown").glob("*.json"))
    assert files
    for path in files:
        graph = load(path)
        assert graph.information and graph.schemes
        save(graph, tmp_path / path.name)
        assert load(tmp_path / path.name) == graph


def test_arggraph_and_aif_of_the_same_microtext_agree(shared: Path) -> None:
    """Two files made by different people from one annotation; two of 109 were corrected in one of them."""
    by_text = {graph.topic_text: graph for graph in load_folder(shared / "data/microtexts/cases-plain")}
    others = [
        (graph, by_text[graph.topic_text])
        for graph in load_folder(shared / "data/graphs/microtexts-arggraph-en")
        if graph.topic_text in by_text
    ]
    assert len(others) == 109
    assert sum(shape(one) == shape(other) for one, other in others) == 107


def shape(graph: ArgumentGraph) -> Counter[tuple[str, str]]:
    labels = {node.id: node.text for node in graph.nodes}
    return Counter((labels[edge.source], labels[edge.target]) for edge in graph.edges)
