"""Connecting to a Ray cluster, or starting one on this machine for the length of a build."""

from __future__ import annotations

import logging
import os
import re
import secrets
import shutil
import signal
import socket
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from debatable.engines.local.locks import only_writer
from debatable.engines.local.stages import Stages
from debatable.errors import DebatableError, InputError, MissingExtraError

LOCAL = "local"
"""In place of an address: a cluster of one's own, on this machine."""

STORE = 256 << 20
"""Bytes of shared memory for chunks on their way; a few for each worker fit many times."""

ANSWER = 5.0
"""Seconds within which a cluster must take a connection."""

STARTS = 3
"""How often a Ray of one's own is started."""

PREFIX = "debatable-ray-"

QUIET = {"RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_USAGE_STATS_ENABLED": "0"}
"""No usage reports are sent."""

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes([0, 0, 0, 4, 0, 0, 0, 0, 0])
"""How a client of HTTP/2, which Ray speaks, begins: the preface, and settings without any."""

SETTINGS = 4
"""The kind of the frame that a server answers with, in its fourth byte."""

_ADDRESS = re.compile(r"(?:ray://)?(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})", re.ASCII)


@contextmanager
def stages_at(address: str | None) -> Iterator[Stages | None]:
    """Yields the stages as a Ray cluster does them, connected for a block; None for no cluster.

    Raises:
        MissingExtraError: Ray is not installed.
        InputError: No cluster answers there, or that is no address.
    """
    if address is None:
        yield None
        return
    with connected(address) as ray:
        from debatable.engines.ray.distributed import DistributedStages
        from debatable.engines.ray.pool import RayPool

        yield DistributedStages(RayPool(ray))


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Yields the module ray, connected to a cluster for a block, without logs and usage reports.

    Args:
        address: ``HOST:PORT`` or ``ray://HOST:PORT`` of a cluster; ``local`` for one that is started and stopped here.

    Raises:
        MissingExtraError: Ray is not installed.
        InputError: No cluster answers there, or that is no address.
    """
    need_ray()
    if address != LOCAL:
        _check_address(address)
    with ExitStack() as stack:
        stack.enter_context(_variables(QUIET | ({} if address != LOCAL else _password())))
        import ray

        if ray.is_initialized():
            raise InputError("this process is connected to Ray already", todo="call ray.shutdown() first")
        options: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
        if address == LOCAL:
            options |= {
                "address": "local",
                "include_dashboard": False,
                "object_store_memory": STORE,
                "_temp_dir": str(stack.enter_context(_session())),
            }
        else:
            options |= {"address": address}
        stack.callback(ray.shutdown)
        with _signals():
            _start(ray, options, STARTS if address == LOCAL else 1)
        yield ray


def _start(ray: Any, options: dict[str, Any], tries: int) -> None:
    """Starts or connects Ray, again where its own time limit of half a minute passes on a busy machine."""
    for left in reversed(range(tries)):
        try:
            ray.init(**options)
            return
        except Exception as error:  # Ray raises plain Exceptions, too
            if not left:
                raise _refused(options["address"], error) from error
            ray.shutdown()


def _check_address(address: str) -> None:
    """Checks within seconds that a Ray cluster listens at an address; Ray itself would try for minutes."""
    match = _ADDRESS.fullmatch(address)
    if match is None or int(match[3]) > 65_535:
        raise InputError(
            f"{address[:80]!r} is no address of a Ray cluster",
            todo="give HOST:PORT, ray://HOST:PORT or local",
        )
    try:
        with socket.create_connection((match[1] or match[2], int(match[3])), ANSWER) as line:
            if os.environ.get("RAY_USE_TLS", "0") == "1":
                return
            line.sendall(PREFACE)
            answer = line.recv(9)
    except OSError as error:
        raise _refused(address, error) from error
    if len(answer) < 4 or answer[3] != SETTINGS:
        raise _refused(address, ConnectionError("what listens there is no Ray"))


def _refused(address: str, error: Exception) -> DebatableError:
    reason = " ".join(str(error).split())[:200]
    if address == LOCAL:
        return DebatableError(f"Ray does not start on this machine ({reason})", todo="build without --ray")
    return InputError(
        f"no Ray cluster answers at {address} ({reason})",
        todo="start it with: ray start --head, or use --ray local",
    )


def _password() -> dict[str, str]:
    """Returns the settings that protect a cluster of one's own by a token."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


@contextmanager
def _variables(ours: dict[str, str]) -> Iterator[None]:
    """Sets environment variables for a block."""
    before = {name: os.environ.get(name) for name in ours}
    os.environ |= ours
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


@contextmanager
def _signals() -> Iterator[None]:
    """Restores the handler of SIGTERM, which Ray replaces when it starts."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ours = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, ours)


@contextmanager
def _session() -> Iterator[Path]:
    """Yields a folder for sockets and logs of Ray; removes those that killed builds of this user left."""
    home = Path(tempfile.gettempdir())
    if len(str(home)) > 30:  # names of sockets may have 107 letters
        home = Path("/tmp")
    user = getattr(os, "getuid", lambda: 0)()
    for old in home.glob(f"{PREFIX}*"):
        with suppress(OSError, DebatableError):
            if old.lstat().st_uid == user and old.is_dir() and not old.is_symlink():
                with only_writer(old):
                    shutil.rmtree(old, ignore_errors=True)
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=home))
    try:
        with only_writer(folder):
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def need_ray() -> None:
    """Raises a MissingExtraError where Ray is not installed."""
    if find_spec("ray") is None:
        raise MissingExtraError("ray", "builds on Ray")
