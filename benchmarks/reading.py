"""Measures how fast corpora are read, beside an incremental JSON parser that only parses.

    python -m benchmarks.reading --arguments 50000

The same made-up arguments are written as args.me, JSONL and CSV; each is read three times and the best time counts
(processor time, as other programs may run beside it).
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import ijson
import zstandard

from benchmarks.generate import arguments, write_argsme
from debatable.corpus.readers import read

REPEATS = 3
FIELDS = ("id", "claim", "premise", "stance", "source")


def seconds(make: Callable[[], Iterable[object]]) -> float:
    """Returns the best processor time of going through everything."""
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        for _ in make():
            pass
        best = min(best, time.process_time() - start)
    return best


def write_all(folder: Path, count: int) -> list[Path]:
    """Writes the corpus in every format."""
    argsme, jsonl, table = folder / "argsme.json", folder / "native.jsonl", folder / "table.csv"
    write_argsme(argsme, count, seed=1)
    with jsonl.open("w") as lines, table.open("w", newline="") as cells:
        writer = csv.DictWriter(cells, FIELDS)
        writer.writeheader()
        for argument in arguments(count, seed=1):
            premise, source = argument["premises"][0], argument["context"]["sourceDomain"]
            values = (argument["id"], argument["conclusion"], premise["text"], premise["stance"], source)
            record = dict(zip(FIELDS, values, strict=True))
            lines.write(json.dumps(record) + "\n")
            writer.writerow(record)
    packed = folder / "native.jsonl.gz", folder / "native.jsonl.zst"
    packed[0].write_bytes(gzip.compress(jsonl.read_bytes()))
    packed[1].write_bytes(zstandard.compress(jsonl.read_bytes()))
    return [argsme, jsonl, table, *packed]


def main() -> None:
    """Prints a line for each format."""
    parser = argparse.ArgumentParser(description="Measure how fast corpora are read.")
    parser.add_argument("--arguments", type=int, default=50_000)
    count = parser.parse_args().arguments
    with tempfile.TemporaryDirectory() as folder:
        files = write_all(Path(folder), count)
        with files[0].open("rb") as stream:

            def parsed() -> Iterator[object]:
                stream.seek(0)
                yield from ijson.items(stream, "arguments.item")

            peer = seconds(parsed)
        print(f"{'ijson, parsing only':20} {count / peer:10,.0f} arguments/s")
        for path in files:
            took = seconds(lambda path=path: read(path))  # type: ignore[misc]
            print(f"{path.name:20} {count / took:10,.0f} arguments/s   {took / peer:.2f} x the time of ijson")


if __name__ == "__main__":
    main()
