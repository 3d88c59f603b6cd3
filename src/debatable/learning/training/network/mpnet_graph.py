"""Writes the graph of a reader of pairs whose body is MPNet (Song et al. 2020), its matrices as codes.

MPNet has no token types, counts its positions from two on, and adds to every attention score a bias that each head
learned for the distance of two tokens: a bucket a distance up to eight tokens, wider ones behind, for either direction.
Every product takes its input in 255 steps a token, as in training, so that nothing has to be calibrated.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from onnx import TensorProto

from debatable.embedding.bert_graph import Array
from debatable.learning.coded_weights import Codes
from debatable.learning.training.network.export import ReaderWriter

__all__ = ["MPNetWriter", "mpnet_writer"]

EPSILON = 1e-5
FIRST_POSITION = 2
BUCKETS, FAR = 32, 128
SHIFT = 4  # its words are BERT's, behind four marks of its own
MARKS = {0: 1, 101: 0, 102: 2}  # BERT's padding, begin and end, and MPNet's
PARTS = {  # MPNet's names -> BERT's
    ".attention.attn.q.": ".attention.self.query.",
    ".attention.attn.k.": ".attention.self.key.",
    ".attention.attn.v.": ".attention.self.value.",
    ".attention.attn.o.": ".attention.output.dense.",
    ".attention.LayerNorm.": ".attention.output.LayerNorm.",
}
PRODUCTS = {"attention.output": "attention.output.dense", "intermediate": "intermediate.dense"}
PRODUCTS["output"] = "output.dense"


@dataclass(slots=True)
class MPNetWriter(ReaderWriter):
    """Writes the graph of MPNet with the vocabulary of BERT.

    Attributes:
        products: Product -> its codes (inputs, outputs) and the scale of every column.
        words: Codes of the words, a row each, with a scale a row.
        relative_bias: Of a bucket of distances for a head (buckets, heads).
    """

    products: Mapping[str, tuple[Codes, Array]] = field(default_factory=dict)
    words: tuple[Codes, Array] | None = None
    relative_bias: Array | None = None

    @property
    def given(self) -> dict[str, Codes]:
        """The codes by the names of the graph's constants."""
        assert self.words is not None
        known = {f"{name}.weight": codes for name, (codes, _) in self.products.items()}
        return {**known, "words": self.words[0]}

    def columns(self, name: str, weight: Array) -> tuple[Array, Array]:
        """Returns the int8 weights of a product and the scale of every column."""
        codes, scales = self.products[name]
        return codes.whole, scales.astype(np.float32)

    def after_norm(self, sum_: str, norm: str, plain: str, name: str, weight: Array, bias: Array) -> str:
        """Writes a product whose input is a normalised sum, token by token."""
        return self.product_by_rows(plain, name, weight, bias)

    def embeddings(self) -> str:
        """Writes word plus position vectors."""
        assert self.words is not None
        g, (codes, scales) = self.graph, self.words
        vectors = g.add("Gather", g.constant("words", codes.whole), "input_ids")
        vectors = g.add("Cast", vectors, to=TensorProto.FLOAT)
        scale = g.constant("words.scale", scales.astype(np.float32)[:, None])
        vectors = g.add("Mul", vectors, g.add("Gather", scale, "input_ids"))
        length = g.add("Shape", "input_ids", start=1, end=2)
        places = self.weights["embeddings.position_embeddings.weight"]
        places = places[FIRST_POSITION : FIRST_POSITION + self.limit]
        places = g.add("Slice", g.constant("places", places), g.constant("zero", [0]), length)
        return str(g.add("Add", vectors, places))

    def attention(self, x: str, mask: str) -> str:
        """Writes the attention; the bias of two tokens' distance is added to the mask."""
        assert self.relative_bias is not None
        g = self.graph
        length = g.add("Shape", "input_ids", start=1, end=2)
        both = g.add("Concat", length, length, axis=0)
        buckets = g.constant("buckets", distance_buckets(self.limit).astype(np.int32))
        buckets = g.add("Slice", buckets, g.constant("corner", [0, 0]), both)
        worth = g.add(
            "Gather", g.constant("between", self.relative_bias.T.astype(np.float32)), buckets, axis=1
        )
        return ReaderWriter.attention(self, x, g.add("Add", mask, worth))


def distance_buckets(limit: int) -> Array:
    """Returns the bucket of every two positions (from, to).

    >>> distance_buckets(4)[0].tolist(), distance_buckets(4)[:, 0].tolist()
    ([0, 17, 18, 19], [0, 1, 2, 3])
    """
    apart = np.arange(limit)[None] - np.arange(limit)[:, None]
    half = BUCKETS // 2
    exact = half // 2
    far = np.log(np.maximum(np.abs(apart), 1) / exact) / math.log(FAR / exact) * (half - exact)
    wide = np.minimum(exact + far.astype(np.int64), half - 1)
    return np.asarray(np.where(np.abs(apart) < exact, np.abs(apart), wide) + half * (apart > 0))


def mpnet_writer(
    weights: Mapping[str, Array], heads: list[str], limit: int, name: str, attention_heads: int = 12
) -> MPNetWriter:
    """Returns a writer, given the tensors that fine-tuning wrote.

    Args:
        weights: ``body.…`` as MPNet names its weights, matrices as ``…::codes`` (two a byte), ``::factors`` and
            ``::scales``; ``heads.NAME.weight`` and ``.bias``.
        heads: Names of the heads, in the order of the columns.
        limit: Tokens of a pair, special tokens included.
        name: Of the graph.
        attention_heads: How many share the width.
    """
    body = {key.removeprefix("body."): value for key, value in weights.items() if key.startswith("body.")}
    for part, known in PARTS.items():
        body = {key.replace(part, known): value for key, value in body.items()}
    products: dict[str, tuple[Codes, Array]] = {}
    layers = sum(key.endswith(".intermediate.dense.bias") for key in body)
    for number in range(layers):
        layer = f"encoder.layer.{number}"
        parts = [_columns(body, f"{layer}.attention.self.{part}") for part in ("query", "key", "value")]
        root = (parts[0][0].codes.shape[0] // attention_heads) ** -0.5
        scales = np.concatenate([parts[0][1] * np.float32(root), parts[1][1], parts[2][1]])
        codes = np.concatenate([part.codes for part, _ in parts], axis=1)
        factors = np.concatenate([part.factors for part, _ in parts], axis=1)
        products[f"{layer}.qkv"] = (Codes(codes, factors, 0), scales)
        for product, key in PRODUCTS.items():
            products[f"{layer}.{product}"] = _columns(body, f"{layer}.{key}")
    floats = {key: value for key, value in body.items() if value.dtype == np.float32 and "::" not in key}
    floats |= {f"{name}.weight": _float(body, name) for name in _coded_names(body) if "word_emb" not in name}
    answers = {head: (weights[f"heads.{head}.weight"], weights[f"heads.{head}.bias"]) for head in heads}
    return MPNetWriter(
        floats,
        {},
        name,
        attention_heads,
        EPSILON,
        limit=limit,
        heads=answers,
        products=products,
        words=_bert_words(body),
        relative_bias=body["encoder.relative_attention_bias.weight"],
    )


def _coded_names(body: Mapping[str, Array]) -> list[str]:
    return [key.removesuffix(".weight::codes") for key in body if key.endswith("::codes")]


def _rows(body: Mapping[str, Array], name: str) -> tuple[Array, Array, Array]:
    """Returns codes (outputs, inputs), factors (outputs, groups) and scales (outputs)."""
    pairs = body[f"{name}.weight::codes"]
    codes = np.stack([pairs >> 4, pairs & 15], axis=-1).reshape(len(pairs), -1).astype(np.int8) - np.int8(8)
    return codes, body[f"{name}.weight::factors"].astype(np.int8), body[f"{name}.weight::scales"][:, 0]


def _columns(body: Mapping[str, Array], name: str) -> tuple[Codes, Array]:
    codes, factors, scales = _rows(body, name)
    return Codes(np.ascontiguousarray(codes.T), np.ascontiguousarray(factors.T), 0), scales


def _float(body: Mapping[str, Array], name: str) -> Array:
    codes, factors, scales = _rows(body, name)
    return np.asarray(Codes(codes, factors, 1).whole * scales[:, None], dtype=np.float32)


def _bert_words(body: Mapping[str, Array]) -> tuple[Codes, Array]:
    """Returns the words in the order of BERT's vocabulary."""
    codes, factors, scales = _rows(body, "embeddings.word_embeddings")
    rows = np.arange(SHIFT, len(codes) - 1)
    for mark, own in MARKS.items():
        rows[mark] = own
    return Codes(codes[rows], factors[rows], 1), scales[rows]
