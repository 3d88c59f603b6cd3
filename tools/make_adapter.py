"""Puts an adapter into the folder of a model that was tuned for long texts.

    pip install onnx safetensors
    python -m tools.make_adapter TUNED.safetensors FOLDER --words 40

TUNED is what `training/fine_tuning/prose.py` wrote, FOLDER that of the stance model. Biases, normalisations and heads
move from its graph into a file beside it, with their changes, and the graph declares them as inputs. Without the
adapter it must compute the same bits, which is checked on pairs of many lengths.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import helper
from safetensors.numpy import load_file
from training.stored_weights import HEADS, constants, stored

from debatable.embedding.bert_graph import Array
from debatable.embedding.graph import open_session
from debatable.embedding.tensors import tensor_bytes
from debatable.learning.adapter import CONSTANTS, adapter_tensors
from tools.rewrite_graph import first_difference, weights_of

ATTENTION = "attention.attn"  # what MPNet calls it
PARTS = {
    "attention.output.bias": f"{ATTENTION}.o.bias",
    "intermediate.bias": "intermediate.dense.bias",
    "output.bias": "output.dense.bias",
    **{
        f"attention.output.LayerNorm.{own}": f"attention.LayerNorm.{name}"
        for own, name in (("gain", "weight"), ("bias", "bias"))
    },
    **{
        f"output.LayerNorm.{own}": f"output.LayerNorm.{name}"
        for own, name in (("gain", "weight"), ("bias", "bias"))
    },
}
"""Constants of a layer of the graph, and what fine-tuning calls them."""


def changes(
    tuned: dict[str, Array], before: dict[str, Array], heads: list[str], layers: int
) -> dict[str, Array]:
    """Returns by how much the constants of a graph change, by their names there."""
    change = {name: values - before[name] for name, values in tuned.items()}
    body, norm = "body.embeddings.LayerNorm", "embeddings.LayerNorm"
    found = {f"{norm}.gain": change[f"{body}.weight"], f"{norm}.bias": change[f"{body}.bias"]}
    for number in range(layers):
        layer = f"encoder.layer.{number}"
        query, key, value = (change[f"body.{layer}.{ATTENTION}.{part}.bias"] for part in "qkv")
        root = np.float32((len(query) // HEADS) ** -0.5)  # the graph holds queries divided by it
        found[f"{layer}.qkv.bias"] = np.concatenate([query * root, key, value])
        found |= {f"{layer}.{own}": change[f"body.{layer}.{name}"] for own, name in PARTS.items()}
    for part in ("weight", "bias"):
        rows = [change.get(name := f"heads.{head}.{part}", np.zeros_like(before[name])) for head in heads]
        found[f"heads.{part}"] = np.stack([row.reshape(-1) if part == "weight" else row[0] for row in rows])
    return found


def declare_inputs(model: onnx.ModelProto, names: set[str]) -> None:
    """Moves the constants that still lie in a graph beside it, and declares them as inputs."""
    for tensor in model.graph.initializer:
        if tensor.name not in names or tensor.data_location == onnx.TensorProto.EXTERNAL:
            continue
        model.graph.input.append(helper.make_tensor_value_info(tensor.name, tensor.data_type, tensor.dims))
        tensor.ClearField("raw_data")
        tensor.data_location = onnx.TensorProto.EXTERNAL
        entry = tensor.external_data.add()
        entry.key, entry.value = "location", CONSTANTS


def main() -> None:
    """Writes the graph, the constants and the card."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("tuned", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--words", type=int, required=True, help="from which on a text is long")
    given = parser.parse_args()
    card: dict[str, Any] = json.loads((given.folder / "card.json").read_text("utf-8"))
    path, heads = given.folder / "model.onnx", [head["name"] for head in card["heads"]]
    model = onnx.load(str(path), load_external_data=False)
    layers = sum(tensor.name.endswith("qkv.bias") for tensor in model.graph.initializer)
    change = changes(load_file(given.tuned), decoded(given.folder), heads, layers)
    known = constants(given.folder)
    plain = {name: known[name] for name in change}
    declare_inputs(model, set(change))
    tuned = {name: plain[name] + change[name].reshape(plain[name].shape) for name in plain}
    graph, beside = model.SerializeToString(deterministic=True), tensor_bytes(adapter_tensors(plain, tuned))
    weights = weights_of(given.folder, card)
    with tempfile.TemporaryDirectory() as temporary:
        new = Path(temporary) / "model.onnx"
        new.write_bytes(graph)
        there, made = (
            open_session(path, weights, prepared=True),
            open_session(new, {**weights, **plain}, prepared=True),
        )
        if where := first_difference(there, made, card["limit"]):
            raise SystemExit(f"{given.folder}: the new graph computes other bits, such as for {where}")
    card.setdefault("reads_as", card["sha256"])
    before = [file.stat().st_size for file in (path, given.folder / CONSTANTS) if file.is_file()]
    card["bytes"] += len(graph) + len(beside) - sum(before)
    card["sha256"] = hashlib.sha256(graph).hexdigest()
    card["adapter"] = {"words": given.words, "sha256": hashlib.sha256(beside).hexdigest()}
    path.write_bytes(graph)
    (given.folder / CONSTANTS).write_bytes(beside)
    (given.folder / "card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(f"{given.folder}: {len(graph):,} and {len(beside):,} bytes")


def decoded(folder: Path) -> dict[str, Array]:
    """Returns the constants of a model as fine-tuning names them."""
    return {name: values for name, values in stored(folder).items() if values.dtype == np.float32}


if __name__ == "__main__":
    main()
