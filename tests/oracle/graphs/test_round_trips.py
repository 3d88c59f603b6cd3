"""Graphs of the shared collections written as Argdown and arguebuf and read again: the same, or the loss is listed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from debatable.graphs import ArgumentGraph, arguments, dump, load_folder, losses
from debatable.graphs.reading import parse

FOLDERS = ("araucaria-aif", "argdown", "microtexts-arggraph-de", "microtexts-arggraph-en")
ENDINGS = {"aif": ".json", "argdown": ".argdown", "arguebuf": ".json"}
UNLINKED = ("links between schemes", "inferences without", "rephrases", "statements without")
"""Losses of the Argdown writer that change links."""


def again(graph: ArgumentGraph, target: str) -> ArgumentGraph:
    return parse(dump(graph, target).encode(), Path(f"{graph.id}{ENDINGS[target]}"), language=graph.language)


def said(graph: ArgumentGraph) -> tuple[dict[str, str], Counter[Any]]:
    """The statements by their ids, and each link with its side."""
    texts = {node.id: " ".join(node.text.split()) for node in graph.information}
    links = Counter(
        (one.premise.id, " ".join(one.claim.text.split()) if one.claim else "", one.stance.value)
        for one in arguments(graph)
    )
    return texts, links


@pytest.mark.parametrize("folder", FOLDERS)
def test_arguebuf_keeps_every_node_and_edge(shared: Path, folder: str) -> None:
    for graph in load_folder(shared / "data" / "graphs" / folder):
        kept, read = graph.argument(), again(graph, "arguebuf")
        assert read.nodes == kept.nodes, graph.id
        ends = [[(edge.source, edge.target) for edge in one.edges] for one in (read, kept)]
        assert ends[0] == ends[1], graph.id
        assert (read.major_claim, read.topic) == (graph.major_claim, graph.topic)


@pytest.mark.parametrize("folder", FOLDERS)
def test_argdown_keeps_texts_ids_sides_and_links_or_lists_what_it_does_not(shared: Path, folder: str) -> None:
    graphs = load_folder(shared / "data" / "graphs" / folder)
    changed = [graph for graph in graphs if said(again(graph, "argdown")) != said(graph)]
    unlisted = [
        graph.id
        for graph in changed
        if not any(reason in loss for loss in losses(graph, "argdown") for reason in UNLINKED)
    ]
    assert unlisted == []
    # Half of the microtexts attack an attack, which Argdown cannot say.
    assert len(graphs) - len(changed) >= len(graphs) // 2


def test_the_whole_circle_of_formats_gives_the_same_statements_and_links(shared: Path) -> None:
    for graph in load_folder(shared / "data" / "graphs" / "araucaria-aif"):
        circled = again(again(again(graph, "argdown"), "arguebuf"), "aif")
        assert said(circled) == said(graph), graph.id


def test_every_remark_on_argdown_is_a_sentence_with_a_count(shared: Path) -> None:
    found = Counter(
        loss.partition(" (")[0]
        for graph in load_folder(shared / "data" / "graphs" / "microtexts-arggraph-en")
        for loss in losses(graph, "argdown")
    )
    assert found["not kept: links between schemes"] > 0 and found["not kept: ids of conflicts"] > 0
    assert all(name.startswith("not kept: ") for name in found)
