"""The service as it is started by hand, asked by the client of its documentation."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.command_line import COMMAND, complaint
from tests.support.indexes import cars_index

PAGE = Path(__file__).parents[2] / "docs" / "http-api.md"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Two workers that log requests, and where they are."""
    index = cars_index(tmp_path / "index")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    options = ["--index", str(index), "--port", str(port), "--workers", "2", "--log", "requests", "--no-warm"]
    server = subprocess.Popen([*COMMAND, "serve", *options], stderr=subprocess.PIPE, text=True)
    address = f"http://127.0.0.1:{port}"
    for _ in range(1_200):
        try:
            httpx.get(f"{address}/api/v1/health", timeout=60, verify=False)
            break
        except httpx.TransportError:
            time.sleep(0.1)
    yield address, server
    if server.poll() is None:
        server.kill()


def test_the_client_of_the_documentation_works(
    served: tuple[str, subprocess.Popen[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    address, server = served
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert block.count("http://127.0.0.1:8080") == 1
    exec(compile(block.replace("http://127.0.0.1:8080", address), PAGE.name, "exec"), {"__name__": "client"})
    printed = capsys.readouterr().out.splitlines()
    assert sorted(printed[:2]) == ["con Cars are free", "pro Cars are loud"]
    assert printed[2:] == ["Ban cars 2", "Zoos should be closed 0"]
    tags = {httpx.get(f"{address}/api/v1/claims", timeout=60, verify=False).headers["etag"] for _ in range(8)}
    assert len(tags) == 1, "all workers know the same ETags"
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=120)
    assert server.returncode == 0 and "Traceback" not in said
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    assert {line["route"] for line in lines} >= {"/api/v1/search", "/api/v1/search/bulk", "/api/v1/claims"}
    assert "Zoos" not in said and "Ban" not in said


@pytest.mark.slow
def test_workers_end_when_their_parent_was_killed(served: tuple[str, subprocess.Popen[str]]) -> None:
    address, server = served
    workers = {_worker(address) for _ in range(40)}
    assert str(server.pid) not in workers, "the workers are other processes"
    server.kill()
    server.communicate(timeout=60)  # ends when nobody has the pipe any more: workers have it, too
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}/api/v1/health", timeout=60, verify=False)


def test_a_worker_that_ends_is_replaced_and_the_log_says_so(
    served: tuple[str, subprocess.Popen[str]],
) -> None:
    """It was replaced without a word, and after two minutes where it owed the parent a sign of life."""
    address, server = served
    killed = _worker(address)
    os.kill(int(killed), signal.SIGSTOP)
    time.sleep(2)  # the parent asks all workers twice a second
    os.kill(int(killed), signal.SIGKILL)
    begun = time.monotonic()
    for _ in range(600):
        workers = {_worker(address) for _ in range(4)}
        if len(workers - {killed}) == 2:
            break
        time.sleep(0.1)
    assert time.monotonic() - begun < 60
    server.send_signal(signal.SIGINT)
    _, said = server.communicate(timeout=120)
    (line,) = [line for line in said.splitlines() if "takes its place" in line]
    assert line.startswith(f"worker {killed} has ended or was silent; worker ")


def _worker(address: str) -> str:
    """Returns which worker answers on a new connection; it tells once it has answered something."""
    with httpx.Client(base_url=address, timeout=60, verify=False) as client:
        client.get("/api/v1/health")
        return str(re.findall(r'worker="(\d+)"', client.get("/api/v1/metrics").text)[0])


def test_the_bundled_corpus_is_not_written_to(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DEBATABLE_TOKEN", "a-secret-of-enough-letters")
    line = complaint(capsys, monkeypatch, "serve")
    assert "the bundled corpus cannot be changed" in line and "letters" not in line


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--root-path", "debate"], "begin it with /"),
        (["--token-file", "/nowhere/token"], "no such file"),
    ],
)
def test_wrong_options_are_told_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert said in complaint(capsys, monkeypatch, "serve", *options)
