"""What a search reads and costs: processor time, texts and tokens read by each model, beside another checkout.

    python -m benchmarks.readings [COLLECTION…] [--method best] [--queries 40] [--rival CHECKOUT]

COLLECTION is the folder of a collection; the bundled one without any, whose everyday claims (build half) are asked.
``--index COLLECTION=FOLDER`` takes an index that is there. Each checkout is run in a process of its own, on the same
queries, one after the other. Times are of all cores together, so that they hold on a busy machine, as far as caches do;
a warm-up search is not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent


def measured(folder: str, method: str, queries: int, index: str) -> dict[str, float]:
    """Asks the queries of a collection; returns means a search."""
    from debatable.embedding.graph import token_ids
    from debatable.evaluation import collection
    from debatable.evaluation.everyday import everyday_claims
    from debatable.evaluation.runs import collection_engine
    from debatable.learning.pair_graph import PairGraph

    counts: Counter[str] = Counter()
    read = PairGraph.read

    def counted(graph: PairGraph, firsts: Sequence[str], seconds: Sequence[str] | None, *rest: Any) -> Any:
        start = time.process_time()
        logits = read(graph, firsts, seconds, *rest)
        name = graph.card.name
        counts[f"{name} seconds"] += time.process_time() - start  # type: ignore[assignment]
        counts[f"{name} pairs"] += len(firsts)
        for texts in (firsts, seconds or ()):
            counts[f"{name} tokens"] += sum(
                min(len(ids), graph.card.limit) for ids in token_ids(graph.tokenizer, texts)
            )
        return logits

    PairGraph.read = counted  # type: ignore[method-assign,assignment]
    one = collection(folder).reported()
    if folder:
        texts = [query.text for query in one.queries][:queries]
    else:
        texts = [claim.text for claim in everyday_claims("build")][:queries]
    with collection_engine(one, Path(index) if index else None) as engine:
        engine.search(texts[0], method=method)
        counts.clear()
        walls = []
        start = time.process_time()
        for text in texts[1:]:
            began = time.perf_counter()
            engine.search(text, method=method)
            walls.append(time.perf_counter() - began)
        seconds = time.process_time() - start
    walls.sort()
    means = {name: value / len(walls) for name, value in counts.items()}
    return {
        "processor ms": 1e3 * seconds / len(walls),
        "p50 ms": 1e3 * walls[len(walls) // 2],
        "p95 ms": 1e3 * walls[int(0.95 * len(walls))],
        **{
            name.replace("seconds", "ms"): 1e3 * mean if "seconds" in name else mean
            for name, mean in means.items()
        },
    }


def of_checkout(checkout: Path, folder: str, method: str, queries: int, index: str) -> dict[str, float]:
    """Runs the measurement in a process of its own."""
    path = os.pathsep.join((str(checkout / "src"), str(ROOT)))
    call = [sys.executable, "-m", "benchmarks.readings", "--child", folder, method, str(queries), index]
    done = subprocess.run(
        call, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(done.stderr.strip().splitlines()[-1])
    figures: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return figures


def main() -> None:
    """Prints a table a collection."""
    if sys.argv[1:2] == ["--child"]:
        folder, method, queries, index = sys.argv[2:6]
        print(json.dumps(measured(folder, method, int(queries), index)))
        return
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("collections", nargs="*", default=[""], metavar="COLLECTION")
    parser.add_argument("--method", default="best")
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--index", action="append", default=[], metavar="COLLECTION=FOLDER")
    parser.add_argument("--rival", type=Path, metavar="CHECKOUT")
    given = parser.parse_args()
    if given.queries < 1:
        parser.error("--queries: give 1 or more")
    indexes = dict(pair.partition("=")[::2] for pair in given.index)
    for folder in given.collections:
        checkouts = {"this": ROOT} | ({"rival": given.rival} if given.rival else {})
        figures = {
            name: of_checkout(
                checkout, folder, given.method, given.queries, indexes.get(Path(folder).name, "")
            )
            for name, checkout in checkouts.items()
        }
        print(f"\n{folder or 'bundled, everyday claims'}: {given.method}")
        for name in dict.fromkeys(name for some in figures.values() for name in some):
            values = [some.get(name, 0.0) for some in figures.values()]
            ratio = f"   {values[0] / values[1]:.2f} of the rival's" if len(values) > 1 and values[1] else ""
            print(f"  {name:20}" + "".join(f"{value:10.1f}" for value in values) + ratio)


if __name__ == "__main__":
    main()
