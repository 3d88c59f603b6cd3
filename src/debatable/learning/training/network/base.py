"""The model that training starts from: a bundled one, one that we trained, or weights in a folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, numpy_helper
from tokenizers import Tokenizer

from debatable.embedding.bert_graph import GELU_LOW, Array
from debatable.embedding.graph import open_tokenizer, read_json
from debatable.embedding.onnx import BUNDLED
from debatable.embedding.onnx import MODELS as ENCODERS
from debatable.embedding.word_pieces import WordPieces
from debatable.errors import InputError
from debatable.learning.card import CARD, ENCODER_CARD, licence_of
from debatable.learning.coded_weights import WEIGHTS as CODED
from debatable.learning.coded_weights import read_coded
from debatable.learning.pair_reader import MODELS as READERS

WEIGHTS = "model.safetensors"
EMBEDDINGS = ("word_embeddings", "position_embeddings", "token_type_embeddings")
USUAL_HEADS = 12
TODO = f"give a folder with {WEIGHTS}, named as BERT's weights, and tokenizer.json"


@dataclass(frozen=True, slots=True)
class Base:
    """A body to start from.

    Attributes:
        name: Of the model.
        licence: Of its weights, as far as its folder says.
        weights: By the names that BERT gives them.
        attention_heads: How many share the width.
        tokenizer: Content of ``tokenizer.json``, without padding and truncation.
    """

    name: str
    licence: str
    weights: Mapping[str, Array]
    attention_heads: int
    tokenizer: bytes

    @property
    def positions(self) -> int:
        """Tokens that it can read."""
        return int(self.weights["embeddings.position_embeddings.weight"].shape[0])

    @property
    def word_pieces(self) -> WordPieces:
        """The tokenizer, which cuts texts as a finished model does."""
        return WordPieces(Tokenizer.from_str(self.tokenizer.decode()))

    @property
    def fingerprint(self) -> str:
        """Hash over weights and tokenizer."""
        digest = hashlib.blake2b(self.tokenizer, digest_size=16)
        for name, value in sorted(self.weights.items()):
            digest.update(name.encode())
            digest.update(np.ascontiguousarray(value).tobytes())
        return digest.hexdigest()


def open_base(model: str = BUNDLED) -> Base:
    """Opens a bundled model by name, or a folder with safetensors weights or a graph that we wrote.

    Raises:
        InputError: There is no such model, or its weights are not named and shaped as BERT's.
    """
    folder = next((home / model for home in (ENCODERS, READERS) if (home / model).is_dir()), Path(model))
    if not folder.is_dir():
        raise InputError("no such folder", where=model[:200], todo=TODO)
    about = read_json(folder / CARD) or read_json(folder / ENCODER_CARD)
    if (folder / WEIGHTS).is_file():
        weights, heads = _read(folder / WEIGHTS), _attention_heads(folder)
    elif (folder / "model.onnx").is_file():
        weights, heads = restored_weights(folder / "model.onnx")
    else:
        raise InputError("no weights to start from", where=str(folder), todo=TODO)
    _check(weights, heads, folder)
    shared = str(about.get("tokenizer", ""))
    tokenizer = (ENCODERS / shared if shared else folder) / "tokenizer.json"
    name = str(about.get("name") or folder.resolve().name)
    return Base(name, licence_of(about), weights, heads, _plain_tokenizer(tokenizer, weights))


def _read(path: Path) -> dict[str, Array]:
    """Reads the weights of a body; prefixes such as ``bert.`` and what is no part of it are left out."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file  # torch knows bfloat16, numpy does not

    try:
        held = load_file(path)
    except (OSError, SafetensorError) as error:
        raise InputError(f"is no safetensors file ({error})", where=str(path), todo=TODO) from error
    key = "embeddings.word_embeddings.weight"
    prefix = next((name.removesuffix(key) for name in held if name.endswith(key)), "")
    wanted = tuple(f"{prefix}{part}" for part in ("embeddings.", "encoder.layer."))
    return {
        name.removeprefix(prefix): value.float().numpy()
        for name, value in held.items()
        if name.startswith(wanted) and value.is_floating_point()
    }


def _attention_heads(folder: Path) -> int:
    heads = read_json(folder / "config.json").get("num_attention_heads", USUAL_HEADS)
    return heads if isinstance(heads, int) else 0


def _check(weights: Mapping[str, Array], heads: int, folder: Path) -> None:
    """Refuses weights that are not all there, or shaped otherwise than BERT's."""
    gain = weights.get("embeddings.LayerNorm.weight", np.zeros(0))
    width, layers = len(gain), sum(name.endswith(".intermediate.dense.bias") for name in weights)
    wide = len(weights.get("encoder.layer.0.intermediate.dense.bias", ()))
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
    }
    for number in range(layers):
        layer = f"encoder.layer.{number}"
        sizes: dict[str, tuple[int, ...]] = {
            "intermediate.dense": (wide, width),
            "output.dense": (width, wide),
        }
        sizes |= dict.fromkeys(
            [f"attention.self.{part}" for part in ("query", "key", "value")], (width, width)
        )
        sizes["attention.output.dense"] = (width, width)
        for name, shape in sizes.items():
            shapes |= {f"{layer}.{name}.weight": shape, f"{layer}.{name}.bias": shape[:1]}
        for norm in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{layer}.{norm}.weight": (width,), f"{layer}.{norm}.bias": (width,)}
    for name, shape in shapes.items():
        if name not in weights or weights[name].shape != shape:
            raise InputError(
                f"the weight {name} is missing or has another shape than BERT's", where=str(folder), todo=TODO
            )
    for name in EMBEDDINGS:
        matrix = weights.get(f"embeddings.{name}.weight", np.zeros(0))
        if matrix.ndim != 2 or matrix.shape[1] != width or (name == EMBEDDINGS[2] and len(matrix) != 2):
            raise InputError(f"has no {name} as BERT has them", where=str(folder), todo=TODO)
    if not layers or not 1 <= heads <= width or width % heads:
        todo = "say num_attention_heads in its config.json"
        raise InputError(
            f"{width} dimensions are not shared by {heads} attention heads", where=str(folder), todo=todo
        )
    if not all(np.isfinite(value).all() for value in weights.values()):
        raise InputError("has weights that are not finite", where=str(folder), todo="copy it again")


def _plain_tokenizer(path: Path, weights: Mapping[str, Array]) -> bytes:
    """Returns a tokenizer's file without padding and truncation, which is ours to do."""
    tokenizer = open_tokenizer(path)
    if any(tokenizer.token_to_id(mark) is None for mark in ("[CLS]", "[SEP]")):
        raise InputError("the tokenizer has no [CLS] and [SEP]", where=str(path), todo=TODO)
    if tokenizer.get_vocab_size() > len(weights["embeddings.word_embeddings.weight"]):
        raise InputError("the tokenizer knows more words than the model", where=str(path), todo=TODO)
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    content |= {"padding": None, "truncation": None}
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()


def restored_weights(path: Path) -> tuple[dict[str, Array], int]:
    """Returns the weights of a graph by BERT's names, and how many attention heads share the width.

    Raises:
        InputError: The graph is none of ours, or not an int8 one.
    """
    try:
        graph = onnx.load(str(path), load_external_data=False).graph
        beside = path.with_name(CODED)
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
    weights = {
        "embeddings.word_embeddings.weight": held["words"] * held["words.scale"],
        "embeddings.position_embeddings.weight": held["places"],  # the first text's type is part of it
        "embeddings.token_type_embeddings.weight": types,
        **_norm(held, "embeddings.LayerNorm"),
    }
    before = "embeddings.LayerNorm"
    for number in range(sum(name.endswith(".qkv.weight") for name in held)):
        layer = f"encoder.layer.{number}"
        weights |= _attention(held, layer, before)
        weights |= _norm(held, f"{layer}.attention.output.LayerNorm")
        weights |= _dense(f"{layer}.attention.output.dense", *_product(held, f"{layer}.attention.output"))
        inner = _behind_norm(held, f"{layer}.intermediate", f"{layer}.attention.output.LayerNorm")
        weights |= _dense(f"{layer}.intermediate.dense", *inner)
        weight, bias = _product(held, f"{layer}.output")
        weights |= _dense(f"{layer}.output.dense", weight, bias + GELU_LOW * weight.sum(axis=0))
        before = f"{layer}.output.LayerNorm"
        weights |= _norm(held, before)
    return {name: np.ascontiguousarray(value, dtype=np.float32) for name, value in weights.items()}


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
    weights: dict[str, Array] = {}
    for place, (part, factor) in enumerate((("query", root), ("key", 1.0), ("value", 1.0))):
        own = slice(place * width, (place + 1) * width)
        weights |= _dense(f"{layer}.attention.self.{part}", weight[:, own] * factor, bias[own] * factor)
    return weights


def _dense(name: str, weight: Array, bias: Array) -> dict[str, Array]:
    return {f"{name}.weight": weight.T, f"{name}.bias": bias}


def _norm(held: Mapping[str, Array], name: str) -> dict[str, Array]:
    return {f"{name}.weight": held[f"{name}.gain"], f"{name}.bias": held[f"{name}.bias"]}
