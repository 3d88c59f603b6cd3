"""What an index on a Qdrant server takes, and how long a search takes there, at a size and at a tenth of it.

    python -m benchmarks.qdrant HOST:PORT --claims 6000 --premises 70000 --folder /tmp/search [--storage DIR] [--pid N]

Makes up a corpus as `benchmarks.search` does, puts it on the server, and prints seconds, bytes a premise (where the
folder of the server's data is given, on disk; where the number of its process is given, in memory), and p50 and p95
of each method, local and on the server, with exact search; nothing of one query is remembered for another kind of
search, but what was read of a point is. An index that lies in the folder is used again.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from pathlib import Path

import numpy as np

from benchmarks.search import MadeUpIndex, opened, timed
from debatable.engines import Configuration, Engine, LocalBackend
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.generations import current
from debatable.engines.qdrant.writing.changes import publish

METHODS = ("bm25f", "framework", "framework-hybrid", "quixote")


def served(index: MadeUpIndex, address: Address) -> tuple[QdrantBackend, float]:
    """Puts an index on the server; returns its backend, and the seconds that took."""
    index.configuration = Configuration()
    server = Server(address)
    start = time.perf_counter()
    publish(server, index, current(server))
    took = time.perf_counter() - start
    backend = QdrantBackend.open(address)
    backend.index.encode = index.encode  # type: ignore[method-assign]
    return backend, took


def wait_for_green(backend: QdrantBackend) -> None:
    """Waits until the server has indexed what it was given."""
    while backend.info()["status"] != "green":
        time.sleep(1)


def taken(folder: Path | None, pid: int | None, collection: str) -> tuple[int, int]:
    """Returns the bytes on disk of a collection, its log of changes apart, and those of the process in memory."""
    disk = memory = 0
    if folder is not None:
        said = subprocess.run(
            ["du", "-sk", "--exclude=wal", str(folder / "collections" / collection)],
            capture_output=True,
            text=True,
        )
        disk = int(said.stdout.split()[0]) * 1024
    if pid is not None:
        status = Path(f"/proc/{pid}/status").read_text()
        memory = int(status.split("RssAnon:")[1].split()[0]) * 1024
    return disk, memory


def main() -> None:
    """Reads the command line and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("server")
    parser.add_argument("--claims", type=int, default=6_000)
    parser.add_argument("--premises", type=int, default=70_000)
    parser.add_argument("--queries", type=int, default=50)
    parser.add_argument("--folder", type=Path, default=Path("search-benchmark"))
    parser.add_argument("--storage", type=Path)
    parser.add_argument("--pid", type=int)
    parser.add_argument("--options", default="")
    options = parser.parse_args()
    for share in (10, 1):
        premises = options.premises // share
        index = opened(options.folder / f"{premises}", options.claims // share, premises)
        address = Address.of(f"qdrant://{options.server}/growth{premises}?{options.options}".rstrip("?"))
        backend, took = served(index, address)
        wait_for_green(backend)
        disk, memory = taken(options.storage, options.pid, backend.state)
        print(
            f"{premises:,} premises: on the server in {took:.0f} s; {disk / premises:,.0f} bytes a premise on"
            f" disk; the server holds {memory / 2**20:,.0f} MiB"
        )
        engines = {"local": Engine(LocalBackend(index)), "server": Engine(backend)}
        for name in METHODS:
            spent = {place: timed(engine, index, name, options.queries) for place, engine in engines.items()}
            print(
                f"  {name:<18}"
                + "".join(
                    f" {place} p50 {np.percentile(of, 50):7.1f} p95 {np.percentile(of, 95):7.1f} ms;"
                    for place, of in spent.items()
                ),
                flush=True,
            )


if __name__ == "__main__":
    main()
