"""What exact int8 products cost: the bundled models opened with and without them, in turns.

    python -m benchmarks.exact_products [--rounds N]

Only on x86-64 processors without VNNI is there a difference; the first line tells whether this is one. Each model reads
batches of made-up tokens on one core; processor time of the fastest round counts. The last column is how far apart the
outputs are at most, beside the largest of them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np

from debatable.embedding import arithmetic
from debatable.embedding.graph import open_session
from debatable.embedding.onnx import MODELS as ENCODERS
from debatable.learning.coded_weights import WEIGHTS, read_coded
from debatable.learning.pair_reader import MODELS as READERS

BATCHES = ((1, 16), (8, 32), (4, 128))
"""Texts and tokens of a batch: a query, some claims, some premises."""


def sessions(graph: Path) -> list[Any]:
    """Opens a graph with exact products and as the processor computes by itself."""
    beside = graph.with_name(WEIGHTS)
    weights = read_coded(beside) if beside.is_file() else None
    return [open_session(graph, weights, exact) for exact in (True, False)]


def feed(session: Any, texts: int, tokens: int) -> dict[str, Any]:
    """Returns ids of frequent words between [CLS] and [SEP], the same every time."""
    ids = np.random.default_rng(1).integers(1000, 20000, (texts, tokens))
    ids[:, 0], ids[:, -1] = 101, 102
    inputs = {
        "input_ids": ids,
        "attention_mask": np.ones_like(ids),
        "token_type_ids": np.zeros_like(ids),
    }
    return {entry.name: inputs[entry.name] for entry in session.get_inputs()}


def fastest(pair: list[Any], inputs: dict[str, Any], rounds: int) -> tuple[list[float], list[Any]]:
    """Returns the processor time of the fastest round of each session, which take turns, and their outputs."""
    seconds, outputs = [np.inf] * len(pair), [session.run(None, inputs)[0] for session in pair]
    for _ in range(rounds):
        for place, session in enumerate(pair):
            start = time.process_time()
            session.run(None, inputs)
            seconds[place] = min(seconds[place], time.process_time() - start)
    return seconds, outputs


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description="Measure what exact int8 products cost.")
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    here = arithmetic()
    print(f"weights as {here.weights}; processor: {here.processor or 'none of the flags that matter'}")
    for folder in (ENCODERS / "all-MiniLM-L6-v2", READERS / "reader", READERS / "stance"):
        pair = sessions(folder / "model.onnx")
        for texts, tokens in BATCHES:
            (exact, plain), (right, other) = fastest(pair, feed(pair[0], texts, tokens), rounds)
            print(
                f"{folder.name:18} {texts} x {tokens:<4} {exact * 1000:8.2f} ms, {plain * 1000:8.2f} without: "
                f"x{exact / plain:.2f}; apart {np.abs(right - other).max():.4f} of {np.abs(right).max():.2f}"
            )


if __name__ == "__main__":
    main()
