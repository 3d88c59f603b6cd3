"""The annotation desk as it is started by hand: judged by programs, killed in the middle, and read by others."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from debatable.evaluation.annotation import PoolItem, read_annotations, write_pool
from debatable.evaluation.annotation.desk import Desk
from debatable.evaluation.annotation.desk.log import Log
from debatable.model import claim_id
from debatable.service.desk import desk_application
from tests.support.command_line import COMMAND, complaint, invoked
from tests.support.json_lines import write_lines

QUERY = "We should abandon nuclear energy"
OTHERS = ("Should we abandon nuclear energy?", "Nuclear energy is expensive", "We should abandon cars")


def started(folder: Path, *options: str | Path) -> tuple[str, subprocess.Popen[bytes]]:
    """Starts a desk and returns its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [*COMMAND, "desk", folder, "--port", str(port), *options], stderr=subprocess.DEVNULL
    )
    address = f"http://127.0.0.1:{port}"
    for _ in range(1_200):
        try:
            httpx.get(f"{address}/enter", timeout=60, verify=False)
            return address, server
        except httpx.TransportError:
            assert server.poll() is None, "the desk did not start"
            time.sleep(0.05)
    raise AssertionError("the desk did not answer within a minute")


def tokens(folder: Path, *options: str | Path) -> dict[str, str]:
    """Lets people in without serving, and returns their tokens."""
    told = invoked("desk", folder, *options, "--export", folder.parent / "nothing").stdout
    return dict(re.findall(r"^token of (.+): (\S+)$", told, re.MULTILINE))


def browser(address: str) -> httpx.Client:
    """A browser of its own at a desk."""
    return httpx.Client(base_url=address, timeout=60, follow_redirects=True, verify=False)


class Annotator:
    """Somebody who answers what is asked, as fast as the desk lets them."""

    def __init__(self, client: httpx.Client | TestClient, name: str, token: str) -> None:
        self.client = client
        assert self.client.post("/enter", data={"name": name, "token": token}).status_code == 200
        self.confirmed: dict[tuple[str, str], str] = {}
        self.unsure: tuple[tuple[str, str], str] | None = None

    def judge(self, sheet: str, says: Callable[[dict[str, str]], dict[str, str]]) -> bool:
        """Answers the next item; says whether there was one."""
        page = self.client.get("/judge", params={"sheet": sheet}).text
        form = re.search(r'<form class="answer".*?</form>', page, re.DOTALL)
        if form is None:
            return False
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[0]))
        said = says(fields)
        self.unsure = (fields["query"], fields["item"]), said["value"]
        assert self.client.post("/judge", data={**fields, **said}).status_code == 200
        self.confirmed[self.unsure[0]] = said["value"]
        self.unsure = None
        return True


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_a_desk_that_is_killed_in_the_middle_loses_nothing_that_it_confirmed(tmp_path: Path) -> None:
    desk, pool = tmp_path / "desk", tmp_path / "pool.jsonl"
    write_pool([PoolItem("q", QUERY, f"c{number}", f"Claim {number}") for number in range(200)], pool)
    people = [f"person {number}" for number in range(4)]
    named = [word for name in people for word in ("--annotator", name)]
    given = tokens(desk, "--lead", "eve", *named, "--pool", pool, "--task", "similarity")
    confirmed: dict[str, dict[tuple[str, str], str]] = {name: {} for name in people}
    unsure: dict[str, list[tuple[tuple[str, str], str]]] = {name: [] for name in people}
    for round_number in range(2):
        address, server = started(desk)
        sitting = {name: Annotator(browser(address), name, given[name]) for name in people}

        def work(one: Annotator) -> None:
            try:
                while one.judge("pool-similarity", lambda _: {"value": str(1 + len(one.confirmed) % 5)}):
                    pass
            except (httpx.TransportError, AssertionError):
                return

        threads = [threading.Thread(target=work, args=(one,)) for one in sitting.values()]
        for thread in threads:
            thread.start()
        while not all(len(one.confirmed) > 4 + round_number for one in sitting.values()):
            assert any(thread.is_alive() for thread in threads), "the desk confirms nothing more"
            time.sleep(0.01)
        server.send_signal(signal.SIGKILL)
        server.wait()
        for thread in threads:
            thread.join()
        for name, one in sitting.items():
            confirmed[name] |= one.confirmed
            if one.unsure is not None:
                unsure[name].append(one.unsure)
            one.client.close()
    assert all(confirmed.values()), "everybody got something confirmed before the desk was killed"
    invoked("desk", desk, "--export", tmp_path / "out")
    kept: dict[str, dict[tuple[str, str], str]] = {name: {} for name in people}
    for said in read_annotations(tmp_path / "out" / "annotations.jsonl"):
        kept[said.annotator][said.key] = str(said.value)
    for name in people:
        known = confirmed[name]
        assert {key: value for key, value in kept[name].items() if key in known} == known
        assert {(key, value) for key, value in kept[name].items() if key not in known} <= set(unsure[name])
    log = Log(desk / "log.jsonl")
    log.close()
    assert [record["n"] for record in log.records] == list(range(1, len(log.records) + 1))


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "energy"
    write_lines(
        folder / "corpus.jsonl",
        *[
            {"id": f"p{number}-{part}", "claim": claim, "premise": f"{claim}, reason {part}", "stance": "pro"}
            for number, claim in enumerate([QUERY, *OTHERS])
            for part in (0, 1)
        ],
    )
    write_lines(folder / "queries.jsonl", {"query_id": "q1", "text": QUERY})
    return folder


def test_what_was_judged_at_the_desk_is_evaluated(collection: Path, tmp_path: Path) -> None:
    """From pools to Table 3 of SIGIR 2019 and to evaluate, with the desk in between."""
    desk, claims, triples = tmp_path / "desk", tmp_path / "claims.jsonl", tmp_path / "triples.jsonl"
    invoked("pool", collection, "--similarity", "BM25", "--out", claims)
    given = tokens(desk, "--lead", "eve", "-a", "ann", "-a", "bob", "--pool", claims, "--task", "similarity")
    grades = {OTHERS[0]: ("5", "4"), OTHERS[1]: ("2", "3"), OTHERS[2]: ("1", "4")}
    by_id = {claim_id(text): values for text, values in grades.items()}
    sit(by_hand(desk), given, "claims-similarity", lambda place, item: {"value": by_id[item][place]})
    invoked("desk", desk, "--export", collection)
    rows = [json.loads(line) for line in (collection / "claim_judgments.jsonl").read_text().splitlines()]
    # Four and five are one, one is taken off; nobody decided between 1 and 4, so that their mean stands.
    assert {row["claim_id"]: row["relevance"] for row in rows} == {
        claim_id(OTHERS[0]): 3,
        claim_id(OTHERS[1]): 1.5,
        claim_id(OTHERS[2]): 1.5,
    }
    invoked("pool", collection, "--triples", "100", "--out", triples)
    more: list[str | Path] = [
        "--pool",
        triples,
        "--task",
        "binary-relevance",
        "--pool",
        triples,
        "--task",
        "clustering",
    ]
    assert tokens(desk, *more, "--annotator", "ann") == {}, "who is there gets no other token"
    sit(
        in_process(desk),
        given,
        "triples-binary-relevance",
        lambda place, item: {"value": "1", "stance": "pro"},
    )
    invoked("desk", desk, "--export", collection)
    assert not (collection / "log.jsonl").exists() and len(read_lines(collection / "queries.jsonl")) == 1
    document = json.loads(
        invoked("experiment", "sigir2019(doc2vec=false)", "--data", collection, "--json").stdout
    )
    (table,) = [one for one in document["tables"] if one["title"].startswith("Table 3")]
    assert sum(row["cells"][-1]["ours"] for row in table["rows"]) == 6
    figures = json.loads(invoked("evaluate", collection, "-m", "bm25", "--json").stdout)
    assert figures["queries"] == 1 and figures["methods"]["bm25"]["stance_accuracy"] is not None


def read_lines(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


@contextmanager
def by_hand(desk: Path) -> Iterator[Callable[[], httpx.Client]]:
    """Browsers at a desk in a process of its own, which ends as it is told to."""
    address, server = started(desk)
    try:
        yield partial(browser, address)
    finally:
        server.terminate()
        assert server.wait(60) == 0


@contextmanager
def in_process(desk: Path) -> Iterator[Callable[[], TestClient]]:
    """Browsers at a desk in this process."""
    opened = Desk(desk)
    try:
        yield partial(TestClient, desk_application(opened))
    finally:
        opened.close()


def sit(
    browsers: AbstractContextManager[Callable[[], httpx.Client | TestClient]],
    given: dict[str, str],
    sheet: str,
    says: Callable[[int, str], dict[str, str]],
) -> None:
    """Lets ann and bob judge all that waits for them on a sheet."""
    with browsers as opened:
        for place, name in enumerate(("ann", "bob")):
            one = Annotator(opened(), name, given[name])
            while one.judge(sheet, lambda fields, place=place: says(place, fields["item"])):  # type: ignore[misc]
                pass
            one.client.close()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["{tmp}/nowhere"], "there is no desk; begin one with --lead NAME"),
        (["{tmp}"], "the folder is no desk"),
        (["{tmp}/file"], "this is no folder"),
        (["{tmp}/new", "--lead", "eve", "--pool", "{tmp}/file"], "each --pool needs one --task"),
        (["{tmp}/new", "--lead", "eve", "--pool", "{tmp}/none", "--task", "relevance"], "no such file"),
        (["{tmp}/new", "--lead", "eve", "--pool", "{tmp}/file", "--task", "relevance"], "file:1: not JSON"),
        (["{tmp}/new", "--lead", "eve", "--pool", "{tmp}/file", "--task", "guess"], "unknown task 'guess'"),
        (["{tmp}/new", "--lead", "\x07"], "no name of an annotator"),
        (["{tmp}/new", "--lead", "eve", "--new-token", "bob"], "nobody is called 'bob' here"),
        (["{tmp}/new", "--lead", "eve", "--corpus", "{tmp}/none"], "no such file"),
        (["{tmp}/new", "--lead", "eve", "--corpus", "{tmp}"], "the folder holds no corpus file"),
        (["{tmp}/new", "--root-path", "desk"], "begin it with /"),
    ],
)
def test_mistakes_cost_one_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    said: str,
) -> None:
    (tmp_path / "file").write_text("not a pool")
    named = [option.format(tmp=tmp_path) for option in options]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert said in complaint(capsys, monkeypatch, "desk", *named, "--port", str(port))
    assert (tmp_path / "new").exists() == ("--new-token" in options), "a mistake leaves no folder behind"


def test_a_broken_line_of_the_log_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tokens(tmp_path / "desk", "--lead", "eve", "--annotator", "ann")
    log = tmp_path / "desk" / "log.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"lead":true', b'"lead":null', 1))
    line = complaint(capsys, monkeypatch, "desk", tmp_path / "desk", "--export", tmp_path / "out")
    assert "log.jsonl:1: the line is not what was written; put back a copy of the log" in line
