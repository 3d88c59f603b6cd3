"""Ways through schemes, by hand."""

from __future__ import annotations

from debatable.corpus.aif import edge_end, node_id, reached
from debatable.model import Stance

PRO, CON, NONE = Stance.PRO, Stance.CON, Stance.NONE

# p speaks to q through an attack on an inference, drawn first, and to q directly for it; and to r at once.
FOLLOWING = {"p": ["x", "s", "t"], "x": ["s2"], "s2": ["q"], "s": ["q"], "t": ["r"]}
SIGNS = {"x": CON, "s2": PRO, "s": PRO, "t": PRO}


def test_each_way_to_its_end_before_the_next() -> None:
    assert list(reached("p", FOLLOWING, SIGNS)) == [("q", CON), ("q", PRO), ("r", PRO)]


def test_the_nearest_first() -> None:
    assert list(reached("p", FOLLOWING, SIGNS, nearest_first=True)) == [("q", PRO), ("r", PRO), ("q", CON)]


def test_loops_end_and_lead_nowhere() -> None:
    assert list(reached("p", {"p": ["s"], "s": ["t", "p"], "t": ["s"]}, {"s": CON, "t": CON})) == []


def test_a_scheme_of_no_sign_leaves_none() -> None:
    assert list(reached("p", {"p": ["pa"], "pa": ["ca"], "ca": ["q"]}, {"pa": NONE, "ca": CON})) == [
        ("q", NONE)
    ]


def test_ways_end_at_the_first_statement() -> None:
    assert list(reached("p", {"p": ["s"], "s": ["q"], "q": ["t"], "t": ["r"]}, {"s": PRO, "t": PRO})) == [
        ("q", PRO)
    ]


def test_ids_of_every_dialect() -> None:
    assert [node_id(node) for node in ({"nodeID": 0}, {"id": "a"}, {"nodeID": None, "id": 1}, {})] == [
        0,
        "a",
        1,
        None,
    ]
    assert edge_end({"from": {"nodeID": 4}}, "from") == 4
    assert edge_end({"from": None, "fromID": "5"}, "from") == "5"
    assert edge_end({}, "to") is None
