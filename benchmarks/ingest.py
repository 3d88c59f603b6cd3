"""How fast, and in how much memory, a corpus file becomes a corpus store.

    python -m benchmarks.ingest --arguments 400000

Generates a made-up args.me file (see generate.py), reads it and fills a store, in a process of its own so that
the peak of memory is that of the ingest alone; prints both. With ``--index`` the postings are built as well.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
import time
from multiprocessing.connection import Connection
from pathlib import Path

from benchmarks.generate import write_argsme
from debatable.corpus import Store
from debatable.corpus.readers import read
from debatable.engines import make_index

MIB = 1024  # ru_maxrss counts KiB on Linux


def ingest(source: Path, folder: Path, index: bool, result: Connection) -> None:
    """Fills a store (or a whole index); sends back seconds, processor seconds, arguments and peak memory."""
    start = time.perf_counter()
    if index:
        tally = make_index(read([source]), folder / "index")
    else:
        with Store(folder / "corpus.sqlite", aside=True) as store:
            tally = store.add(read([source]), revision=1)
    seconds = time.perf_counter() - start
    result.send(
        (seconds, time.process_time(), tally.added, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MIB)
    )


def measure(source: Path, index: bool) -> tuple[float, float, int, float]:
    """Runs an ingest in a fresh process."""
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        receiving, sending = context.Pipe(duplex=False)
        process = context.Process(target=ingest, args=(source, Path(folder), index, sending))
        process.start()
        measured: tuple[float, float, int, float] = receiving.recv()
        process.join()
    return measured


def main() -> None:
    """Prints arguments per second and the peak of memory."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--arguments", type=int, default=400_000)
    parser.add_argument("--index", action="store_true", help="build the postings, too")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "made-up.json"
        write_argsme(source, options.arguments, seed=0)
        size = source.stat().st_size / 2**20
        seconds, busy, arguments, peak = measure(source, options.index)
    what = "index" if options.index else "store"
    print(
        f"{arguments:,} arguments ({size:,.0f} MiB) into a {what}: {seconds:.1f} s"
        f" ({busy:.1f} s of it computing),"
        f" {arguments / seconds:,.0f} arguments/s, peak {peak:,.0f} MiB"
    )


if __name__ == "__main__":
    main()
