"""Writes the graph of a coded reader anew, as its writer writes it now, with the constants that it has.

    pip install onnx safetensors
    python -m tools.rewrite_graph FOLDER…

FOLDER is that of the stance model or of the small one. The new graph must compute the same bits, which is checked on
pairs of many lengths. So readings that lie with indexes stay valid: the card says by which graph they are named.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from training.stored_weights import HEADS, constants, stored

from debatable.embedding.bert_graph import Array
from debatable.embedding.graph import open_session
from debatable.learning.adapter import CONSTANTS, read_constants
from debatable.learning.coded_weights import GROUP, WEIGHTS, Codes, read_coded
from debatable.learning.training.network.coded_graph import CodedWriter
from debatable.learning.training.network.mpnet_graph import mpnet_writer
from tools.make_reader import words_of


def writer_of(folder: Path, card: dict[str, Any]) -> CodedWriter:
    """Returns a writer of the graph of a folder."""
    weights, heads = stored(folder), [head["name"] for head in card["heads"]]
    if "body.encoder.relative_attention_bias.weight" in weights:
        return mpnet_writer(weights, heads, card["limit"], card["name"])
    plain = constants(folder)
    products = {
        name: (
            Codes(whole, np.ones((len(whole) // GROUP, whole.shape[1]), np.int8), 0),
            plain[f"{name}.scale"],
        )
        for name, whole in (
            (name.removesuffix(".weight"), whole) for name, whole in read_coded(folder / WEIGHTS).items()
        )
    }
    body = {name.removeprefix("body."): value for name, value in weights.items()}
    answers = {head: (weights[f"heads.{head}.weight"], weights[f"heads.{head}.bias"]) for head in heads}
    writer = CodedWriter(body, {}, card["name"], HEADS, limit=card["limit"], heads=answers, products=products)
    writer.words, writer.half = words_of(folder.parent / card["words"]["of"]), True
    return writer


def rewritten(folder: Path, card: dict[str, Any]) -> bytes:
    """Returns the graph written anew, with the constants of the one that is there."""
    model = writer_of(folder, card).write()
    graph = onnx.load(str(folder / "model.onnx"), load_external_data=False).graph
    known = {tensor.name: tensor for tensor in graph.initializer}
    for tensor in model.graph.initializer:
        if tensor.name in known:
            tensor.CopyFrom(known[tensor.name])
    model.graph.input.extend(entry for entry in graph.input if entry.name in known)  # those of an adapter
    return bytes(model.SerializeToString(deterministic=True))


def weights_of(folder: Path, card: dict[str, Any]) -> dict[str, Array]:
    """Returns the weights beside a graph, and its constants where they lie there, too."""
    beside = read_constants(folder / CONSTANTS)[0] if (folder / CONSTANTS).is_file() else {}
    shared = card.get("words")
    words = {"words": read_coded(folder.parent / shared["of"] / WEIGHTS)["words"]} if shared else {}
    return {**read_coded(folder / WEIGHTS), **words, **beside}


def first_difference(old: Any, new: Any, limit: int) -> str:
    """Returns the first batch of random pairs for which two sessions differ in a bit; empty where there is none."""
    draw = np.random.default_rng(7)
    for width in range(4, limit + 1, 4):
        for texts in (1, 2, 3, 7):
            ids = draw.integers(999, 30_000, (texts, width))
            lengths = draw.integers(max(3, width - 3), width + 1, (texts, 1))
            mask = (np.arange(width) < lengths).astype(np.int64)
            types = (np.arange(width) >= lengths // 2).astype(np.int64) * mask
            feed = {"input_ids": ids * mask, "attention_mask": mask, "token_type_ids": types}
            if not np.array_equal(*(session.run(None, feed)[0] for session in (old, new))):
                return f"{texts} pairs of {width} tokens"
    return ""


def main() -> None:
    """Writes the graphs of some folders."""
    for folder in map(Path, sys.argv[1:]):
        path = folder / "card.json"
        card = json.loads(path.read_text("utf-8"))
        graph, weights, old = rewritten(folder, card), weights_of(folder, card), folder / "model.onnx"
        with tempfile.TemporaryDirectory() as temporary:
            new = Path(temporary) / "model.onnx"
            new.write_bytes(graph)
            there, made = (open_session(one, weights, prepared=True) for one in (old, new))
            if where := first_difference(there, made, card["limit"]):
                raise SystemExit(f"{folder}: the new graph computes other bits, such as for {where}")
        card.setdefault("reads_as", card["sha256"])
        card["bytes"] += len(graph) - old.stat().st_size
        card["sha256"] = hashlib.sha256(graph).hexdigest()
        old.write_bytes(graph)
        path.write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", "utf-8")
        print(f"{folder}: {len(graph):,} bytes, SHA-256 {card['sha256']}")


if __name__ == "__main__":
    main()
