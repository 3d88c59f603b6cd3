"""How many requests the service answers, with one client and with many, by one worker and by two.

    python -m benchmarks.service --clients 16 --seconds 60
    python -m benchmarks.service --index qdrant://127.0.0.1:6333/demo --workers 1 --clients 12 --seconds 0 --claims 7

Serves the bundled corpus twice, by one worker and by two, warms each worker up, and lets clients ask for claims of
its topics one after the other, each on a connection of its own and each claim with a number behind it, so that no two
queries are equal: a pair of texts that was read lately is not read again. One and two workers are asked in turns, so
that whatever else the machine does slows both down. Prints requests a second, p50, p95, errors, and how many cores
the service kept busy: where one worker fills the machine, a second one has nothing to add. `--cores-a-worker 1` keeps
one worker to one core and two to two (Linux), which shows whether workers get in each other's way. Then asks in
bursts with pauses between them, each request on a new connection, and prints the memory and the open files of the
server after each burst, and how they change in the second half (Linux). The command fails where a request of a burst
was neither answered nor refused at once.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import numpy as np

from debatable.engines import Where, demo_collection
from debatable.evaluation.collections.base import native_collection

SEARCH = "/api/v1/search"

REFUSED = "refused at once"

PATIENCE = 120.0
"""Seconds after which it is not waited for a further worker that takes no connection."""

BURST = 5
"""Requests of a burst for each client: ten bursts of sixteen clients are 800, more than 1,024 descriptors once bore."""


@dataclass(slots=True)
class Load:
    """What clients met."""

    spent: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    processor: float = 0.0

    @property
    def rate(self) -> float:
        """Requests answered a second."""
        return len(self.spent) / self.seconds

    def __str__(self) -> str:
        """One line of figures."""
        p50, p95 = np.percentile(self.spent or [0.0], [50, 95]) * 1000
        return (
            f"{self.rate:8.1f} requests/s   p50 {p50:8.1f} ms   p95 {p95:8.1f} ms   errors {error_counts(self.errors)}"
            f"   {self.processor / self.seconds:.2f} cores, {self.processor / max(1, len(self.spent)) * 1000:.0f} ms"
            " of one a request"
        )


@contextmanager
def served(
    workers: int,
    cores_a_worker: int = 0,
    checkout: Path | None = None,
    index: Where | None = None,
    budget: float | None = None,
) -> Iterator[tuple[str, int]]:
    """Starts the service, on so many cores a worker or on all, and yields its address and process.

    Args:
        workers: How many answer.
        cores_a_worker: On so many cores each; 0 for all.
        checkout: Whose code serves; None for that of this one.
        index: What is served; None for the bundled corpus.
        budget: Seconds of a search; None for the default, which older checkouts have no option for.
    """
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = "from debatable.cli.main import run; run()"
    if cores_a_worker:
        kept = sorted(os.sched_getaffinity(0))[: workers * cores_a_worker]
        program = f"import os; os.sched_setaffinity(0, {kept}); {program}"
    command = [sys.executable, "-c", program]
    options = ["serve", "--port", str(port), "--workers", str(workers), "--timeout", "600"]
    options += [] if budget is None else ["--budget", str(budget)]
    options += [] if index is None else ["--index", str(index)]
    around = os.environ if checkout is None else {**os.environ, "PYTHONPATH": str(checkout / "src")}
    server = subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL, env=around)
    address, end = f"http://127.0.0.1:{port}", time.monotonic() + PATIENCE
    try:
        while True:
            try:
                if len(answering(address)) == workers or time.monotonic() > end:
                    break
            except httpx.TransportError:
                if server.poll() is not None:
                    raise SystemExit("the server did not start") from None
                time.sleep(0.1)
        yield address, server.pid
    finally:
        server.terminate()
        server.wait()


def asked(
    load: Load,
    server: tuple[str, int],
    claims: list[str],
    method: str,
    clients: int,
    seconds: float,
    most: int = sys.maxsize,
    fresh: bool = True,
) -> None:
    """Lets clients ask for some seconds, or some times at most, and adds what they met to a load.

    Fresh questions differ from all before; others are the claims as they are, again and again.
    """
    address, process = server
    lock, before = threading.Lock(), spent(process)
    start = time.perf_counter()

    def ask(first: int) -> None:
        with httpx.Client(base_url=address, timeout=600) as client:
            for turn in range(first, most, clients):
                begun = time.perf_counter()
                if begun - start > seconds:
                    return
                claim = claims[turn % len(claims)]
                wrong = mishap(client, f"{claim} ({begun})" if fresh else claim, method)
                with lock:
                    load.errors.update(wrong)
                    if not wrong:  # a refusal takes no time, and is no answer
                        load.spent.append(time.perf_counter() - begun)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    load.seconds += time.perf_counter() - start
    load.processor += spent(process) - before


def answering(address: str) -> set[str]:
    """Returns the workers that answer, of some connections that are open at once."""
    with ExitStack() as stack:
        clients = [stack.enter_context(httpx.Client(base_url=address, timeout=600)) for _ in range(8)]
        for client in clients:
            client.get("/api/v1/health")
        metrics = [client.get("/api/v1/metrics").text for client in clients]
    return {worker for text in metrics for worker in re.findall(r'worker="(\d+)"', text)[:1] or ["alone"]}


def mishap(client: httpx.Client, claim: str, method: str) -> list[str]:
    """Asks for a claim and returns what went wrong, nothing where it got its answer."""
    try:
        answer = client.get(SEARCH, params={"q": claim, "method": method})
        if answer.status_code == 503 and "retry-after" in answer.headers:
            return [REFUSED if json.loads(answer.content)["error"]["code"] == "busy" else "given up later"]
        if answer.status_code != 200:
            return [str(answer.status_code)]
        return [] if json.loads(answer.content)["query"] == claim else ["another answer"]
    except (httpx.HTTPError, ValueError) as error:
        return [type(error).__name__]


def error_counts(errors: Counter[str]) -> str:
    """Returns how many errors there were, and of which kinds.

    >>> error_counts(Counter(["503", "503"])), error_counts(Counter())
    ('2 (503: 2)', '0')
    """
    kinds = ", ".join(f"{kind}: {count}" for kind, count in sorted(errors.items()))
    return f"{errors.total()} ({kinds})" if errors else "0"


def family(process: int) -> Iterator[int]:
    """Yields a process and those it started."""
    yield process
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended
            if int(stat.read_text("utf-8").rpartition(")")[2].split()[1]) == process:
                yield from family(int(stat.parent.name))


def spent(process: int) -> float:
    """Returns the seconds of processor that a process and its children have taken."""
    ticks = 0
    for one in family(process):
        fields = Path(f"/proc/{one}/stat").read_text("utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def held(process: int) -> tuple[float, int]:
    """Returns the MiB and the open files that a process and its children hold."""
    memory, files = 0.0, 0
    for one in family(process):
        status = Path(f"/proc/{one}/status").read_text("utf-8")
        memory += sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
        files += len(list(Path(f"/proc/{one}/fd").iterdir()))
    return memory, files


def bursts(
    address: str,
    process: int,
    claims: list[str],
    method: str,
    clients: int,
    count: int,
    pause: float,
    most: int,
) -> bool:
    """Asks in bursts, each request on a new connection, and prints what the server holds after each.

    Returns whether each was answered or refused at once.

    Args:
        address: Of the service.
        process: Of it.
        claims: That are asked for, with numbers behind them.
        method: By which.
        clients: That ask in a burst, five times each at once.
        count: Of bursts.
        pause: Seconds after each.
        most: Different questions of a burst at most; 0 for any number.
    """
    errors: Counter[str] = Counter()
    lock = threading.Lock()
    after = []
    slowest: dict[bool, float] = {True: 0.0, False: 0.0}

    def ask(claim: str) -> None:
        with httpx.Client(base_url=address, timeout=600, verify=False) as client:
            begun = time.perf_counter()
            wrong = mishap(client, claim, method)
        with lock:
            errors.update(wrong)
            slowest[not wrong] = max(slowest[not wrong], time.perf_counter() - begun)

    for number in range(1, count + 1):
        places = [place % most if most else place for place in range(BURST * clients)]
        wanted = [f"{claims[place % len(claims)]} ({number}, {place})" for place in places]
        threads = [threading.Thread(target=ask, args=(claim,)) for claim in wanted]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        time.sleep(pause)
        memory, files = held(process)
        after.append((memory, files))
        print(
            f"  burst {number:2}: {memory:7.0f} MiB   {files:4} open files   errors so far {error_counts(errors)}",
            flush=True,
        )
    print(f"  slowest answer {slowest[True]:.2f} s, slowest refusal {slowest[False]:.2f} s")
    half = len(after) // 2
    (before, opened), (memory, files) = after[half], after[-1]
    print(
        f"  from burst {half + 1} to {count}: {memory - before:+.0f} MiB, {files - opened:+} open files",
        flush=True,
    )
    return errors.keys() <= {REFUSED}


def compared(claims: list[str], options: argparse.Namespace) -> None:
    """Prints what one worker and two answer, asked in turns."""
    cores = options.cores_a_worker
    with served(1, cores) as one, served(2, cores) as two:
        servers = {1: one, 2: two}
        for workers, server in servers.items():
            times = workers * workers * len(claims)
            asked(Load(), server, claims, options.method, 4 * workers, options.warm, times)
        loads = {(workers, clients): Load() for workers in servers for clients in (1, options.clients)}
        for _ in range(options.turns):
            for (workers, clients), load in loads.items():
                asked(
                    load, servers[workers], claims, options.method, clients, options.seconds / options.turns
                )
    for (workers, clients), load in loads.items():
        print(f"{workers} workers, {clients:2} clients: {load}", flush=True)
    ratio = loads[2, options.clients].rate / loads[1, options.clients].rate
    print(f"two workers answer {ratio:.2f} times as many requests as one", flush=True)


def main() -> None:
    """Reads the command line and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=60.0, help="0 for bursts alone")
    parser.add_argument(
        "--warm", type=float, default=20.0, help="seconds after which warming up ends at last"
    )
    parser.add_argument("--turns", type=int, default=3, help="how often one worker and two take turns")
    parser.add_argument("--cores-a-worker", type=int, default=0, help="0 for all cores, whatever the workers")
    parser.add_argument("--bursts", type=int, default=10)
    parser.add_argument("--workers", type=int, default=2, help="of the service that is asked in bursts")
    parser.add_argument("--index", help="its folder or address, for bursts; the bundled corpus without it")
    parser.add_argument(
        "--claims", type=int, default=0, help="different claims of a burst; 0 for all different"
    )
    parser.add_argument("--pause", type=float, default=2.0)
    parser.add_argument("--method", default="best", help="a quick one where open files are what is looked at")
    options = parser.parse_args()
    claims = [query.text for query in native_collection(demo_collection()).queries]
    print(
        f"{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} processes ready to run before it begins",
        flush=True,
    )
    if options.seconds:
        compared(claims, options)
    if options.bursts:
        with served(options.workers, index=options.index) as (address, process):
            how = (options.method, options.clients, options.bursts, options.pause, options.claims)
            sys.exit(0 if bursts(address, process, claims, *how) else 1)


if __name__ == "__main__":
    main()
