"""Weights read back out of a graph that we wrote, so that training can start from a bundled model.

Products are stored as int8, or as codes of about four bits, and come back rounded; all else is exact. What the writer
moved between a normalisation and the weights behind it (see ``bert_graph``) is moved back.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper

from debatable.embedding.export.bert_graph import GELU_LOW, Array
from debatable.errors import InputError
from debatable.learning.coded_weights import WEIGHTS, read_coded

__all__ = ["restored_weights"]


def restored_weights(path: Path) -> tuple[dict[str, Array], int]:
    """Returns the weights of a graph by BERT's names, and how many attention heads share the width.

    Raises:
        InputError: The graph is none of ours, or not an int8 one.
    """
    try:
        graph = onnx.load(str(path), load_external_data=False).graph
        beside = path.with_name(WEIGHTS)
        coded = read_coded(beside) if beside.is_file() else {}
        held = {
            one.name: coded[one.name]
            if one.data_location == TensorProto.EXTERNAL
            else numpy_helper.to_array(one)
            for one in graph.initializer
        }
        return _body(held), int(held["apart"][3])
    except Exception as error:  # onnx raises errors of protobuf, which share no base class
        todo = "give a folder that debatable train wrote, or one with model.safetensors"
        raise InputError("no weights can be read back from this graph", where=str(path), todo=todo) from error


def _body(held: Mapping[str, Array]) -> dict[str, Array]:
    types = held.get("types", np.zeros((2, held["places"].shape[1]), np.float32))
    found = {
        "embeddings.word_embeddings.weight": held["words"] * held["words.scale"],
        "embeddings.position_embeddings.weight": held["places"],  # the first text's type is part of it
        "embeddings.token_type_embeddings.weight": types,
        **_norm(held, "embeddings.LayerNorm"),
    }
    before = "embeddings.LayerNorm"
    for number in range(sum(name.endswith(".qkv.weight") for name in held)):
        layer = f"encoder.layer.{number}"
        found |= _attention(held, layer, before)
        found |= _norm(held, f"{layer}.attention.output.LayerNorm")
        found |= _dense(f"{layer}.attention.output.dense", *_product(held, f"{layer}.attention.output"))
        inner = _behind_norm(held, f"{layer}.intermediate", f"{layer}.attention.output.LayerNorm")
        found |= _dense(f"{layer}.intermediate.dense", *inner)
        weight, bias = _product(held, f"{layer}.output")
        found |= _dense(f"{layer}.output.dense", weight, bias + GELU_LOW * weight.sum(axis=0))
        before = f"{layer}.output.LayerNorm"
        found |= _norm(held, before)
    return {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in found.items()}


def _product(held: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    """Returns weight (inputs, outputs) and bias as they are stored."""
    return held[f"{name}.weight"] * held[f"{name}.scale"], held[f"{name}.bias"]


def _behind_norm(held: Mapping[str, Array], name: str, norm: str) -> tuple[Array, Array]:
    """Returns a product behind a normalisation, what was centred and balanced there taken back."""
    weight, bias = _product(held, name)
    # The same norm feeds one product only, so its balanced gain is that of this product.
    factor = held[f"{norm}.gain"] / held[f"{norm}.gain.balanced"]
    mean = held[f"{norm}.bias"] - held[f"{norm}.bias.balanced"] * factor
    weight = weight / factor[:, None]
    return weight, bias - mean @ weight


def _attention(held: Mapping[str, Array], layer: str, norm: str) -> dict[str, Array]:
    weight, bias = _behind_norm(held, f"{layer}.qkv", norm)
    heads, size = held["apart"][3:]
    root = float(size) ** 0.5
    width = int(heads * size)
    found: dict[str, Array] = {}
    for place, (part, factor) in enumerate((("query", root), ("key", 1.0), ("value", 1.0))):
        own = slice(place * width, (place + 1) * width)
        found |= _dense(f"{layer}.attention.self.{part}", weight[:, own] * factor, bias[own] * factor)
    return found


def _dense(name: str, weight: Array, bias: Array) -> dict[str, Array]:
    return {f"{name}.weight": weight.T, f"{name}.bias": bias}


def _norm(held: Mapping[str, Array], name: str) -> dict[str, Array]:
    return {f"{name}.weight": held[f"{name}.gain"], f"{name}.bias": held[f"{name}.bias"]}
