"""More questions than the service can answer: does each get its answer, or its refusal, in time?

    python -m benchmarks.real_corpus --bench BENCH --premises 100000 --out real.jsonl
    debatable index real.jsonl --into real --read none
    python -m benchmarks.overload real --queries BENCH
    python -m benchmarks.overload real --queries BENCH --workers 2

Eight clients ask for claims one after the other, for five minutes, each claim with a number behind it, so that no two
questions are equal. Who is refused asks again after a second. An answer is late beyond the budget and a second, a
refusal beyond a tenth of a second; whatever is neither an answer nor a refusal with ``Retry-After`` is lost. Searches
that were given up at the end of the budget, since a server did not answer, are refusals that are late, and counted by
themselves. The command fails where one is late, given up or lost. Beside them a server that has nothing else to do
(``http.server``) is asked for an empty folder four times a second: so much time a machine that is busy with other
things takes for any reply.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np

from benchmarks.hostile import SEARCH, served

BEYOND, AT_ONCE = 1.0, 0.1
"""Seconds beyond the budget that an answer may take, and those that a refusal may."""


@dataclass(slots=True)
class Met:
    """What clients met, in seconds."""

    answers: list[float] = field(default_factory=list)
    refusals: list[float] = field(default_factory=list)
    given_up: list[float] = field(default_factory=list)
    cut: int = 0
    lost: list[str] = field(default_factory=list)

    def ask(self, client: httpx.Client, query: str) -> bool:
        """Asks one question; returns whether it was answered."""
        begun = time.perf_counter()
        try:
            reply = client.get(SEARCH, params={"q": query})
            seconds = time.perf_counter() - begun
            if reply.status_code == 503 and "retry-after" in reply.headers:
                given_up = json.loads(reply.content)["error"]["code"] == "timeout"
                (self.given_up if given_up else self.refusals).append(seconds)
                return False
            remarks = json.loads(reply.content)["remarks"] if reply.status_code == 200 else None
        except (httpx.HTTPError, ValueError, KeyError) as error:
            remarks = None
            reply = httpx.Response(599, text=type(error).__name__)
        if remarks is None:
            self.lost.append(f"{reply.status_code} {reply.text[:80]}")
            return False
        self.answers.append(seconds)
        self.cut += any("the time budget of" in remark for remark in remarks)
        return True


def overloaded(port: int, queries: list[str], clients: int, seconds: float) -> Met:
    """Lets clients ask for some seconds; returns what they met."""
    met, end = Met(), time.monotonic() + seconds

    def ask(first: int) -> None:
        number = first
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
            while time.monotonic() < end:
                if not met.ask(client, f"{queries[number % len(queries)]} ({number})"):
                    time.sleep(1.0)
                number += clients

    threads = [threading.Thread(target=ask, args=(first,)) for first in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return met


@contextmanager
def idle_server() -> Iterator[int]:
    """Starts a server with nothing to do and yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as empty:
        command = [
            sys.executable,
            "-m",
            "http.server",
            str(port),
            "--bind",
            "127.0.0.1",
            "--directory",
            empty,
        ]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            time.sleep(2.0)
            yield port
        finally:
            server.terminate()
            server.wait()


def idle_replies(port: int, seconds: float) -> list[float]:
    """Asks the server with nothing to do for some seconds; returns how long each reply took."""
    taken, end = list[float](), time.monotonic() + seconds
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120) as client:
        while time.monotonic() < end:
            begun = time.perf_counter()
            client.get("/")
            taken.append(time.perf_counter() - begun)
            time.sleep(0.25)
    return taken


def asked_for(bench: Path) -> list[str]:
    """Returns the queries of all collections of a folder, mixed, always in the same order."""
    files = sorted(bench.glob("*/queries.jsonl"))
    queries = [json.loads(line)["text"] for file in files for line in file.read_text("utf-8").splitlines()]
    return [queries[row] for row in np.random.default_rng(1).permutation(len(queries))]


def quantiles(seconds: list[float]) -> str:
    """Returns median, the 95th of a hundred and the slowest."""
    p50, p95, most = np.percentile(seconds or [0.0], [50, 95, 100])
    return f"p50 {p50:.3f} s, p95 {p95:.3f} s, slowest {most:.3f} s"


def main() -> None:
    """Asks and counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("index", help="its folder, or its address on a server")
    parser.add_argument("--queries", type=Path, required=True, help="folder of the collections")
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--budget", type=float, default=10.0)
    parser.add_argument("--workers", type=int, default=1)
    options = parser.parse_args()
    queries = asked_for(options.queries)
    settings = ["--workers", str(options.workers), "--budget", str(options.budget)]
    with served(options.index, settings) as port, idle_server() as idle, ThreadPoolExecutor(1) as beside:
        overloaded(port, queries[::-1], options.workers, 30.0)  # so that models are loaded and seconds known
        replies = beside.submit(idle_replies, idle, options.seconds)
        met = overloaded(port, queries, options.clients, options.seconds)
    late = sum(seconds > options.budget + BEYOND for seconds in met.answers)
    slow = sum(seconds > AT_ONCE for seconds in met.refusals)
    beyond = sum(seconds > options.budget + BEYOND for seconds in met.given_up)
    print(f"{len(met.answers)} answers, {met.cut} cut short: {quantiles(met.answers)}; {late} late")
    print(f"{len(met.refusals)} refusals: {quantiles(met.refusals)}; {slow} late")
    print(f"{len(met.given_up)} given up at the end of the budget: {quantiles(met.given_up)}; {beyond} late")
    print(f"{len(met.lost)} lost {sorted(set(met.lost))}")
    idle_late = sum(seconds > AT_ONCE for seconds in replies.result())
    print(
        f"{len(replies.result())} replies of an idle server: {quantiles(replies.result())}; {idle_late} late"
    )
    print("load of the machine: " + ", ".join(f"{load:.1f}" for load in os.getloadavg()))
    sys.exit(bool(late or slow or met.given_up or met.lost))


if __name__ == "__main__":
    main()
