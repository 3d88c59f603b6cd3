"""How long it takes to add one argument to an index, beside another checkout.

    python -m benchmarks.adding INDEX [--rival CHECKOUT] [--times 5] [--folder DIR]

Copies the index once for each checkout and adds an argument to the copies in turn, each time in a process of its own,
which has opened the encoder before. Prints the medians of the seconds by the clock, of those without the waiting for a
core that others had (Linux counts it), and of those of the processor.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[1]
PROGRAM = """
import json, pathlib, sys, time, debatable
from debatable.embedding import encoder
(manifest,) = pathlib.Path(sys.argv[1]).glob("generations/*/manifest.json")
encoder(json.loads(manifest.read_text())["configuration"]["encoder"])(["Open it"])
text = f"Cars are loud, all day long, at {sys.argv[2]}."
one = {"id": sys.argv[2], "premise": text, "claim": "Ban cars", "stance": "pro"}
def spent():
    queue = pathlib.Path("/proc/self/schedstat")
    waited = int(queue.read_text().split()[1]) / 1e9 if queue.is_file() else 0.0
    return time.perf_counter(), time.perf_counter() - waited, time.process_time()
start = spent()
debatable.add([one], to=sys.argv[1])
print(*(end - begin for begin, end in zip(start, spent())))
"""


def added(checkout: Path, index: Path, name: str) -> list[float]:
    """Adds an argument; returns the seconds by the clock, those without waiting, and of the processor."""
    around = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-c", PROGRAM, str(index), name]
    told = subprocess.run(command, env=around, check=True, capture_output=True, text=True).stdout
    return [float(seconds) for seconds in told.split()]


def main() -> None:
    """Reads the command line and prints a line a checkout."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("index", type=Path)
    parser.add_argument("--rival", type=Path, help="folder of another checkout")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="where the copies are made; a temporary one by default")
    options = parser.parse_args()
    checkouts = {"this": HERE} | ({"rival": options.rival} if options.rival else {})
    with tempfile.TemporaryDirectory(dir=options.folder) as home:
        spent: dict[str, list[list[float]]] = {name: [] for name in checkouts}
        for name in checkouts:
            shutil.copytree(options.index, Path(home) / name)
        for number in range(options.times):
            for name, checkout in checkouts.items():
                spent[name].append(added(checkout, Path(home) / name, f"added-{number}"))
    for name, rows in spent.items():
        clock, own, processor = (statistics.median(column) for column in zip(*rows, strict=True))
        print(
            f"{name:<6} {clock:6.2f} s by the clock {own:6.2f} s without waiting {processor:6.2f} s of the processor"
        )


if __name__ == "__main__":
    main()
