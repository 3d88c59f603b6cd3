"""The tools as an assistant meets them: a client of the protocol starts the server and calls each."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from debatable.model import Answer
from debatable.progress import Deadline
from debatable.service import Settings, application, assistants
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


TOKEN = "correct horse battery staple"


@contextmanager
def served(folder: Path, cases: Path, *options: str) -> Iterator[str]:
    """Starts ``debatable serve`` and returns the address of the tools."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [
        *COMMAND,
        "serve",
        "--index",
        str(folder),
        "--cases",
        str(cases),
        "--port",
        str(port),
        *options,
    ]
    environment = {**os.environ, "DEBATABLE_TOKEN": TOKEN}
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as service:
        try:
            for _ in range(600):
                with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                    break
                time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/mcp"
        finally:
            service.terminate()


async def over_http(url: str, calls: list[tuple[str, dict[str, Any]]]) -> tuple[Any, list[Any]]:
    """Asks a service as assistants do and returns its tools and what the calls gave."""
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    async with (
        create_mcp_http_client(headers={"Authorization": f"Bearer {TOKEN}"}) as http,
        streamable_http_client(url, http_client=http) as (read, write, *_),
        mcp.ClientSession(read, write) as session,
    ):
        await session.initialize()
        listed = await session.list_tools()
        return listed.tools, [await session.call_tool(name, given) for name, given in calls]


def test_a_client_asks_over_http_with_the_token(tmp_path: Path) -> None:
    cases = tmp_path / "cases"
    cases.mkdir()
    (cases / "cars.json").write_text(json.dumps(CASE), "utf-8")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("find_arguments", {"claim": "Ban cars", "k": 2}),
        ("find_graphs", {"text": "Cars should be banned"}),
        ("find_arguments", {"claim": ""}),
    ]
    with served(cars_index(tmp_path / "index"), cases, "--workers", "2") as url:
        tools, (found, graphs, empty) = asyncio.run(over_http(url, calls))
        assert [tool.name for tool in tools] == list(TOOLS)
        plain = [json.loads(answer.content[0].text) for answer in (found, graphs)]
        assert {hit["id"]: hit["stance"] for hit in plain[0]["arguments"]} == {"a": "pro", "b": "con"}
        assert plain[1]["graphs"][0]["argues_for"] == "Ban cars from cities"
        assert empty.is_error and "the query is empty" in empty.content[0].text
        import httpx

        asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        accept = {"Accept": "application/json, text/event-stream"}
        shown = {**accept, "Authorization": f"Bearer {TOKEN}"}
        assert httpx.post(url, json=asked, headers=accept).status_code == 401
        assert httpx.get(url, headers=shown).status_code == 405
        evil = httpx.post(url, json=asked, headers={**shown, "Origin": "https://evil.example"})
        assert evil.status_code == 403 and evil.json()["error"]["data"]["code"] == "foreign_origin"
        assert httpx.post(url, content=b"x" * 1_000_001, headers=shown).status_code == 413
        assert httpx.post(url, json=asked, headers={**shown, "Host": "evil.example"}).status_code == 421


def test_a_client_is_told_why_it_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told that the server returned an error, whether it had no token, asked too often or came too many."""
    cases = tmp_path / "cases"
    cases.mkdir()
    (cases / "cars.json").write_text(json.dumps(CASE), "utf-8")
    with served(cars_index(tmp_path / "index"), cases) as url:
        monkeypatch.setattr(f"{__name__}.TOKEN", "another token of some length")
        with pytest.raises(BaseExceptionGroup) as refused:
            asyncio.run(over_http(url, []))
    assert refused.group_contains(mcp.MCPError, match="token")


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


WRONG: dict[str, tuple[str, dict[str, Any]]] = {
    "claim is missing": ("find_arguments", {}),
    "k: input should be less than or equal to 100": ("find_arguments", {"claim": "Ban cars", "k": 1_000}),
    "stance: input should be 'both', 'pro' or 'con'": (
        "find_arguments",
        {"claim": "Ban cars", "stance": "for"},
    ),
    "there is no parameter 'spellin'; did you mean spelling?": (
        "find_points",
        {"claim": "Ban cars", "spellin": False},
    ),
    "there is no parameter 'query'; claim is missing": ("find_arguments", {"query": "Ban cars"}),
    "there is no parameter 'source'; there are premise, k": (
        "similar_premises",
        {"premise": "a", "source": "b"},
    ),
}


def test_a_wrong_argument_costs_a_sentence_and_an_unknown_one_is_refused(tmp_path: Path) -> None:
    """Wrong ones were told in the words of a library, with an address of its own; unknown ones were passed over."""
    cases = tmp_path / "cases"
    cases.mkdir()
    (cases / "cars.json").write_text(json.dumps(CASE), "utf-8")
    tools, answers = asyncio.run(told(cars_index(tmp_path / "index"), cases, list(WRONG.values())))
    assert all(answer.is_error for answer in answers)
    assert [answer.content[0].text for answer in answers] == list(WRONG)
    assert all(tool.input_schema["additionalProperties"] is False for tool in tools)


MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28"])
def test_a_tool_over_http_searches_within_the_budget(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str
) -> None:
    """A search of an assistant read on after the budget of the service, and nobody said so."""
    from fastapi.testclient import TestClient

    found: list[float] = []

    def noted(*given: Any) -> Answer:
        deadline = given[3]
        assert isinstance(deadline, Deadline)
        found.append(deadline.left)
        return Answer("Ban cars", "best", ())

    monkeypatch.setattr(assistants, "answer_of", noted)
    call = {"name": "find_arguments", "arguments": {"claim": "Ban cars"}, "_meta": MODERN}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    headers = {
        "Accept": "application/json, text/event-stream",
        "Mcp-Protocol-Version": version,
        "Mcp-Method": "tools/call",
        "Mcp-Name": "find_arguments",
    }
    settings = Settings(budget=7, warm=False)
    index = cars_index(tmp_path / "index")
    with TestClient(application(index, settings), base_url="http://localhost:8080") as client:
        answer = client.post("/mcp", json=asked, headers=headers)
        counted = client.get("/api/v1/metrics").text
    assert not answer.json()["result"].get("isError") and 0 < found[0] <= 7
    assert 'debatable_requests_total{route="/mcp",status="200"} 1' in counted


def test_the_service_alone_says_by_which_names_and_from_which_sites_it_is_asked(tmp_path: Path) -> None:
    """Any name but those of this machine was refused, and so was every site, whatever the service was told."""
    from fastapi.testclient import TestClient

    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    site = {"Accept": "application/json, text/event-stream", "Origin": "https://friend.example"}
    settings = Settings(hosts=("debate.example.org",), origins=("https://friend.example",), warm=False)
    service = application(cars_index(tmp_path / "index"), settings)
    with TestClient(service, base_url="http://debate.example.org") as client:
        answer = client.post("/mcp", json=asked, headers=site)
        other = client.post("/mcp", json=asked, headers={**site, "Host": "evil.example"})
    assert answer.status_code == 200 and len(answer.json()["result"]["tools"]) == len(TOOLS)
    assert other.status_code == 421 and other.json()["error"]["data"]["code"] == "foreign_host"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_while_its_client_says_nothing(
    tmp_path: Path, number: signal.Signals
) -> None:
    """It waited for one more line on standard input."""
    said = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    begin = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": said}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    command = [*COMMAND, "mcp", "--index", str(cars_index(tmp_path / "index"))]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as server:
        assert server.stdin and server.stdout and server.stderr
        try:
            for one in (begin, {**begin, "id": 2, "method": "ping"}, ready):
                server.stdin.write(f"{json.dumps(one)}\n")
                server.stdin.flush()
            answered = [json.loads(server.stdout.readline())["id"] for _ in range(2)]
            server.send_signal(number)
            assert server.wait(60) == 130 and sorted(answered) == [1, 2]
            assert "interrupted" in server.stderr.read()
        finally:
            server.kill()
