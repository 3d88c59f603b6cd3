"""Writes the weights of a model folder as fine-tuning writes them, so that fine-tuning can go on from it.

    python training/stored_weights.py FOLDER INTO.safetensors

FOLDER is that of a cross-encoder with the body of MPNet, its matrices as codes, or with that of BERT, as the reader,
or as the small stance model, whose words are those of the reader beside it.
What its graph has folded into scales and biases is taken out again: the root of the attention, the lowest value of GELU
and, with BERT, the means and factors of balanced channels.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
import zstandard
from onnx import numpy_helper
from safetensors.numpy import save_file

from debatable.embedding.bert_graph import GELU_LOW
from debatable.embedding.tensors import read_tensors
from debatable.learning.adapter import CONSTANTS, read_constants
from debatable.learning.coded_weights import GROUP, WEIGHTS, read_coded
from debatable.learning.training.network.mpnet_graph import FIRST_POSITION, MARKS, SHIFT

Array = npt.NDArray[Any]
HEADS = 12


def folded(folder: Path) -> dict[str, tuple[Array, Array]]:
    """Returns matrix -> codes and factors, as they lie in the file."""
    held, found = read_tensors(folder / WEIGHTS), {}
    for name, whole in read_coded(folder / WEIGHTS).items():
        rows, columns, axis, _ = (int(number) for number in held[f"{name}.shape"])
        stream = zstandard.ZstdDecompressor().decompress(held[f"{name}.factors"].data)
        shape = (rows // GROUP, columns) if axis == 0 else (rows, columns // GROUP)
        factors = np.frombuffer(stream, np.int8).reshape(shape)
        found[name] = (whole // np.repeat(factors, GROUP, axis=axis), factors)
    return found


def constants(folder: Path) -> dict[str, Array]:
    """Returns the constants that lie in the graph itself, and those beside it where it has an adapter."""
    graph = onnx.load(str(folder / "model.onnx"), load_external_data=False).graph
    beside = read_constants(folder / CONSTANTS)[0] if (folder / CONSTANTS).is_file() else {}
    return {
        t.name: numpy_helper.to_array(t)
        for t in graph.initializer
        if t.data_location != onnx.TensorProto.EXTERNAL
    } | dict(beside)


def stored(folder: Path) -> dict[str, Array]:
    """Returns the weights as fine-tuning names them."""
    plain = constants(folder)
    found = _mpnet(folder, plain) if "between" in plain else _bert(folder, plain)
    card = json.loads((folder / "card.json").read_text("utf-8"))
    for place, head in enumerate(card["heads"]):
        found[f"heads.{head['name']}.weight"] = plain["heads.weight"][place : place + 1]
        found[f"heads.{head['name']}.bias"] = plain["heads.bias"][place : place + 1]
    return {name: np.ascontiguousarray(value) for name, value in found.items()}


def _mpnet(folder: Path, plain: dict[str, Array]) -> dict[str, Array]:
    """Returns the weights as ``mpnet_writer`` reads them: codes, factors and scales, all else in float32."""
    whole = folded(folder)
    found: dict[str, Array] = {}
    (words, factors), scales = whole["words"], plain["words.scale"]
    rows = np.arange(len(words)) + SHIFT
    for mark, own in MARKS.items():
        rows[mark] = own
    every: list[Array] = [
        np.zeros((len(words) + SHIFT + 1, words.shape[1]), np.int8),
        np.ones((len(words) + SHIFT + 1, factors.shape[1]), np.uint8),
        np.full((len(words) + SHIFT + 1, 1), 1e-12, np.float32),
    ]
    for array, part in zip(every, (words, factors, scales), strict=True):
        array[rows] = part
    _coded(found, "body.embeddings.word_embeddings", *every)
    places = np.zeros((514, words.shape[1]), np.float32)
    places[FIRST_POSITION : FIRST_POSITION + len(plain["places"])] = plain["places"]
    found["body.embeddings.position_embeddings.weight"] = places
    found["body.encoder.relative_attention_bias.weight"] = plain["between"].T
    _norm(found, "body.embeddings.LayerNorm", plain, "embeddings.LayerNorm")
    number = 0
    while f"encoder.layer.{number}.qkv.weight" in whole:
        _layer(f"encoder.layer.{number}", plain, whole, found)
        number += 1
    return found


def _bert(folder: Path, plain: dict[str, Array]) -> dict[str, Array]:
    """Returns the weights as BERT names them, in float32."""
    whole = dict(read_coded(folder / WEIGHTS))
    if "words" not in whole:
        card = json.loads((folder / "card.json").read_text("utf-8"))
        whole["words"] = read_coded(folder.parent / card["words"]["of"] / WEIGHTS)["words"]
    words = "body.embeddings.word_embeddings.weight"
    found: dict[str, Array] = {words: whole["words"] * plain["words.scale"]}
    places = np.zeros((512, whole["words"].shape[1]), np.float32)
    places[: len(plain["places"])] = plain["places"]  # the vector of the first text's type is part of them
    found["body.embeddings.position_embeddings.weight"] = places
    found["body.embeddings.token_type_embeddings.weight"] = plain["types"]
    _norm(found, "body.embeddings.LayerNorm", plain, "embeddings.LayerNorm")
    number, before = 0, "embeddings.LayerNorm"
    while f"encoder.layer.{number}.qkv.weight" in whole:
        layer = f"encoder.layer.{number}"
        matrix, bias = _balanced(f"{layer}.qkv", before, plain, whole)
        width = len(matrix)
        for place, part in enumerate(("query", "key", "value")):
            own = slice(place * width, (place + 1) * width)
            root = np.float32((width // HEADS) ** -0.5 if part == "query" else 1)
            found[f"body.{layer}.attention.self.{part}.weight"] = matrix[:, own].T / root
            found[f"body.{layer}.attention.self.{part}.bias"] = bias[own] / root
        middle = f"{layer}.attention.output.LayerNorm"
        parts = {
            "attention.output.dense": _product(f"{layer}.attention.output", plain, whole, 0.0),
            "intermediate.dense": _balanced(f"{layer}.intermediate", middle, plain, whole),
            "output.dense": _product(f"{layer}.output", plain, whole, GELU_LOW),
        }
        for name, (matrix, bias) in parts.items():
            found[f"body.{layer}.{name}.weight"], found[f"body.{layer}.{name}.bias"] = matrix.T, bias
        before = f"{layer}.output.LayerNorm"
        for norm in (middle, before):
            _norm(found, f"body.{norm}", plain, norm)
        number += 1
    return {name: value.astype(np.float32) for name, value in found.items()}


def _product(name: str, plain: dict[str, Array], whole: dict[str, Any], low: float) -> tuple[Array, Array]:
    """Returns weight (inputs, outputs) and bias of a product whose input was shifted up by `low`."""
    weight = whole[f"{name}.weight"] * plain[f"{name}.scale"]
    return weight, plain[f"{name}.bias"] + low * weight.sum(axis=0)


def _balanced(name: str, norm: str, plain: dict[str, Array], whole: dict[str, Any]) -> tuple[Array, Array]:
    """Returns weight (inputs, outputs) and bias of a product behind a norm, its channels as they were."""
    if f"{norm}.gain.balanced" not in plain:
        return _product(name, plain, whole, 0.0)
    factor = plain[f"{norm}.gain"] / plain[f"{norm}.gain.balanced"]
    mean = plain[f"{norm}.bias"] - plain[f"{norm}.bias.balanced"] * factor
    weight = whole[f"{name}.weight"] * plain[f"{name}.scale"] / factor[:, None]
    return weight, plain[f"{name}.bias"] - mean @ weight


def _coded(found: dict[str, Array], name: str, codes: Array, factors: Array, scales: Array) -> None:
    """Adds a matrix (outputs, inputs)."""
    pairs = (codes + 8).astype(np.uint8).reshape(len(codes), -1, 2)
    found[f"{name}.weight::codes"] = pairs[..., 0] * np.uint8(16) + pairs[..., 1]
    found[f"{name}.weight::factors"] = factors.astype(np.uint8)
    found[f"{name}.weight::scales"] = scales.astype(np.float32)


def _norm(found: dict[str, Array], name: str, plain: dict[str, Array], own: str) -> None:
    found[f"{name}.weight"], found[f"{name}.bias"] = plain[f"{own}.gain"], plain[f"{own}.bias"]


def _layer(
    layer: str, plain: dict[str, Array], whole: dict[str, tuple[Array, Array]], found: dict[str, Array]
) -> None:
    """Adds the parts of one layer."""
    codes, factors = whole[f"{layer}.qkv.weight"]
    width = len(codes)
    root = np.float32((width // HEADS) ** -0.5)
    for place, part in enumerate("qkv"):
        own = slice(place * width, (place + 1) * width)
        once = root if part == "q" else np.float32(1)
        name = f"body.{layer}.attention.attn.{part}"
        scales = plain[f"{layer}.qkv.scale"][own][:, None] / once
        _coded(found, name, codes[:, own].T, factors[:, own].T, scales)
        found[f"{name}.bias"] = plain[f"{layer}.qkv.bias"][own] / once
    names = {"attention.output": "attention.attn.o", "intermediate": "intermediate.dense"}
    for mine, key in {**names, "output": "output.dense"}.items():
        (codes, factors), scale = whole[f"{layer}.{mine}.weight"], plain[f"{layer}.{mine}.scale"]
        bias = plain[f"{layer}.{mine}.bias"]
        if mine == "output":
            matrix = codes * np.repeat(factors.astype(np.int8), GROUP, axis=0)
            bias = bias + GELU_LOW * (matrix * scale).sum(axis=0)
        _coded(found, f"body.{layer}.{key}", codes.T, factors.T, scale[:, None])
        found[f"body.{layer}.{key}.bias"] = bias.astype(np.float32)
    _norm(found, f"body.{layer}.attention.LayerNorm", plain, f"{layer}.attention.output.LayerNorm")
    _norm(found, f"body.{layer}.output.LayerNorm", plain, f"{layer}.output.LayerNorm")


if __name__ == "__main__":
    save_file(stored(Path(sys.argv[1])), sys.argv[2])
