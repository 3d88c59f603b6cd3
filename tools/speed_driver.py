"""Times one checkout from the inside; started by ``compare_speed``. Uses nothing but what the package promises to keep.

Reads one JSON document on standard input and prints one: milliseconds of the processor by the name of what was done.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import debatable

BLOCK = 50


def milliseconds(start: float) -> float:
    """Returns the time of the processor since a start."""
    return (time.process_time() - start) * 1000


def lexical(corpus: str, similarities: list[str]) -> dict[str, float]:
    """Builds an index in memory and asks all queries, in blocks; the first round warms up."""
    made = json.loads(Path(corpus).read_text(encoding="utf-8"))
    texts = [text.split() for text in made["texts"]]
    start = time.process_time()
    index = debatable.lexical.build(texts)
    spent = {"build": milliseconds(start)}
    for similarity in similarities:
        blocks: list[float] = []
        for _ in range(2):
            blocks = []
            for at in range(0, len(made["queries"]), BLOCK):
                start = time.process_time()
                for query in made["queries"][at : at + BLOCK]:
                    index.search(query, similarity=similarity, k=10)
                blocks.append(milliseconds(start) / BLOCK)
        spent[similarity] = statistics.median(blocks)
    return spent


def search(index: str, queries: list[str], methods: list[str]) -> dict[str, float]:
    """Asks each method all queries, after three that warm up; methods that the index cannot serve are left out."""
    engine = debatable.open(index) if index else debatable.demo()
    spent: dict[str, float] = {}
    for method in methods:
        try:
            for query in queries[:3]:
                engine.search(query, method=method, k=10)
        except debatable.DebatableError as error:
            sys.stderr.write(f"  {method} left out: {error}\n")
            continue
        each = []
        for query in queries:
            start = time.process_time()
            engine.search(query, method=method, k=10)
            each.append(milliseconds(start))
        spent[f"{method} p50"] = statistics.median(each)
        spent[f"{method} p95"] = statistics.quantiles(each, n=20)[-1]
    return spent


def main() -> None:
    """Does what the document asks for."""
    document: dict[str, Any] = json.load(sys.stdin)
    if not Path(debatable.__file__).resolve().is_relative_to(document.pop("source")):
        sys.exit(f"the package was found in {debatable.__file__}")
    timed = lexical if document.pop("what") == "lexical" else search
    json.dump(timed(**document), sys.stdout)


if __name__ == "__main__":
    main()
