"""What exact int8 products cost: the bundled models opened with and without them, in turns.

    python -m benchmarks.exact_products [--rounds N] [--step N]

Outputs differ only on x86-64 processors without VNNI; the first line tells whether this is one. Each model reads
batches of made-up tokens on one core; processor time of the fastest round counts. The last column is how far apart the
outputs are at most, beside the largest of them. Vectors are compared with the bundled ones, which were made on x86-64
with VNNI; those with no component apart by .0005 are near.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from debatable.embedding import BUNDLED, KnownVectors, arithmetic, encoder
from debatable.embedding.cores import padded_length
from debatable.embedding.graph import open_graph, token_ids
from debatable.embedding.onnx import MODELS as ENCODERS
from debatable.embedding.runtime import EXACT, runtime, session_options
from debatable.engines import demo_collection
from debatable.engines.cached import demo_vectors
from debatable.learning.coded_weights import WEIGHTS, read_coded
from debatable.learning.pair_reader import MODELS as READERS

BATCHES = ((1, 16), (8, 32), (4, 128))
"""Texts and tokens of a batch: a query, some claims, some premises."""


def open_graph_with(graph: Path, exact: bool) -> Any:
    """Opens a graph with weights shifted for exact products, or as the processor computes by itself."""
    options, beside = session_options(exact=False), graph.with_name(WEIGHTS)
    if exact:
        options.add_session_config_entry(EXACT, "1")
    options.intra_op_num_threads = 1
    if beside.is_file():
        weights = read_coded(beside)
        values = [runtime().OrtValue.ortvalue_from_numpy(matrix) for matrix in weights.values()]
        options.add_external_initializers(list(weights), values)
    return runtime().InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def agreement(session: Any, step: int) -> str:
    """Encodes bundled texts one by one and says how far their vectors are from the bundled ones."""
    corpus = gzip.decompress((demo_collection() / "corpus.jsonl.gz").read_bytes()).decode().splitlines()
    rows = [json.loads(line) for line in corpus]
    texts = sorted({row[name] for row in rows for name in ("claim", "premise")})[::step]
    bundled = KnownVectors(encoder(), demo_vectors())(texts)
    graph = replace(open_graph(ENCODERS / BUNDLED), session=session)
    ids = [tokens[: graph.window] for tokens in token_ids(graph.tokenizer, texts)]
    made = np.vstack([graph.run([tokens], padded_length(len(tokens) + 2)) for tokens in ids])
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    cosine = (made * bundled).sum(axis=1) / np.linalg.norm(bundled, axis=1)
    near = np.abs(made - bundled).max(axis=1) < 0.0005
    return (
        f"{len(texts)} vectors: cosine {cosine.mean():.5f}, least {cosine.min():.4f}; near {near.mean():.0%}"
    )


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
    parser.add_argument("--step", type=int, default=1, help="encode every so many bundled texts")
    given = parser.parse_args()
    if min(given.rounds, given.step) < 1:
        parser.error("--rounds and --step are 1 or more")
    here = arithmetic()
    print(f"weights as {here.weights}; processor: {here.processor or 'none of the flags that matter'}")
    for folder in (ENCODERS / BUNDLED, READERS / "reader", READERS / "stance"):
        pair = [open_graph_with(folder / "model.onnx", exact) for exact in (True, False)]
        if folder.name == BUNDLED:
            for name, session in zip(("exact", "without"), pair, strict=True):
                print(f"{name}: {agreement(session, given.step)}")
        for texts, tokens in BATCHES:
            (exact, plain), (right, other) = fastest(pair, feed(pair[0], texts, tokens), given.rounds)
            print(
                f"{folder.name:18} {texts} x {tokens:<4} {exact * 1000:8.2f} ms, {plain * 1000:8.2f} without: "
                f"x{exact / plain:.2f}; apart {np.abs(right - other).max():.4f} of {np.abs(right).max():.2f}"
            )


if __name__ == "__main__":
    main()
