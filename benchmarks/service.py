"""How many requests the service answers, with one client and with many, by one worker and by two.

    python -m benchmarks.service --clients 16 --seconds 60

Serves the bundled corpus, warms each worker up, and lets clients ask for claims of its topics one after the other, each
on a connection of its own. Prints requests a second, p50, p95 and errors. Then asks in bursts with pauses between them,
each request on a new connection, and prints the memory and the open files of the server after each burst, and how they
change in the second half (Linux).
"""

from __future__ import annotations

import argparse
import json
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np

from debatable.engines import demo_collection
from debatable.evaluation.collections.native import native_collection

SEARCH = "/api/v1/search"

BURST = 5
"""Requests of a burst for each client: ten bursts of sixteen clients are 800, more than 1,024 descriptors once bore."""


@dataclass(slots=True)
class Load:
    """What clients met."""

    spent: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def __str__(self) -> str:
        """One line of figures."""
        p50, p95 = np.percentile(self.spent or [0.0], [50, 95]) * 1000
        rate = len(self.spent) / self.seconds
        return f"{rate:8.1f} requests/s   p50 {p50:8.1f} ms   p95 {p95:8.1f} ms   errors {told(self.errors)}"


@contextmanager
def served(workers: int) -> Iterator[tuple[str, int]]:
    """Starts the service and yields its address and process."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-c", "from debatable.cli.main import run; run()"]
    options = ["serve", "--port", str(port), "--workers", str(workers), "--timeout", "600"]
    server = subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        while True:
            try:
                httpx.get(f"{address}/api/v1/health", timeout=600)
                break
            except httpx.TransportError:
                if server.poll() is not None:
                    raise SystemExit("the server did not start") from None
                time.sleep(0.1)
        yield address, server.pid
    finally:
        server.terminate()
        server.wait()


def loaded(address: str, claims: list[str], method: str, clients: int, seconds: float) -> Load:
    """Lets clients ask for some seconds."""
    load, lock = Load(), threading.Lock()
    start = time.perf_counter()

    def ask(first: int) -> None:
        with httpx.Client(base_url=address, timeout=600) as client:
            for turn in range(first, sys.maxsize, clients):
                begun = time.perf_counter()
                if begun - start > seconds:
                    return
                wrong = mishap(client, claims[turn % len(claims)], method)
                with lock:
                    load.spent.append(time.perf_counter() - begun)
                    load.errors.update(wrong)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    load.seconds = time.perf_counter() - start
    return load


def mishap(client: httpx.Client, claim: str, method: str) -> list[str]:
    """Asks for a claim and returns what went wrong, nothing where it got its answer."""
    try:
        answer = client.get(SEARCH, params={"q": claim, "method": method})
        if answer.status_code != 200:
            return [str(answer.status_code)]
        return [] if json.loads(answer.content)["query"] == claim else ["another answer"]
    except (httpx.HTTPError, ValueError) as error:
        return [type(error).__name__]


def told(errors: Counter[str]) -> str:
    """Returns how many errors there were, and of which kinds.

    >>> told(Counter(["503", "503"])), told(Counter())
    ('2 (503: 2)', '0')
    """
    kinds = ", ".join(f"{kind}: {count}" for kind, count in sorted(errors.items()))
    return f"{errors.total()} ({kinds})" if errors else "0"


def family(process: int) -> Iterator[int]:
    """Yields a process and those it started."""
    yield process
    for task in Path(f"/proc/{process}/task").iterdir():
        for child in (task / "children").read_text("utf-8").split():
            yield from family(int(child))


def held(process: int) -> tuple[float, int]:
    """Returns the MiB and the open files that a process and its children hold."""
    memory, files = 0.0, 0
    for one in family(process):
        status = Path(f"/proc/{one}/status").read_text("utf-8")
        memory += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
        files += len(list(Path(f"/proc/{one}/fd").iterdir()))
    return memory, files


def bursts(
    address: str, process: int, claims: list[str], method: str, clients: int, count: int, pause: float
) -> None:
    """Asks in bursts, each request on a new connection, and prints what the server holds after each."""
    errors: Counter[str] = Counter()
    lock = threading.Lock()
    after = []

    def ask(claim: str) -> None:
        with httpx.Client(base_url=address, timeout=600) as client:
            wrong = mishap(client, claim, method)
        with lock:
            errors.update(wrong)

    for number in range(1, count + 1):
        asked = [claims[place % len(claims)] for place in range(BURST * clients)]
        threads = [threading.Thread(target=ask, args=(claim,)) for claim in asked]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        time.sleep(pause)
        memory, files = held(process)
        after.append((memory, files))
        print(
            f"  burst {number:2}: {memory:7.0f} MiB   {files:4} open files   errors so far {told(errors)}",
            flush=True,
        )
    if not after:
        return
    half = len(after) // 2
    (before, opened), (memory, files) = after[half], after[-1]
    print(
        f"  from burst {half + 1} to {count}: {memory - before:+.0f} MiB, {files - opened:+} open files",
        flush=True,
    )


def main() -> None:
    """Reads the command line and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--bursts", type=int, default=10)
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--method", default="best", help="a quick one where open files are what is looked at")
    options = parser.parse_args()
    method = options.method
    claims = [query.text for query in native_collection(demo_collection()).queries]
    rates = []
    for workers in (1, 2):
        with served(workers) as (address, process):
            loaded(address, claims, method, 4 * workers, min(5.0, options.seconds))  # warms up
            alone = loaded(address, claims, method, 1, options.seconds)
            many = loaded(address, claims, method, options.clients, options.seconds)
            print(f"{workers} workers, {1:2} client : {alone}", flush=True)
            print(f"{workers} workers, {options.clients:2} clients: {many}", flush=True)
            rates.append(len(many.spent) / many.seconds)
            if workers == 2:
                bursts(address, process, claims, method, options.clients, options.bursts, options.pause)
    print(f"two workers answer {rates[1] / rates[0]:.2f} times as many requests as one")


if __name__ == "__main__":
    main()
