from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from debatable.engines.ray import cluster
from debatable.engines.ray.cluster import connected
from debatable.errors import DebatableError, InputError, MissingExtraError
from tests.support.qdrant_server import free_ports


class Installed(ModuleType):
    """The module ray, as far as connecting to it goes."""

    def __init__(self, error: Exception | None = None, initialized: bool = False, failures: int = 99) -> None:
        super().__init__("ray")
        self.failures, self.started = failures, 0
        self.error, self.initialized = error, initialized
        self.exceptions = SimpleNamespace(RayError=ZeroDivisionError)
        self.options: dict[str, Any] = {}
        self.seen: dict[str, str | None] = {}
        self.stopped = 0

    def is_initialized(self) -> bool:
        return self.initialized

    def init(self, **options: Any) -> None:
        self.options = options
        self.seen = {name: os.environ.get(name) for name in ("RAY_USAGE_STATS_ENABLED", "RAY_AUTH_TOKEN")}
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as Ray does
        self.started += 1
        if self.error and self.started <= self.failures:
            raise self.error

    def shutdown(self) -> None:
        self.stopped += 1


@pytest.fixture(autouse=True)
def _temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    home = tmp_path if len(str(tmp_path)) <= 30 else Path("/tmp") / f"ray-tests-{os.getpid()}"
    home.mkdir(exist_ok=True)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(home))
    monkeypatch.setattr(cluster, "find_spec", lambda name: object())
    monkeypatch.delenv("RAY_AUTH_TOKEN", raising=False)


@pytest.fixture
def home() -> Path:
    return Path(tempfile.gettempdir())


@contextmanager
def answering(answer: bytes | None) -> Iterator[str]:
    """Listens on a port, and gives one answer to whoever comes; None for silence."""
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as lines:

        def serve() -> None:
            line = lines.enter_context(server.accept()[0])
            if answer is not None:
                line.recv(99)
                line.sendall(answer)
                line.close()

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        thread.join()


def installed(monkeypatch: pytest.MonkeyPatch, **how: Any) -> Installed:
    module = Installed(**how)
    monkeypatch.setitem(sys.modules, "ray", module)
    return module


def test_without_ray_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with (
        pytest.raises(MissingExtraError, match=r"builds on Ray need an extra.*'debatable\[ray\]'"),
        connected("local"),
    ):
        pass


@pytest.mark.parametrize(
    "address", ["", "nowhere", "http://a:1", "a:b", "a:1:2", "a:99999", "ray://", "a b:1"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with (
        pytest.raises(InputError, match="is no address of a Ray cluster; give HOST:PORT"),
        connected(address),
    ):
        pass


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_nobody_listens(scheme: str) -> None:
    address = f"{scheme}127.0.0.1:{free_ports(1)[0]}"
    with pytest.raises(InputError, match=f"no Ray cluster answers at {address} "), connected(address):
        pass


@pytest.mark.parametrize("answer", [b"HTTP/1.0 400 Bad request\r\n\r\n", b"\0\0", b"", bytes(9)])
def test_what_listens_is_no_ray(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with answering(answer) as address:
        with (
            pytest.raises(InputError, match=f"no Ray cluster answers at {address} .*no Ray"),
            connected(address),
        ):
            pass
        monkeypatch.setattr(cluster, "ANSWER", 0.2)
    with (
        answering(None) as address,
        pytest.raises(InputError, match=f"no Ray cluster answers at {address} .*timed out"),
        connected(address),
    ):
        pass


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_what_speaks_as_ray_does_is_connected_to(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = installed(monkeypatch)
    with answering(bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])) as address, connected(scheme + address):
        assert ray.options["address"] == scheme + address and "_temp_dir" not in ray.options
        assert ray.seen == {"RAY_USAGE_STATS_ENABLED": "0", "RAY_AUTH_TOKEN": None}, (
            "the cluster's password counts"
        )
    assert ray.stopped == 1


def test_a_cluster_of_ones_own_is_closed_to_others_and_tells_nobody(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    ray = installed(monkeypatch)
    handler = signal.getsignal(signal.SIGTERM)
    with connected("local") as module:
        assert module is ray and signal.getsignal(signal.SIGTERM) is handler
        assert ray.seen["RAY_USAGE_STATS_ENABLED"] == "0" and len(ray.seen["RAY_AUTH_TOKEN"] or "") == 64
        assert ray.options["address"] == "local" and ray.options["include_dashboard"] is False
        assert ray.options["object_store_memory"] <= 256 << 20
        assert Path(ray.options["_temp_dir"]).parent == home and not ray.stopped
    assert ray.stopped == 1 and list(home.iterdir()) == []
    assert "RAY_AUTH_TOKEN" not in os.environ


def test_an_interrupt_stops_it_and_leaves_nothing(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    ray = installed(monkeypatch)
    with pytest.raises(KeyboardInterrupt), connected("local"):
        raise KeyboardInterrupt
    assert ray.stopped == 1 and list(home.iterdir()) == []


def test_what_a_killed_build_left_is_taken_away_and_what_a_running_one_has_is_not(
    monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    installed(monkeypatch)
    left = home / f"{cluster.PREFIX}left"
    (left / "session").mkdir(parents=True)
    with connected("local"):
        (running,) = home.iterdir()
        with cluster._session() as second:
            assert sorted(home.iterdir()) == sorted([running, second])


def test_a_start_that_fails_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = installed(monkeypatch, error=RuntimeError("no\nmemory"))
    with (
        pytest.raises(DebatableError, match=r"Ray does not start on this machine \(no memory\)"),
        connected("local"),
    ):
        pass
    assert ray.started == cluster.STARTS and ray.stopped == cluster.STARTS


def test_a_slow_start_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = installed(monkeypatch, error=Exception("The current node timed out during startup"), failures=2)
    with connected("local"):
        assert ray.started == 3 and ray.stopped == 2, "what a failed start left is stopped"
    assert ray.stopped == 3


def test_the_ray_of_the_caller_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = installed(monkeypatch, initialized=True)
    with pytest.raises(InputError, match="connected to Ray already"), connected("local"):
        pass
    assert ray.stopped == 0
