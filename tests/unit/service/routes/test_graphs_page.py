from __future__ import annotations

import json
import re
from html import unescape

import pytest
from fastapi.testclient import TestClient

from debatable.service.routes.graphs import LARGEST
from tests.unit.service.conftest import EVIL

GRAPH = {
    "nodes": [
        {"nodeID": "1", "type": "I", "text": "Ban cars"},
        {"nodeID": "2", "type": "RA"},
        {"nodeID": "3", "type": "I", "text": f"Cars are loud {EVIL}"},
    ],
    "edges": [{"edgeID": "1", "fromID": "3", "toID": "2"}, {"edgeID": "2", "fromID": "2", "toID": "1"}],
}


def test_a_pasted_graph_finds_the_debate_with_its_mapping(still: TestClient) -> None:
    page = still.post("/graphs", data={"graph": json.dumps(GRAPH)}).text
    assert ">Ban cars</a></h3>" in page and page.count("<svg") == 1 and EVIL not in page
    assert "The graph has 2 statements" in page


def test_only_what_matches_is_drawn(still: TestClient) -> None:
    plain = json.dumps(GRAPH).replace(json.dumps(f" {EVIL}")[1:-1], "")
    page = still.post("/graphs", data={"graph": plain}).text
    drawing = page[page.index("<svg") : page.index("</svg>")]
    assert "<title>Cars are loud</title>" in drawing and "Cars are free" not in drawing


def test_an_uploaded_file_counts_before_what_is_pasted(still: TestClient) -> None:
    upload = {"file": ("graph.json", json.dumps(GRAPH).encode(), "application/json")}
    page = still.post("/graphs", data={"graph": "{}"}, files=upload)
    assert page.status_code == 200 and ">Ban cars</a></h3>" in page.text


def test_the_example_can_be_searched_for(still: TestClient) -> None:
    form = still.get("/graphs", params={"example": "true"}).text
    pasted = unescape(re.findall("<textarea[^>]*>(.*?)</textarea>", form, re.DOTALL)[0])
    found = still.post("/graphs", data={"graph": pasted}).text
    assert "graph 100 %" in found


@pytest.mark.parametrize(
    ("pasted", "said"),
    [
        ("", "There is no graph"),
        ("no graph at all", "The graph is no valid JSON"),
        ("[" * 100_000, "The graph is no valid JSON"),
        ("{}", "The graph is in no format"),
        ('{"nodes": [], "edges": []}', "The graph"),
        ("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><arggraph>&b;</arggraph>", "The graph"),
        (" " + "x" * LARGEST, "The graph is larger than 500 kB"),
    ],
)
def test_what_is_no_graph_is_told_in_a_sentence(still: TestClient, pasted: str, said: str) -> None:
    page = still.post("/graphs", data={"graph": pasted})
    told = unescape(re.findall('role="alert">([^<]*)<', page.text)[0])
    assert page.status_code == 400 and told.startswith(said) and "root:" not in page.text


def test_a_graph_without_statements_is_refused(still: TestClient) -> None:
    page = still.post(
        "/graphs", data={"graph": json.dumps({**GRAPH, "nodes": GRAPH["nodes"][1:2], "edges": []})}
    )
    assert page.status_code == 400 and "has no I-node" in page.text
