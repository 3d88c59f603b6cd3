"""How an index on a Qdrant server grows: time to put it there, bytes, and the time of a search, exact and approximate.

    python -m benchmarks.qdrant HOST:PORT --premises 7000 --premises 70000 --folder /tmp/growth --storage DIR --pid N

Takes the made-up indexes of `benchmarks.growth`, which it builds where they are not there, and puts them on the server.
Prints seconds by the clock and of the processor (of this process and, where the number of its process is given, of the
server), bytes a premise (where the folder of the server's data is given, on disk; of its process, in memory), and p50
and p95 of each method, with exact and with approximate search, beside the local engine; for the latter, what share of
the ten best of exact search it finds. What was read of a point is remembered for the next query. --graph has the server
build its graph of neighbours however few there are. An index that is on the server already is put there anew unless
--keep is given.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import time
from pathlib import Path

import numpy as np
from tools.compare_engines import graphed

from benchmarks.growth import GrownIndex, built
from benchmarks.search import MadeUpIndex, spoken
from debatable.arrays import Floats
from debatable.engines import Configuration, Engine, LocalBackend
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.engines.qdrant.connection import WRITING, Server
from debatable.engines.qdrant.generations import current
from debatable.engines.qdrant.writing.changes import publish

METHODS = ("bm25f", "framework", "dense", "framework-hybrid", "best")
SEARCHES = ("exact", "approximate")
WARM = 3


def put(index: MadeUpIndex, address: Address, pid: int | None) -> list[float]:
    """Puts an index on the server; returns the seconds by the clock, of this process and of the server."""
    server = Server(address, budget=WRITING)
    start = time.perf_counter(), time.process_time(), processor(pid)
    publish(server, index, current(server))
    server.close()
    end = time.perf_counter(), time.process_time(), processor(pid)
    return [after - before for before, after in zip(start, end, strict=True)]


def processor(pid: int | None) -> float:
    """Returns the seconds of the processor that a process has had; 0 without one."""
    if pid is None:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for_green(backend: QdrantBackend) -> None:
    """Waits until the server has indexed what it was given."""
    while backend.info()["status"] != "green":
        time.sleep(1)


def taken(folder: Path | None, pid: int | None, collection: str) -> tuple[int, int]:
    """Returns the bytes on disk of a collection, its log of changes apart, and those of the process in memory."""
    disk = memory = 0
    if folder is not None:
        usage = subprocess.run(
            ["du", "-sk", "--exclude=wal", str(folder / "collections" / collection)],
            capture_output=True,
            text=True,
        )
        if not usage.stdout:  # files of the server may go while they are counted
            raise SystemExit(f"{folder} is not the folder of the server's data: {usage.stderr.strip()}")
        disk = int(usage.stdout.split()[0]) * 1024
    if pid is not None:
        status = Path(f"/proc/{pid}/status").read_text()
        memory = int(status.split("RssAnon:")[1].split()[0]) * 1024
    return disk, memory


def asked(
    engine: Engine, index: MadeUpIndex, method: str, queries: int, pid: int | None
) -> tuple[Floats, list[set[str]]]:
    """Asks an engine; returns milliseconds a query (clock, this process, server) and the ten best of each."""
    spent, found = [], []
    for query in spoken(engine, index, queries + WARM):
        start = time.perf_counter(), time.process_time(), processor(pid)
        answer = engine.search(query, method=method, k=10, strict=False)
        spent.append(
            (time.perf_counter() - start[0], time.process_time() - start[1], processor(pid) - start[2])
        )
        found.append({hit.premise.id for hit in answer.hits})
    return np.array(spent[WARM:]) * 1000, found[WARM:]


def main() -> None:
    """Reads the command line and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--premises", type=int, action="append", required=True, help="repeatable")
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--folder", type=Path, default=Path("growth-benchmark"))
    parser.add_argument("--method", action="append", help="repeatable; five by default")
    parser.add_argument("--storage", type=Path)
    parser.add_argument("--pid", type=int)
    parser.add_argument("--options", default="")
    parser.add_argument("--graph", action="store_true")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    for premises in options.premises:
        index = GrownIndex(built(options.folder, premises)[0])
        index.configuration = Configuration()
        addresses = [
            Address.of(
                f"qdrant://{options.server}/growth{premises}?search={search}&{options.options}".rstrip("&")
            )
            for search in SEARCHES
        ]
        took = [0.0, 0.0, 0.0] if options.keep else put(index, addresses[0], options.pid)
        backends = [QdrantBackend.open(address) for address in addresses]
        for backend in backends:
            backend.index.encode = index.encode  # type: ignore[method-assign]
        start = time.perf_counter(), processor(options.pid)
        if options.graph:
            graphed(backends[0])
        wait_for_green(backends[0])
        settled = time.perf_counter() - start[0], processor(options.pid) - start[1]
        disk, memory = taken(options.storage, options.pid, backends[0].state)
        print(
            f"{premises:,} premises: on the server in {took[0]:.0f} s ({took[1]:.0f} s of the processor here,"
            f" {took[2]:.0f} s there), settled {settled[0]:.0f} s later ({settled[1]:.0f} s there);"
            f" {disk / premises:,.0f} bytes a premise on disk; the server holds {memory / 2**20:,.0f} MiB",
            flush=True,
        )
        engines = [Engine(LocalBackend(index)), *map(Engine, backends)]
        for name in options.method or METHODS:
            answers = [asked(engine, index, name, options.queries, options.pid) for engine in engines]
            for place, (spent, _) in zip(("local", *SEARCHES), answers, strict=True):
                (w50, c50, _), (w95, c95, _) = np.percentile(spent, [50, 95], axis=0)
                print(
                    f"  {name:<18} {place:<12} p50 {w50:8.1f} p95 {w95:8.1f} ms by the clock; {c50:8.1f} {c95:8.1f}"
                    f" ms of the processor here, {spent[:, 2].mean():8.1f} ms there on average"
                )
            (_, local), (_, exact), (_, near) = answers
            print(
                f"  {name:<18} of the ten best of exact search: local {overlap(exact, local):.4f},"
                f" approximate {overlap(exact, near):.4f}",
                flush=True,
            )


def overlap(right: list[set[str]], found: list[set[str]]) -> float:
    """Returns the share of what should be found that is."""
    return float(
        np.mean([len(one & other) / max(1, len(one)) for one, other in zip(right, found, strict=True)])
    )


if __name__ == "__main__":
    main()
