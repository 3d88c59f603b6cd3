"""How quickly the service answers fresh and repeated questions, beside another checkout.

    python -m benchmarks.service_rival [--rival CHECKOUT] [--clients 16] [--seconds 30] [--index DIR]

Starts one worker of each checkout and asks at once, with nothing answered before, sixty times for seven claims, each on
a connection of its own, and once more; prints the seconds to the last answer of each burst. Then clients ask one after
the other, the checkouts in turns: fresh questions, each another one, and the seven claims again and again. Prints
requests a second, p50, p95, errors and the milliseconds of the processor that a request took.
"""

from __future__ import annotations

import argparse
import os
import threading
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

import httpx

from benchmarks.service import Load, asked, error_counts, mishap, served, spent
from debatable.engines import demo_collection
from debatable.evaluation.collections.base import native_collection

HERE = Path(__file__).parents[1]
REQUESTS, CLAIMS = 60, 7
"""Of a burst."""


def burst(server: tuple[str, int], claims: list[str], method: str) -> str:
    """Asks many times at once; returns the seconds to the last answer, those of the processor, and the errors."""
    address, process = server
    errors: Counter[str] = Counter()
    lock, before = threading.Lock(), spent(process)

    def ask(client: httpx.Client, claim: str) -> None:
        wrong = mishap(client, claim, method)
        with lock:
            errors.update(wrong)

    with ExitStack() as stack:
        asking = []
        for number in range(
            REQUESTS
        ):  # made before the clock starts: a client takes longer than a kept answer
            client = stack.enter_context(httpx.Client(base_url=address, timeout=600, verify=False))
            asking.append(threading.Thread(target=ask, args=(client, claims[number % CLAIMS])))
        start = time.perf_counter()
        for thread in asking:
            thread.start()
        for thread in asking:
            thread.join()
        seconds, processor = time.perf_counter() - start, spent(process) - before
    return (
        f"{seconds:6.2f} s by the clock, {processor:6.2f} s of the processor, errors {error_counts(errors)}"
    )


def main() -> None:
    """Reads the command line and prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--rival", type=Path, help="folder of another checkout")
    parser.add_argument("--index", type=Path, help="what is served; the bundled corpus by default")
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=30.0, help="of each load; 0 for bursts alone")
    parser.add_argument("--turns", type=int, default=3, help="how often the checkouts take turns")
    parser.add_argument("--method", default="best")
    options = parser.parse_args()
    claims = [query.text for query in native_collection(demo_collection()).queries]
    checkouts = {"this": HERE} | ({"rival": options.rival} if options.rival else {})
    print(
        f"{os.cpu_count()} cores, {os.getloadavg()[0]:.1f} processes ready to run before it begins",
        flush=True,
    )
    with ExitStack() as stack:
        servers = {}
        for name, checkout in checkouts.items():
            servers[name] = stack.enter_context(served(1, checkout=checkout, index=options.index))
            for number in ("first", "second"):
                print(
                    f"{name:<6} {number:<7} burst: {burst(servers[name], claims, options.method)}", flush=True
                )
        loads = {(kind, name): Load() for kind in ("fresh", "repeated") for name in servers}
        for _ in range(options.turns if options.seconds else 0):
            for (kind, name), load in loads.items():
                seconds, fresh = options.seconds / options.turns, kind == "fresh"
                some = claims if fresh else claims[:CLAIMS]
                asked(load, servers[name], some, options.method, options.clients, seconds, fresh=fresh)
        for (kind, name), load in loads.items():
            if load.spent:
                print(f"{name:<6} {kind:<9} {load}", flush=True)


if __name__ == "__main__":
    main()
