"""Requests, nodes that do not answer, and what is said of them, with clients that only pretend."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from debatable.engines.qdrant.address import KEY, Address
from debatable.engines.qdrant.connection import Budget, Server
from debatable.errors import DebatableError, InputError, ReplacedError, StorageError

AWAY = ResponseHandlingException(httpx.ConnectError("connection refused"))
QUICK = Budget(tries=2, pause=0.0, rest=60.0)


def answer(status: int, said: str) -> UnexpectedResponse:
    return UnexpectedResponse(status, "", json.dumps({"status": {"error": said}}).encode(), httpx.Headers())


class Pretended:
    """A client that gives what it is told to, a call at a time; the last for ever."""

    def __init__(self, *given: object) -> None:
        self.given, self.calls = list(given), 0

    def __call__(self) -> Any:
        self.calls += 1
        one = self.given.pop(0) if len(self.given) > 1 else self.given[0]
        if isinstance(one, Exception):
            raise one
        return one

    def close(self) -> None:
        self.calls = -1


def served(
    *clients: Pretended, budget: Budget = QUICK, options: str = ""
) -> tuple[Server, Callable[[], Any]]:
    nodes = [f"node{number}:6333" for number in range(len(clients))]
    address = Address.of(f"qdrant://{','.join(nodes)}/debates{options}")
    by_node = dict(zip(nodes, clients, strict=True))
    server = Server(address, lambda node, _, key: by_node[node], budget=budget, environment={})  # type: ignore[arg-type]
    return server, lambda: server.ask(lambda client: client())  # type: ignore[operator]


def test_the_next_node_is_asked_and_the_answer_says_so() -> None:
    one, two = Pretended(AWAY), Pretended("here")
    server, ask = served(one, two)
    assert server.remarks() == ()
    assert ask() == "here"
    assert server.remarks() == ("1 of 2 nodes did not answer (node0:6333); the others did",)
    assert [ask() for _ in range(5)] == ["here"] * 5
    assert (one.calls, two.calls) == (1, 6), "who does not answer is asked last"


def test_a_node_that_comes_back_is_forgiven() -> None:
    one, two = Pretended(AWAY, "back"), Pretended("here", AWAY)
    server, ask = served(one, two)
    assert [ask(), ask()] == ["here", "back"]
    assert server.remarks() == ("1 of 2 nodes did not answer (node1:6333); the others did",)


def test_a_rested_node_is_asked_again() -> None:
    one, two = Pretended(AWAY, "back"), Pretended("here")
    server, ask = served(one, two, budget=Budget(2, pause=0.0, rest=0.0))
    assert [ask(), ask()] == ["here", "back"]
    assert server.remarks() == ()


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_a_busy_server_is_asked_again(status: int) -> None:
    client = Pretended(answer(status, "leader is changing"), "now")
    assert served(client)[1]() == "now"


def test_nobody_answers() -> None:
    one, two = Pretended(AWAY), Pretended(AWAY)
    with pytest.raises(StorageError, match=r"no server answers \(connection refused\); start it"):
        served(one, two)[1]()
    assert (one.calls, two.calls) == (2, 2)


def test_tries_end_with_the_time() -> None:
    client = Pretended(AWAY)
    _, ask = served(client, budget=Budget(tries=50, pause=0.3), options="?timeout=1")
    start = time.monotonic()
    with pytest.raises(StorageError):
        ask()
    assert time.monotonic() - start < 2 and client.calls < 10


@pytest.mark.parametrize(
    ("given", "kind", "said"),
    [
        (answer(401, "no"), InputError, f"refuses the key; set {KEY}"),
        (answer(403, "forbidden"), InputError, "refuses the key"),
        (answer(404, "Not found: Collection"), ReplacedError, "open the index again"),
        (answer(500, "No space left on device (os error 28)"), StorageError, "disk of the server is full"),
        (answer(422, "bad vector"), StorageError, "answers 422: bad vector"),
    ],
)
def test_what_no_second_try_mends_is_said_at_once(
    given: Exception, kind: type[DebatableError], said: str
) -> None:
    client = Pretended(given)
    with pytest.raises(kind, match=said.replace("(", r"\(")):
        served(client)[1]()
    assert client.calls == 1


def test_the_key_comes_from_the_environment() -> None:
    keys = []
    for environment in ({}, {KEY: ""}, {KEY: "secret"}):
        Server(
            Address.of("qdrant://one:6333/a"),
            lambda node, address, key: keys.append(key),  # type: ignore[arg-type]
            environment=environment,
        )
    assert keys == [None, None, "secret"]


def test_one_try_does_not_take_all_the_time() -> None:
    """A node that hangs used to leave none for the others."""
    given = []
    for budget in (Budget(), Budget(share=1.0)):
        Server(
            Address.of("qdrant://one:6333/a?timeout=30"),
            lambda node, address, key: given.append(address.seconds),  # type: ignore[arg-type]
            budget=budget,
        )
    assert given == [10.0, 30.0]


def test_all_connections_are_closed() -> None:
    clients = Pretended(1), Pretended(2)
    served(*clients)[0].close()
    assert [client.calls for client in clients] == [-1, -1]
