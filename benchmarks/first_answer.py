"""How long a fresh process takes to its first answer, from Python and from the shell, beside another checkout.

    python -m benchmarks.first_answer [--rival CHECKOUT] [--times 5] [--claim CLAIM]

Each time starts a process that opens the bundled corpus and asks it once, with each checkout in turn. The first process
of a checkout is not counted: it makes the index and what else is kept on a machine. Prints the median of the seconds by
the clock, from the start of the process to its answer, and of the processor.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parents[1]
PROGRAMS = {
    "Python": "import sys, debatable; print(debatable.demo().search(sys.argv[1]).hits[0].premise.text)",
    "shell": "import sys; from debatable.cli.main import run; sys.argv[1:1] = ['search']; run()",
}


def taken(checkout: Path, program: str, claim: str) -> tuple[float, float]:
    """Returns the seconds from the start of one process to its answer, and those of the processor to its end."""
    around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    around["PYTHONPATH"] = str(checkout / "src")
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-c", program, claim]
    with subprocess.Popen(command, env=around, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        answer = process.stdout.readline()
        clock = time.perf_counter() - start
        process.stdout.read()
    if not answer or process.returncode:
        raise SystemExit(f"{checkout}: no answer")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main() -> None:
    """Reads the command line and prints a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rival", type=Path, help="folder of another checkout")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--claim", default="We should abandon fossil fuels")
    options = parser.parse_args()
    checkouts = {"this": HERE} | ({"rival": options.rival} if options.rival else {})
    spent: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for number in range(options.times + 1):
        for kind, program in PROGRAMS.items():
            for name, checkout in checkouts.items():
                seconds = taken(checkout, program, options.claim)
                if number:
                    spent.setdefault((kind, name), []).append(seconds)
    for (kind, name), pairs in spent.items():
        clock, processor = (statistics.median(column) for column in zip(*pairs, strict=True))
        print(f"{kind:<7} {name:<6} {clock:6.2f} s by the clock {processor:6.2f} s of the processor")


if __name__ == "__main__":
    main()
