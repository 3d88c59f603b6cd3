"""Writes the graph of a BERT-like model node by node, in float32 or with int8 products.

No activation is quantised with a scale of its batch, so the output of a text does not depend on the rest of its
batch. Behind the attention and the GELU every token has its own scale. Behind a layer normalisation the scale is fixed,
which is accurate only where channels are alike; so each channel is divided by a factor that the weights behind it take
back (Xiao et al. 2023, SmoothQuant), and its mean moves into the bias. The normalisation does both at no cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from debatable.embedding.runtime import runtime, session_options

Array = npt.NDArray[Any]
EPSILON = 1e-12
GELU_LOW = 0.17  # GELU never falls below -0.17
BALANCE = 0.75  # how much of a channel's spread moves into the weights


@dataclass(frozen=True, slots=True)
class Spread:
    """Calibration of the input of one product, a value a channel."""

    mean: Array
    peak: Array  # largest distance from the mean


@dataclass(slots=True)
class Graph:
    """A growing list of nodes and constants."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: dict[str, onnx.TensorProto] = field(default_factory=dict)

    def constant(self, name: str, value: Any) -> str:
        """Adds a constant once and returns its name."""
        if name not in self.constants:
            self.constants[name] = numpy_helper.from_array(np.array(value, order="C"), name)
        return name

    def add(self, operator: str, *inputs: str, domain: str = "", **attributes: Any) -> str:
        """Adds a node and returns the name of its output."""
        name = f"{operator}.{len(self.nodes)}.0"
        self.nodes.append(helper.make_node(operator, inputs, [name], name=name, domain=domain, **attributes))
        return name

    def split(self, x: str, parts: int) -> list[str]:
        """Adds a node that takes an array apart along its first axis, and returns the names of its outputs."""
        name = f"Split.{len(self.nodes)}"
        names = [f"{name}.{part}" for part in range(parts)]
        self.nodes.append(helper.make_node("Split", [x], names, name=name, axis=0, num_outputs=parts))
        return names


def quantised_columns(weight: Array) -> tuple[Array, Array]:
    """Returns int8 weights and the scale of every column (output channel)."""
    scale = np.maximum(np.abs(weight).max(axis=0) / 127, 1e-12).astype(np.float32)
    return np.rint(weight / scale).astype(np.int8), scale


@dataclass(slots=True)
class Writer:
    """Writes the graph of an encoder; without `spreads` all products stay in float32.

    Attributes:
        weights: Of the body, by the names that BERT gives them; number and width of the layers follow from them.
        spreads: Calibration of the input of each product behind a norm.
        name: Of the graph.
        attention_heads: How many share the width.
        epsilon: What a normalisation adds to the variance.
        inputs: Product -> the norm that feeds it, as written so far.
    """

    weights: Mapping[str, Array]
    spreads: Mapping[str, Spread] | None
    name: str = "all-MiniLM-L6-v2"
    attention_heads: int = 12
    epsilon: float = EPSILON
    graph: Graph = field(default_factory=Graph)
    inputs: dict[str, str] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """Dimensions of a token."""
        return int(self.weights["embeddings.LayerNorm.weight"].shape[0])

    @property
    def layers(self) -> int:
        """How many layers the weights have."""
        return sum(name.endswith(".intermediate.dense.bias") for name in self.weights)

    def columns(self, name: str, weight: Array) -> tuple[Array, Array]:
        """Returns the int8 weights of a product and the scale of every column."""
        return quantised_columns(weight)

    def float_product(self, x: str, name: str, weight: Array, bias: Array) -> str:
        """Writes x · weight + bias in float32."""
        g = self.graph
        y = g.add("MatMul", x, g.constant(f"{name}.weight", weight))
        return g.add("Add", y, g.constant(f"{name}.bias", bias))

    def int8_product(
        self, x: str, scale: str, zero: str, name: str, weight: Array, bias: Array | None
    ) -> str:
        """Writes the product of quantised activations and int8 weights, rescaled to float32."""
        g = self.graph
        whole, columns = self.columns(name, weight)
        inputs = [x, g.constant(f"{name}.weight", whole), scale, g.constant(f"{name}.scale", columns), zero]
        if bias is not None:
            inputs += ["", g.constant(f"{name}.bias", bias)]
        return g.add("MatMulIntegerToFloat", *inputs, domain="com.microsoft")

    def product_by_rows(self, x: str, name: str, weight: Array, bias: Array, low: float | None = None) -> str:
        """Writes x · weight + bias, x quantised by the largest value of every token.

        Above a known `low`, x is quantised between that and its largest value, else symmetrically.
        """
        g = self.graph
        if self.spreads is None:
            return self.float_product(x, name, weight, bias)
        x, axis = self.stacked(x, len(weight)), g.constant("row", [1])
        if low is None:
            peak, steps, zero = g.add("Abs", x), 127, g.constant("middle", np.uint8(128))
        else:
            x = peak = g.add("Add", x, g.constant("shift", np.float32(-low)))
            steps, zero = 255, g.constant("bottom", np.uint8(0))
            whole, columns = self.columns(name, weight)
            bias = (bias + low * (whole * columns).sum(axis=0)).astype(np.float32)
        peak = g.add("ReduceMax", peak, axis, keepdims=1)
        scale = g.add("Mul", peak, g.constant(f"step.{steps}", np.float32(1 / steps)))
        scale = g.add("Max", scale, g.constant("tiny", np.float32(1e-9)))
        scales = g.add("Squeeze", scale, axis)
        x = g.add("QuantizeLinear", x, scales, self.repeated(zero, scales), axis=0)
        y = self.int8_product(x, g.constant("one", np.float32(1)), zero, name, weight, None)
        y = self.unstacked(g.add("Mul", y, scale), len(bias))
        return g.add("Add", y, g.constant(f"{name}.bias", bias))

    def stacked(self, x: str, width: int) -> str:
        """Writes the tokens of all texts one below the other (texts · tokens, width)."""
        return self.graph.add("Reshape", x, self.graph.constant(f"rows.{width}", [-1, width]))

    def unstacked(self, x: str, width: int) -> str:
        """Writes tokens that lie one below the other text by text (texts, tokens, width)."""
        g, wide = self.graph, self.graph.constant(f"wide.{width}", [width])
        return g.add("Reshape", x, g.add("Concat", g.add("Shape", "input_ids"), wide, axis=0))

    def repeated(self, zero: str, scales: str) -> str:
        """Writes the number that stands for 0 once for each scale."""
        return self.graph.add("Expand", zero, self.graph.add("Shape", scales))

    def norm(self, x: str, name: str, gain: Array | None = None, bias: Array | None = None) -> str:
        """Writes a layer normalisation, with another gain and bias where given."""
        g, own = self.graph, "" if gain is None else ".balanced"
        gain = self.weights[f"{name}.weight"] if gain is None else gain
        bias = self.weights[f"{name}.bias"] if bias is None else bias
        return g.add(
            "LayerNormalization",
            x,
            g.constant(f"{name}.gain{own}", gain.astype(np.float32)),
            g.constant(f"{name}.bias{own}", bias.astype(np.float32)),
            axis=-1,
            epsilon=self.epsilon,
        )

    def after_norm(self, sum_: str, norm: str, plain: str, name: str, weight: Array, bias: Array) -> str:
        """Writes a product whose input is a normalised sum: centred and balanced by the norm itself."""
        self.inputs[name] = plain
        if self.spreads is None:
            return self.float_product(plain, name, weight, bias)
        g, spread = self.graph, self.spreads[name]
        factor = balance(spread.peak, weight)
        gain = self.weights[f"{norm}.weight"] / factor
        shift = (self.weights[f"{norm}.bias"] - spread.mean) / factor
        bias = (bias + spread.mean @ weight).astype(np.float32)
        scale = g.constant(f"{name}.step", np.float32((spread.peak / factor).max() / 127))
        zero = g.constant("middle", np.uint8(128))
        x = g.add("QuantizeLinear", self.norm(sum_, norm, gain, shift), scale, zero)
        return self.int8_product(x, scale, zero, name, (weight * factor[:, None]).astype(np.float32), bias)

    def embeddings(self) -> str:
        """Writes word plus position vectors; words are int8, a scale a row, in the quantised graph."""
        g = self.graph
        words = self.weights["embeddings.word_embeddings.weight"]
        if self.spreads is None:
            vectors = g.add("Gather", g.constant("words", words), "input_ids")
        else:
            scale = np.maximum(np.abs(words).max(axis=1, keepdims=True) / 127, 1e-12).astype(np.float32)
            whole = np.rint(words / scale).astype(np.int8)
            vectors = g.add("Gather", g.constant("words", whole), "input_ids")
            vectors = g.add("Cast", vectors, to=TensorProto.FLOAT)
            vectors = g.add("Mul", vectors, g.add("Gather", g.constant("words.scale", scale), "input_ids"))
        length = g.add("Shape", "input_ids", start=1, end=2)
        places = g.add("Slice", g.constant("places", self.places()), g.constant("zero", [0]), length)
        return g.add("Add", vectors, places)

    def places(self) -> Array:
        """Returns the vectors of the positions, that of the first text's type added."""
        first_type = self.weights["embeddings.token_type_embeddings.weight"][0]
        return np.asarray(self.weights["embeddings.position_embeddings.weight"] + first_type)

    def attention(self, x: str, mask: str) -> str:
        """Writes the attention over queries, keys and values that lie side by side in x."""
        g, heads = self.graph, self.attention_heads
        x = g.add("Reshape", x, g.constant("apart", [0, 0, 3, heads, self.width // heads]))
        x = g.add("Transpose", x, perm=[2, 0, 3, 1, 4])
        q, k, v = (
            g.add("Gather", x, g.constant(f"part.{i}", np.array(i, dtype=np.int64)), axis=0) for i in range(3)
        )
        scores = g.add("Add", g.add("MatMul", q, g.add("Transpose", k, perm=[0, 1, 3, 2])), mask)
        x = g.add("MatMul", g.add("Softmax", scores, axis=-1), v)
        x = g.add("Transpose", x, perm=[0, 2, 1, 3])
        return g.add("Reshape", x, g.constant("together", [0, 0, self.width]))

    def layer(self, number: int, sum_: str, norm: str, mask: str) -> tuple[str, str]:
        """Writes one layer; takes and returns a sum and the norm to apply to it."""
        g, name = self.graph, f"encoder.layer.{number}"
        x = self.norm(sum_, norm)
        weight, bias = joined(self.weights, name, self.width // self.attention_heads)
        parts = self.after_norm(sum_, norm, x, f"{name}.qkv", weight, bias)
        context = self.attention(parts, mask)
        weight, bias = dense(self.weights, f"{name}.attention.output.dense")
        context = self.product_by_rows(context, f"{name}.attention.output", weight, bias)
        sum_, norm = g.add("Add", context, x), f"{name}.attention.output.LayerNorm"
        x = self.norm(sum_, norm)
        weight, bias = dense(self.weights, f"{name}.intermediate.dense")
        wide = g.add("Gelu", self.after_norm(sum_, norm, x, f"{name}.intermediate", weight, bias))
        weight, bias = dense(self.weights, f"{name}.output.dense")
        wide = self.product_by_rows(wide, f"{name}.output", weight, bias, -GELU_LOW)
        return g.add("Add", wide, x), f"{name}.output.LayerNorm"

    def total(self) -> tuple[str, str]:
        """Writes everything up to the sum of the tokens' last vectors (texts, 1, width); returns the mask, too."""
        g = self.graph
        mask = g.add("Cast", "attention_mask", to=TensorProto.FLOAT)
        away = g.add(
            "Mul", g.add("Sub", mask, g.constant("one", np.float32(1))), g.constant("far", np.float32(1e4))
        )
        away = self.distances(g.add("Unsqueeze", away, g.constant("heads", [1, 2])))
        sum_, norm = self.embeddings(), "embeddings.LayerNorm"
        for number in range(self.layers):
            sum_, norm = self.layer(number, sum_, norm, away)
        x = self.by_text(self.norm(sum_, norm))
        # A product a text keeps the order of additions the same in every batch; a reduction would not.
        total = g.add("MatMul", g.add("Unsqueeze", mask, g.constant("row", [1])), x)
        return total, mask

    def distances(self, mask: str) -> str:
        """Writes what is added to the scores of the attention, given what is added for padding: nothing else."""
        return mask

    def by_text(self, x: str) -> str:
        """Writes the last vectors text by text, as all are here."""
        return x

    def write(self) -> onnx.ModelProto:
        """Writes the whole graph of an encoder: token ids and mask in, the mean vector of the tokens out."""
        g = self.graph
        total, mask = self.total()
        total = g.add("Squeeze", total, g.constant("row", [1]))
        count = g.add("ReduceSum", mask, g.constant("row", [1]), keepdims=1)
        g.nodes.append(helper.make_node("Div", [total, count], ["sentence_embedding"], name="mean"))
        return model_of(g, self.name, ("input_ids", "attention_mask"), "sentence_embedding", self.width)


def balance(spread: Array, weight: Array) -> Array:
    """Returns the factor of every input channel: spread^a / |weight|^(1-a), of geometric mean 1."""
    factor = np.maximum(spread, 1e-3) ** BALANCE / np.maximum(np.abs(weight).max(axis=1), 1e-6) ** (
        1 - BALANCE
    )
    return np.asarray(factor / np.exp(np.log(factor).mean()), dtype=np.float32)


def dense(weights: Mapping[str, Array], name: str) -> tuple[Array, Array]:
    """Returns a layer's weight as (inputs, outputs) and its bias."""
    return weights[f"{name}.weight"].T.copy(), weights[f"{name}.bias"]


def joined(weights: Mapping[str, Array], layer: str, size: int) -> tuple[Array, Array]:
    """Returns queries, keys and values as one product, the queries divided by √size of a head."""
    parts = [dense(weights, f"{layer}.attention.self.{part}") for part in ("query", "key", "value")]
    root = np.float32(size**-0.5)
    parts[0] = (parts[0][0] * root, parts[0][1] * root)
    return np.concatenate([w for w, _ in parts], axis=1), np.concatenate([b for _, b in parts])


def model_of(graph: Graph, name: str, inputs: Sequence[str], output: str, width: int) -> onnx.ModelProto:
    """Wraps the nodes as a model of fixed versions, so that equal weights give equal bytes."""
    shape = ["batch", "tokens"]
    body = helper.make_graph(
        graph.nodes,
        name,
        [helper.make_tensor_value_info(n, TensorProto.INT64, shape) for n in inputs],
        [helper.make_tensor_value_info(output, TensorProto.FLOAT, ["batch", width])],
        list(graph.constants.values()),
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(body, opset_imports=opsets, ir_version=10, producer_name="debatable")


def graph_bytes(model: onnx.ModelProto) -> bytes:
    """Returns the bytes of a checked model: equal models give equal bytes."""
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString(deterministic=True))


def spreads(writer: Writer, feeds: Iterable[Mapping[str, Array]]) -> dict[str, Spread]:
    """Returns the spread of every product's input, measured on inputs of one text each."""
    model = writer.write()
    for name in writer.inputs.values():
        model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    graph = model.SerializeToString()
    session = runtime().InferenceSession(graph, session_options(), providers=["CPUExecutionProvider"])
    seen: dict[str, list[Any]] = {product: [] for product in writer.inputs}
    for feed in feeds:
        values = session.run(list(writer.inputs.values()), dict(feed))
        for product, value in zip(writer.inputs, values, strict=True):
            seen[product].append(value[0])
    return {product: spread(np.concatenate(values)) for product, values in seen.items()}


def spread(values: Array) -> Spread:
    """Returns mean and peak of every channel, rounded so that the last digits do not matter."""
    mean = values.mean(axis=0).astype(np.float16).astype(np.float32)
    peak = np.abs(values - mean).max(axis=0).astype(np.float16).astype(np.float32)
    return Spread(mean, peak)
