"""The tools as an assistant meets them: a client of the protocol starts the server and calls each."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import Any

import pytest

from debatable.service.assistants import TOOLS
from tests.support.command_line import COMMAND
from tests.support.indexes import cars_index

pytestmark = pytest.mark.release
mcp = pytest.importorskip("mcp", reason="the package of the Model Context Protocol is not installed")

CASE = {
    "nodes": [
        {"nodeID": "1", "text": "Ban cars from cities", "type": "I"},
        {"nodeID": "2", "text": "Cars are loud", "type": "I"},
        {"nodeID": "3", "text": "Default Inference", "type": "RA"},
    ],
    "edges": [{"edgeID": "4", "fromID": "2", "toID": "3"}, {"edgeID": "5", "fromID": "3", "toID": "1"}],
    "locutions": [],
}


async def told(folder: Path, cases: Path, calls: list[tuple[str, dict[str, Any]]]) -> tuple[Any, list[Any]]:
    """Starts the server and returns its tools and what the calls gave."""
    from mcp.client.stdio import StdioServerParameters, stdio_client

    command = [*COMMAND, "mcp", "--index", str(folder), "--cases", str(cases)]
    server = StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))
    async with stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
        await session.initialize()
        listed = await session.list_tools()
        return listed.tools, [await session.call_tool(name, given) for name, given in calls]


def test_a_client_lists_and_calls_every_tool(tmp_path: Path) -> None:
    cases = tmp_path / "cases"
    cases.mkdir()
    (cases / "cars.json").write_text(json.dumps(CASE), "utf-8")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("find_arguments", {"claim": "Ban cars", "k": 2}),
        ("explain", {"claim": "Ban cars", "premise": "a"}),
        ("similar_premises", {"premise": "a"}),
        ("find_graphs", {"text": "Cars should be banned"}),
        ("find_arguments", {"claim": ""}),
        ("explain", {"claim": "Ban cars", "premise": "nobody"}),
        ("find_arguments", {"claim": "Ban cars", "k": 1_000}),
    ]
    tools, answers = asyncio.run(told(cars_index(tmp_path / "index"), cases, calls))
    assert [tool.name for tool in tools] == list(TOOLS)
    assert all(tool.description and tool.input_schema["properties"] for tool in tools)
    found, explained, similar, graphs, empty, unknown, many = answers
    plain = [json.loads(answer.content[0].text) for answer in (found, explained, similar, graphs)]
    assert {hit["id"]: hit["stance"] for hit in plain[0]["arguments"]} == {"a": "pro", "b": "con"}
    assert plain[0]["arguments"][0]["reason"] and plain[1]["hit"]["premise"]["id"] == "a"
    assert [one["id"] for one in plain[2]["similar"]] == ["b"]
    assert plain[3]["graphs"][0]["argues_for"] == "Ban cars from cities"
    assert all(answer.is_error for answer in (empty, unknown, many))
    assert "the query is empty" in empty.content[0].text and str(tmp_path) not in empty.content[0].text
    assert "not among the first" in unknown.content[0].text
