"""Drawings are well-formed, keep to the sheet and never put one node on another."""

from __future__ import annotations

import random
from xml.parsers import expat

import numpy as np
import pytest

from debatable.graphs import ArgumentGraph, Edge, GraphSimilarity, Kind, Node, sentence
from debatable.graphs.drawing import draw, draw_mapping
from debatable.graphs.layout import laid_out


def random_graph(seed: int) -> ArgumentGraph:
    rng = random.Random(seed)
    words = ["rent", "a", "Landlords", "incomprehensibilities", "<b>", "&", "\x00", "漢字", "x" * 80]
    nodes = tuple(
        Node(
            str(n),
            rng.choice([Kind.I, Kind.I, Kind.RA, Kind.CA, Kind.MA]),
            " ".join(rng.choices(words, k=9)),
            "S",
        )
        for n in range(rng.randint(1, 14))
    )
    ends = [(rng.choice(nodes).id, rng.choice(nodes).id) for _ in range(rng.randint(0, 20))]
    return ArgumentGraph("g", nodes, tuple(Edge(str(n), a, b) for n, (a, b) in enumerate(ends)))


@pytest.mark.parametrize("seed", range(25))
def test_no_two_nodes_overlap_and_the_document_is_well_formed(seed: int) -> None:
    graph = random_graph(seed)
    layout = laid_out(graph)
    boxes = list(layout.boxes.values())
    for number, one in enumerate(boxes):
        assert one.left >= -1e-6 and one.right <= layout.width + 1e-6
        for other in boxes[:number]:
            apart = (
                one.right <= other.left + 1e-6
                or other.right <= one.left + 1e-6
                or one.bottom <= other.top + 1e-6
                or other.bottom <= one.top + 1e-6
            )
            assert apart, (one.node.id, other.node.id)
    expat.ParserCreate().Parse(draw(graph), True)


def test_mapping_shows_each_similarity_and_both_texts() -> None:
    halves = GraphSimilarity(lambda left, right: np.full((len(left), len(right)), 0.5))
    query, case = sentence("Rents <must> fall", id="q"), sentence("Rents must be capped", id="c")
    drawing = draw_mapping(query, case, halves(query, case))
    expat.ParserCreate().Parse(drawing, True)
    assert "0.50" in drawing and "similarity 0.500" in drawing
    assert "Rents &lt;must&gt; fall" in drawing
