"""Times one checkout from the inside; started by ``compare_speed``. Uses nothing but what the package promises to keep.

The first line on standard input is a JSON document that says what to prepare; the answer is a line with the names of
all tasks. After that each line holds the number of a task, and the answer is the milliseconds of the processor that
it took: so whoever asks can let two checkouts take turns, task by task.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import debatable

BLOCK = 50

Tasks = list[tuple[str, Callable[[], Any]]]


def lexical(corpus: str, similarities: list[str]) -> Tasks:
    """Building an index in memory, and queries to it in blocks."""
    made = json.loads(Path(corpus).read_text(encoding="utf-8"))
    texts, queries = [text.split() for text in made["texts"]], made["queries"]
    index = debatable.lexical.build(texts)

    def ask(block: list[list[str]], similarity: str) -> None:
        for query in block:
            index.search(query, similarity=similarity, k=10)

    tasks: Tasks = [("build", partial(debatable.lexical.build, texts))]
    for similarity in similarities:
        blocks = [queries[at : at + BLOCK] for at in range(0, len(queries), BLOCK)]
        tasks += [(f"{similarity}, {BLOCK} queries", partial(ask, block, similarity)) for block in blocks]
    return tasks


def search(index: str, queries: list[str], methods: list[str]) -> Tasks:
    """Each query to each method, after three that warm up; methods that the index cannot serve are left out."""
    engine = debatable.open(index) if index else debatable.demo()
    tasks: Tasks = []
    for method in methods:
        try:
            for query in queries[:3]:
                engine.search(query, method=method, k=10)
        except debatable.DebatableError as error:
            sys.stderr.write(f"  {method} left out: {error}\n")
        else:
            tasks += [(method, partial(engine.search, query, method=method, k=10)) for query in queries]
    return tasks


def main() -> None:
    """Prepares the tasks and does those that are asked for."""
    document: dict[str, Any] = json.loads(sys.stdin.readline())
    if not Path(debatable.__file__).resolve().is_relative_to(document.pop("source")):
        sys.exit(f"the package was found in {debatable.__file__}")
    tasks = lexical(**document) if document.pop("what") == "lexical" else search(**document)
    print(json.dumps([name for name, _ in tasks]), flush=True)
    for line in sys.stdin:
        _, task = tasks[int(line)]
        start = time.process_time()
        task()
        print((time.process_time() - start) * 1000, flush=True)


if __name__ == "__main__":
    main()
