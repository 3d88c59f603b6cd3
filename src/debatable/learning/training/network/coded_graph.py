"""Writes the graph of a reader of pairs whose matrices are codes, as fine-tuning rounded them.

Every product takes its input in 255 steps a token, as in training, so that nothing has to be calibrated. The tokens of
all texts lie one below the other, and what depends on their number alone is written once, not in every layer: such
small steps took a tenth of the time of a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from onnx import TensorProto

from debatable.embedding.bert_graph import Array
from debatable.learning.coded_weights import Codes
from debatable.learning.training.network.export import ReaderWriter

PRODUCTS = {"attention.output": "attention.output.dense", "intermediate": "intermediate.dense"}
PRODUCTS["output"] = "output.dense"

CodedMatrix = tuple[Codes, Array]
"""Codes of a matrix, and the scale of every column; of every row for words."""


@dataclass(slots=True)
class CodedWriter(ReaderWriter):
    """Writes the graph of a BERT-like model.

    Attributes:
        products: Product -> its codes (inputs, outputs) and the scale of every column.
        words: Codes of the words, a row each, with a scale a row.
        half: Whether positions and the scales of words take two bytes a number instead of four.
        zeros: What stands for 0 -> the same once for each token, as written so far.
        parts: Shape in which the attention takes queries, keys and values apart, as written so far.
    """

    products: Mapping[str, CodedMatrix] = field(default_factory=dict)
    words: CodedMatrix | None = None
    half: bool = False
    zeros: dict[str, str] = field(default_factory=dict)
    parts: str = ""

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
        """Writes word plus position vectors, and those of the text that a token belongs to, where there are any."""
        assert self.words is not None
        g, (codes, scales) = self.graph, self.words
        vectors = g.add("Gather", g.constant("words", codes.whole), "input_ids")
        vectors = g.add("Cast", vectors, to=TensorProto.FLOAT)
        kind = np.float16 if self.half else np.float32
        scale = g.constant("words.scale", scales.astype(kind)[:, None])
        vectors = g.add("Mul", vectors, self._widened(g.add("Gather", scale, "input_ids")))
        length = g.add("Shape", "input_ids", start=1, end=2)
        places = g.constant("places", self.places().astype(kind))
        places = g.add("Slice", places, g.constant("zero", [0]), length)
        vectors = g.add("Add", vectors, self._widened(places))
        types = self.weights.get("embeddings.token_type_embeddings.weight")
        if types is not None:
            typed = g.add("Gather", g.constant("types", types - types[0]), "token_type_ids")
            vectors = g.add("Add", vectors, typed)
        return ReaderWriter.stacked(self, vectors, self.width)

    def stacked(self, x: str, width: int) -> str:
        """Returns the tokens, which lie one below the other already."""
        return x

    def unstacked(self, x: str, width: int) -> str:
        """Returns the tokens, which stay one below the other."""
        return x

    def by_text(self, x: str) -> str:
        """Writes the last vectors text by text."""
        return ReaderWriter.unstacked(self, x, self.width)

    def repeated(self, zero: str, scales: str) -> str:
        """Writes the number that stands for 0 once for each token; all products share it."""
        if zero not in self.zeros:
            self.zeros[zero] = ReaderWriter.repeated(self, zero, scales)
        return self.zeros[zero]

    def distances(self, mask: str) -> str:
        """Writes what is added to the scores of the attention, and the shape in which it takes its input."""
        g = self.graph
        sizes = g.constant("parts", [3, self.attention_heads, self.width // self.attention_heads])
        self.parts = g.add("Concat", g.add("Shape", "input_ids"), sizes, axis=0)
        return mask

    def attention(self, x: str, mask: str) -> str:
        """Writes the attention over queries, keys and values that lie side by side in x."""
        g = self.graph
        x = g.add("Transpose", g.add("Reshape", x, self.parts), perm=[2, 0, 3, 1, 4])
        q, k, v = g.split(x, 3)
        scores = g.add("FusedMatMul", q, k, domain="com.microsoft", transB=1)
        x = g.add("MatMul", g.add("Softmax", g.add("Add", scores, mask), axis=-1), v)
        return ReaderWriter.stacked(self, g.add("Transpose", x, perm=[0, 1, 3, 2, 4]), self.width)

    def _widened(self, numbers: str) -> str:
        """Writes numbers of two bytes as numbers of four."""
        return self.graph.add("Cast", numbers, to=TensorProto.FLOAT) if self.half else numbers


def coded_writer(
    weights: Mapping[str, Array],
    heads: list[str],
    limit: int,
    name: str,
    words: CodedMatrix | None = None,
    attention_heads: int = 12,
) -> CodedWriter:
    """Returns a writer, given the tensors that fine-tuning wrote.

    Args:
        weights: ``body.…`` as BERT names its weights, matrices as ``…::codes`` (two a byte), ``::factors`` and
            ``::scales``; ``heads.NAME.weight`` and ``.bias``.
        heads: Names of the heads, in the order of the columns.
        limit: Tokens of a pair, special tokens included.
        name: Of the graph.
        words: Of another model, where the words are its words; None for its own. The graph is that of a small
            model then, with numbers of two bytes.
        attention_heads: How many share the width.
    """
    body, answers = body_and_heads(weights, heads)
    floats, products = coded_body(body, attention_heads)
    half = words is not None
    if words is None:
        codes, factors, scales = coded_rows(body, "embeddings.word_embeddings")
        words = Codes(codes, factors, 1), scales
    writer = CodedWriter(floats, {}, name, attention_heads, limit=limit, heads=answers, products=products)
    writer.words, writer.half = words, half
    return writer


def body_and_heads(
    weights: Mapping[str, Array], heads: list[str]
) -> tuple[dict[str, Array], dict[str, tuple[Array, Array]]]:
    """Returns the tensors of the body by their own names, and weight and bias of every head."""
    body = {key.removeprefix("body."): value for key, value in weights.items() if key.startswith("body.")}
    return body, {head: (weights[f"heads.{head}.weight"], weights[f"heads.{head}.bias"]) for head in heads}


def coded_body(
    body: Mapping[str, Array], attention_heads: int
) -> tuple[dict[str, Array], dict[str, CodedMatrix]]:
    """Returns the weights of a body in float32, by BERT's names, and the codes of its products."""
    products: dict[str, CodedMatrix] = {}
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
    names = [key.removesuffix(".weight::codes") for key in body if key.endswith("::codes")]
    floats |= {f"{name}.weight": _float(body, name) for name in names if "word_emb" not in name}
    return floats, products


def coded_rows(body: Mapping[str, Array], name: str) -> tuple[Array, Array, Array]:
    """Returns codes (outputs, inputs), factors (outputs, groups) and scales (outputs)."""
    pairs = body[f"{name}.weight::codes"]
    codes = np.stack([pairs >> 4, pairs & 15], axis=-1).reshape(len(pairs), -1).astype(np.int8) - np.int8(8)
    return codes, body[f"{name}.weight::factors"].astype(np.int8), body[f"{name}.weight::scales"][:, 0]


def _columns(body: Mapping[str, Array], name: str) -> CodedMatrix:
    codes, factors, scales = coded_rows(body, name)
    return Codes(np.ascontiguousarray(codes.T), np.ascontiguousarray(factors.T), 0), scales


def _float(body: Mapping[str, Array], name: str) -> Array:
    codes, factors, scales = coded_rows(body, name)
    return np.asarray(Codes(codes, factors, 1).whole * scales[:, None], dtype=np.float32)
