"""Attacks on a service that runs: what becomes of honest requests beside them?

    python -m benchmarks.hostile readers
    python -m benchmarks.hostile bodies
    python -m benchmarks.hostile batches
    python -m benchmarks.hostile --workers 2 readers bodies batches
    python -m benchmarks.hostile --index qdrant://127.0.0.1:6333/demo readers bodies batches

`readers`: 64 clients ask 1,000 claims each and read 20 bytes of the answer. `bodies`: 230 clients announce arguments
to add and send a byte a second, while the server may open 256 files. `batches`: 64 clients do so with a batch of
claims. Each attack lasts a while, and beside it somebody asks an honest question every second, each time on a new
connection. Counted are the questions without an answer within ten seconds; the command fails where there are any.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx

from debatable.corpus.readers import read
from debatable.engines import Configuration, demo_collection, make_index

SEARCH = "/api/v1/search"
TOKEN = "a-secret-of-enough-letters"
QUESTION = {"q": "ban cars in cities", "method": "bm25"}


@contextmanager
def served(index: str, options: list[str], files: int = 0) -> Iterator[int]:
    """Starts the service over an index, with so many open files allowed, and yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-c", "from debatable.cli.main import run; run()", "serve", "--index", index]
    server = subprocess.Popen(
        [*command, "--port", str(port), *options],
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DEBATABLE_TOKEN": TOKEN},
        preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))) if files else None,
    )
    try:
        while mishap(port, 60.0):
            if server.poll() is not None:
                raise SystemExit("the server did not start")
            time.sleep(0.2)
        yield port
    finally:
        server.terminate()
        server.wait()


def mishap(port: int, seconds: float = 10.0) -> str:
    """Asks an honest question on a new connection; returns what went wrong, empty where it got its answer."""
    try:
        answer = httpx.get(f"http://127.0.0.1:{port}{SEARCH}", params=QUESTION, timeout=seconds)
        return "" if answer.status_code == 200 else str(answer.status_code)
    except httpx.HTTPError as error:
        return type(error).__name__


def sent(port: int, path: str, length: int, body: bytes, *headers: str) -> socket.socket:
    """Opens a connection that takes little at a time, and sends the beginning of a request."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(10)
    client.connect(("127.0.0.1", port))
    lines = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Content-Type: application/json"]
    head = "\r\n".join([*lines, f"Content-Length: {length}", *headers]) + "\r\n\r\n"
    client.sendall(head.encode() + body)
    return client


def readers(port: int) -> Iterator[socket.socket]:
    """Yields clients that ask much and read 20 bytes."""
    claims = [f"ban cars in cities {number}" for number in range(1_000)]
    body = json.dumps({"queries": claims, "method": "bm25", "k": 100, "explain": True}).encode()
    for _ in range(64):
        client = sent(port, "/api/v1/search/bulk", len(body), body)
        client.recv(20)
        yield client


def bodies(port: int) -> Iterator[socket.socket]:
    """Yields clients that announce arguments without a token."""
    for _ in range(230):
        yield sent(port, "/api/v1/arguments", 900_000, b"{")


def batches(port: int) -> Iterator[socket.socket]:
    """Yields clients that announce a batch of claims."""
    for _ in range(64):
        yield sent(port, "/api/v1/search/batch", 900_000, b"{")


ATTACKS: dict[str, tuple[Callable[[int], Iterator[socket.socket]], int]] = {
    "readers": (readers, 0),
    "bodies": (bodies, 256),
    "batches": (batches, 0),
}
"""The clients of each attack, and how many files the server may open; 0 for as many as here."""


def attacked(name: str, port: int, seconds: float) -> tuple[int, list[str]]:
    """Asks honest questions beside an attack; returns their number and what went wrong."""
    over = threading.Event()

    def attack() -> None:
        with ExitStack() as stack, suppress(OSError):
            clients = [stack.enter_context(client) for client in ATTACKS[name][0](port)]
            while not over.wait(1.0):
                for client in clients if name != "readers" else ():
                    with suppress(OSError):
                        client.send(b" ")
            stack.pop_all().close()

    thread = threading.Thread(target=attack)
    thread.start()
    time.sleep(3)
    wrong, asked, end = [], 0, time.monotonic() + seconds
    while time.monotonic() < end:
        asked += 1
        if mishap_met := mishap(port):
            wrong.append(mishap_met)
        time.sleep(1)
    over.set()
    thread.join()
    return asked, wrong


def main() -> None:
    """Attacks and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("attacks", nargs="+", choices=sorted(ATTACKS))
    parser.add_argument("--seconds", type=float, default=60.0, help="how long each attack lasts")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--index", help="folder or address of what is served; the bundled corpus without it")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as home:
        index = options.index or str(Path(home) / "index")
        if not options.index:
            corpus = read([demo_collection() / "corpus.jsonl.gz"])
            make_index(corpus, Path(index), configuration=Configuration(encoder=""))
        for name in options.attacks:
            with served(index, ["--workers", str(options.workers)], ATTACKS[name][1]) as port:
                asked, wrong = attacked(name, port, options.seconds)
            print(
                f"{name}: {asked} questions, {len(wrong)} without an answer {sorted(set(wrong))}", flush=True
            )
            failed = failed or bool(wrong)
    sys.exit(failed)


if __name__ == "__main__":
    main()
