"""Eqs. 1 to 5 on graphs small enough to count by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.errors import InputError, UnknownNameError
from debatable.graphs import ArgumentGraph, Edge, GraphSimilarity, Kind, Node, scheme_similarity, sentence
from debatable.graphs.mapping import MAPPERS, Assignment, AStar, Limits, mapper, rules
from debatable.graphs.schemes import wu_palmer

TABLE = {("a", "a"): 1.0, ("a", "b"): 0.5, ("b", "a"): 0.4, ("b", "b"): 0.2}


def by_table(left: Sequence[str], right: Sequence[str]) -> Floats:
    return np.array([[TABLE.get((x, y), 0.0) for y in right] for x in left])


def argument(id: str, premise: str, claim: str, kind: Kind = Kind.RA, scheme: str = "") -> ArgumentGraph:
    nodes = (Node("p", Kind.I, premise), Node("s", kind, scheme=scheme), Node("c", Kind.I, claim))
    return ArgumentGraph(id, nodes, (Edge("1", "p", "s"), Edge("2", "s", "c")))


@pytest.mark.parametrize("name", MAPPERS)
def test_similarity_counts_nodes_and_edges_over_the_size_of_the_query(name: str) -> None:
    """Straight: nodes .5 + 1 + .4, edges (.5 + 1) / 2 + (1 + .4) / 2, over 3 nodes and 2 edges.

    Crossing the I-nodes gives 1 + 1 + .2 and no edge, for no edge of the case runs that way.
    """
    same = GraphSimilarity(by_table, mapper=mapper(name))
    found = same(argument("q", "a", "b"), argument("c", "b", "a"))
    assert found.similarity == pytest.approx((0.5 + 1 + 0.4 + 0.75 + 0.7) / 5)
    assert [(pair.query, pair.case) for pair in found.nodes] == [("p", "p"), ("s", "s"), ("c", "c")]
    assert [(pair.query, pair.case) for pair in found.edges] == [("1", "1"), ("2", "2")]
    assert [pair.similarity for pair in found.edges] == pytest.approx([0.75, 0.7])


def test_the_authors_rules_by_hand() -> None:
    """Support against attack: the S-nodes stay unmapped, each edge is mapped by the end that is an I-node.

    Straight: nodes .5 + .4, edges .5 / 2 + .4 / 2. Crossing the I-nodes gives 1 + .2 and no edge.
    """
    query, attack = argument("q", "a", "b"), argument("c", "b", "a", Kind.CA)
    found = GraphSimilarity(by_table, mapper=mapper("integer-program"), rules=rules("authors"))(query, attack)
    assert found.similarity == pytest.approx((0.5 + 0.4 + 0.25 + 0.2) / 5)
    assert [(pair.query, pair.case) for pair in found.nodes] == [("p", "p"), ("c", "c")]
    assert [pair.similarity for pair in found.edges] == pytest.approx([0.25, 0.2])
    assert GraphSimilarity(by_table)(query, attack).similarity == pytest.approx(3.35 / 5)


def test_single_sentence_finds_its_best_node() -> None:
    found = GraphSimilarity(by_table)(sentence("a"), argument("c", "b", "a"))
    assert found.similarity == 1.0
    assert [(pair.query, pair.case) for pair in found.nodes] == [("1", "c")]


def test_query_larger_than_the_case_is_mapped_in_part() -> None:
    found = GraphSimilarity(by_table)(argument("q", "a", "b"), sentence("a"))
    assert found.similarity == pytest.approx(1.0 / 5)
    assert found.optimal


def test_parallel_edges_need_parallel_images() -> None:
    one = argument("c", "a", "a")
    two = ArgumentGraph("q", one.nodes, (*one.edges, Edge("3", "p", "s")))
    same = GraphSimilarity(by_table)
    assert same(two, one).similarity == pytest.approx(5 / 6)
    assert same(two, two).similarity == pytest.approx(1.0)
    assert same(one, two).similarity == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("none", 1.0), ("exact", 0.0), ("ontology", 0.75)],
)
def test_scheme_similarities(name: str, expected: float) -> None:
    compare = scheme_similarity(name)
    positive, negative = (
        Node("s", Kind.RA, scheme=f"{sign} Consequences") for sign in ("Positive", "Negative")
    )
    assert compare(positive, negative) == expected
    assert compare(positive, positive) == 1.0


def test_support_and_attack_have_nothing_in_common_but_without_schemes() -> None:
    support, attack = (
        Node("s", Kind.RA, scheme="Default Inference"),
        Node("s", Kind.CA, scheme="Default Conflict"),
    )
    assert [scheme_similarity(name)(support, attack) for name in ("none", "exact", "ontology")] == [
        1.0,
        0.0,
        0.0,
    ]


def test_roots_and_unknown_schemes_are_defined() -> None:
    assert wu_palmer("default inference", "default inference") == 1.0
    assert wu_palmer("default conflict", "default conflict", Kind.CA) == 1.0
    assert wu_palmer("no such scheme", "another such") == 1.0
    assert wu_palmer("no such scheme", "expert opinion") == 0.0


def test_infinite_similarities_are_refused() -> None:
    broken = GraphSimilarity(lambda left, right: np.full((len(left), len(right)), np.nan))
    with pytest.raises(InputError, match="finite"):
        broken(sentence("a"), sentence("b"))


def test_mappers_and_scheme_similarities_are_objects_or_names() -> None:
    own = AStar("assignment", Limits(steps=7))
    assert mapper(own) is own
    assert MAPPERS.name(own) == "astar(limits=Limits(steps=7))"
    assert MAPPERS.parse(MAPPERS.name(own)) == own
    assert mapper("assignment", Limits(steps=3)) == Assignment(), "which has no limits"
    with pytest.raises(UnknownNameError, match="did you mean 'astar'"):
        mapper("a-star")
    with pytest.raises(UnknownNameError, match="did you mean 'ontology'"):
        scheme_similarity("ontologie")


@pytest.mark.parametrize(
    ("kind", "root"),
    [
        (Kind.RA, "Default Inference"),
        (Kind.CA, "Default Conflict"),
        (Kind.MA, "Default Rephrase"),
        (Kind.YA, "Default YA"),
    ],
)
@pytest.mark.parametrize("name", ["exact", "ontology"])
def test_a_missing_scheme_is_the_root_of_its_kind(name: str, kind: Kind, root: str) -> None:
    bare, rooted = Node("s", kind), Node("t", kind, scheme=root)
    other = Node("u", Kind.RA, scheme="Expert Opinion")
    compare = scheme_similarity(name)
    assert compare(bare, rooted) == compare(rooted, bare) == compare(bare, bare) == 1.0
    assert compare(bare, other) == compare(other, bare) == 0.0
