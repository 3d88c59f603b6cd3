from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatable.corpus.readers import MAX_LINE, read
from debatable.errors import RecordError
from debatable.model import Argument
from tests.unit.corpus.readers.conftest import Skipping

Link = tuple[str, str, str | None, str]


def graph(path: Path, nodes: str, edges: str) -> Path:
    """Writes a graph given as "1:I 2:RA" and "1>2 2>3"; the text of node 1 is "t1"."""
    split = [node.split(":") for node in nodes.split()]
    ends = [edge.split(">") for edge in edges.split()]
    document = {
        "nodes": [{"nodeID": name, "type": kind, "text": f"t{name}"} for name, kind in split],
        "edges": [{"edgeID": f"e{n}", "fromID": a, "toID": b} for n, (a, b) in enumerate(ends)],
        "locutions": [],
    }
    path.write_text(json.dumps(document))
    return path


def links(arguments: list[Argument]) -> list[Link]:
    return [(a.id, a.premise.text, a.claim.text if a.claim else None, a.stance.value) for a in arguments]


@pytest.mark.parametrize(
    ("nodes", "edges", "expected"),
    [
        ("1:I 2:RA 3:I", "1>2 2>3", [("g:1", "t1", "t3", "pro")]),
        ("1:I 2:CA 3:I", "1>2 2>3", [("g:1", "t1", "t3", "con")]),
        ("1:I 9:I 2:RA 3:I", "1>2 9>2 2>3", [("g:1", "t1", "t3", "pro"), ("g:9", "t9", "t3", "pro")]),
        (
            "1:I 2:RA 3:I 4:CA 5:I",
            "1>2 2>3 3>4 4>5",
            [("g:1", "t1", "t3", "pro"), ("g:3", "t3", "t5", "con")],
        ),
        (
            "1:I 2:RA 3:I 4:CA 5:I",
            "1>2 2>3 1>4 4>5",
            [("g:1", "t1", "t3", "pro"), ("g:1#2", "t1", "t5", "con")],
        ),
        ("1:I 2:RA 3:I 5:I", "1>2 2>3 2>5", [("g:1", "t1", "t3", "pro"), ("g:1#2", "t1", "t5", "pro")]),
        ("1:I 2:RA 3:I 4:RA", "1>2 2>3 1>4 4>3", [("g:1", "t1", "t3", "pro")]),
        (
            "1:I 2:RA 3:I 4:CA",
            "1>2 2>3 1>4 4>3",
            [("g:1", "t1", "t3", "pro"), ("g:1#2", "t1", "t3", "con")],
        ),
        (
            "1:I 2:RA 3:I 4:CA 5:I",
            "1>2 2>3 5>4 4>2",
            [("g:1", "t1", "t3", "pro"), ("g:5", "t5", "t3", "con")],
        ),
        (
            "1:I 2:CA 3:I 4:CA 5:I",
            "1>2 2>3 5>4 4>2",
            [("g:1", "t1", "t3", "con"), ("g:5", "t5", "t3", "pro")],
        ),
        ("1:I 2:MA 3:I", "1>2 2>3", [("g:1", "t1", None, "none"), ("g:3", "t3", None, "none")]),
        ("1:I", "", [("g:1", "t1", None, "none")]),
        ("1:I 2:RA", "1>2", [("g:1", "t1", None, "none")]),
        ("1:I 2:RA", "1>2 2>1", [("g:1", "t1", None, "none")]),
        ("1:I 2:RA 3:RA", "1>2 2>3 3>2", [("g:1", "t1", None, "none")]),
        ("1:I 2:RA 3:I", "2>3", [("g:1", "t1", None, "none"), ("g:3", "t3", None, "none")]),
        (
            "1:L 2:YA 3:I 4:L 5:TA 6:YA 7:RA 8:I",
            "1>2 2>3 1>5 5>4 5>6 6>7 3>7 7>8",
            [("g:3", "t3", "t8", "pro")],
        ),
        ("", "", []),
    ],
    ids=[
        "support", "attack", "joint premises", "chain", "two claims through two schemes",
        "two claims through one scheme", "the same link twice", "for and against", "undercut", "attacked attack",
        "rephrase", "lonely", "scheme without end", "loop", "loop of schemes", "scheme without start", "dialogue",
        "empty",
    ],
)  # fmt: skip
def test_schemes_become_links(tmp_path: Path, nodes: str, edges: str, expected: list[Link]) -> None:
    assert links(list(read(graph(tmp_path / "g.json", nodes, edges)))) == expected


def test_source_and_discussion_say_where_a_link_is_from(tmp_path: Path) -> None:
    (argument,) = read(graph(tmp_path / "nodeset7.json", "1:I", ""))
    assert (argument.source, argument.discussion, argument.premise.id) == ("aif", "nodeset7", "nodeset7:1")


def test_the_same_node_ids_in_files_of_a_folder_do_not_meet(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    for name in ("b.json", "a.json", "more/a.json"):
        graph(tmp_path / name, "1:I", "")
    assert [argument.id for argument in read(tmp_path)] == ["a:1", "b:1", "more/a:1"]


def test_an_extended_graph_and_numbers_as_ids(tmp_path: Path) -> None:
    nodes = [{"nodeID": 1, "type": "I", "text": "a"}, {"nodeID": 2, "type": "RA", "text": "RA"},
             {"nodeID": 3, "type": "I", "text": "b"}]  # fmt: skip
    edges = [{"edgeID": 1, "fromID": 1, "toID": 2}, {"edgeID": 2, "fromID": 2, "toID": 3}]
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"AIF": {"nodes": nodes, "edges": edges}, "text": "…"}))
    assert links(list(read(path))) == [("x:1", "a", "b", "pro")]


@pytest.mark.parametrize("whole", [True, False], ids=["whole nodes", "ids"])
def test_files_of_ova_are_read_too(tmp_path: Path, whole: bool) -> None:
    nodes = [{"id": 1, "type": "I", "text": "a"}, {"id": 2, "type": "CA", "text": "Conflict"},
             {"id": 3, "type": "I", "text": "b"}]  # fmt: skip
    ends = [({"id": 1}, {"id": 2}), ({"id": 2}, {"id": 3})] if whole else [(1, 2), (2, 3)]
    edges = [{"from": start, "to": end} for start, end in ends]
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"nodes": nodes, "edges": edges}))
    assert links(list(read(path))) == [("x:1", "a", "b", "con")]


@pytest.mark.parametrize(
    ("node", "edge", "words"),
    [
        ({"nodeID": "4", "type": "I", "text": " "}, None, "node '4': its text is empty"),
        ({"nodeID": "4", "type": "I"}, None, "node '4': it has no text"),
        ({"nodeID": "1", "type": "RA", "text": "RA"}, None, "node '1': another node has the same id"),
        ({"type": "I", "text": "x"}, None, "node number 4: it has no nodeID"),
        ("x", None, "node number 4: it is no object"),
        ({"nodeID": [["deep"]], "type": "I"}, None, "node number 4: its id is a list"),
        ({"nodeID": "4", "type": [], "text": "x"}, None, "node '4': its type is a list"),
        (None, {"edgeID": "9", "fromID": "1", "toID": "77"}, "edge '9': there is no node '77'"),
        (None, {"edgeID": "9", "fromID": "1"}, "edge '9': it has no toID"),
        (None, {"edgeID": "9", "fromID": "1", "toID": "3"}, "edge '9': it joins two I-nodes"),
        (None, None, "edge number 3: it is no object"),
    ],
)
def test_what_is_wrong_in_a_graph_is_reported_and_the_rest_is_read(
    tmp_path: Path, skipping: Skipping, node: object, edge: object, words: str
) -> None:
    path = graph(tmp_path / "g.json", "1:I 2:RA 3:I", "1>2 2>3")
    document = json.loads(path.read_text())
    if node is not None:
        document["nodes"].append(node)
    else:
        document["edges"].append(edge)
    path.write_text(json.dumps(document))
    with pytest.raises(RecordError) as stopped:
        list(read(path, format="aif"))
    assert stopped.value.where == str(path)
    assert words in stopped.value.what
    arguments, skipped = skipping(path)
    assert links(arguments) == [("g:1", "t1", "t3", "pro")]
    assert len(skipped) == 1


def test_links_through_an_empty_node_are_left_out(tmp_path: Path, skipping: Skipping) -> None:
    path = graph(tmp_path / "g.json", "1:I 2:RA 3:I", "1>2 2>3")
    path.write_text(path.read_text().replace('"t3"', '""'))
    arguments, skipped = skipping(path)
    assert links(arguments) == [("g:1", "t1", None, "none")]
    assert len(skipped) == 1


@pytest.mark.parametrize(
    "content",
    [b"{}", b"[1]", b'{"nodes": {}, "edges": []}', b'{"nodes": []', b"", b'{"AIF": 3}', b'{"nodes":' + b"[" * 99_999,
     b'{"nodes": [], "edges": [], "text": "caf\xe9"}', b" " * (MAX_LINE + 1)],
    ids=lambda content: content[:20],
)  # fmt: skip
def test_a_file_that_is_no_graph_is_reported_once(tmp_path: Path, skipping: Skipping, content: bytes) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(content)
    arguments, skipped = skipping(path, format="aif")
    assert arguments == []
    assert [error.where for error in skipped] == [str(path)]


def test_texts_are_cleaned(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text('{"nodes": [{"nodeID": "1", "type": "I", "text": " a\\u0000b\\ud800 "}], "edges": []}')
    assert links(list(read(path))) == [("g:1", "a b\ufffd", None, "none")]


def test_a_graph_may_be_as_large_as_the_limit(tmp_path: Path) -> None:
    path = graph(tmp_path / "g.json", "1:I 2:RA 3:I", "1>2 2>3")
    largest = path.read_bytes().ljust(MAX_LINE)
    path.write_bytes(largest)
    assert links(list(read(path, format="aif"))) == [("g:1", "t1", "t3", "pro")]
    path.write_bytes(largest + b" ")
    with pytest.raises(RecordError, match="larger than"):
        list(read(path, format="aif"))
