"""Writes the small graphs that tell whether products of int8 numbers are exact.

    pip install onnx
    python tools/make_int8_graphs.py

``int8_probe.onnx`` belongs to the package: a row of bytes times a matrix whose weights all are 127. ``products.onnx``
belongs to the tests: one product of the same bytes and equal weights for every operator that onnxruntime multiplies
int8 in, each with weights of its own. They are ±127 by a rule that the tests know; one matrix is left out of the file
and given when it is opened, like those of the bundled readers. ``shared.onnx``, of the tests as well, has two
products by the same weights.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from onnx import ModelProto, NodeProto, TensorProto, helper, numpy_helper

ROOT = Path(__file__).resolve().parent.parent
PROBE = ROOT / "src/debatable/embedding/models/int8_probe.onnx"
TESTS = ROOT / "tests/support/tiny_models"
ROWS, COLUMNS = 256, 20
"""Of the matrix of the tests. 256 products of bytes are below 2**24, so that their sum is exact in float32."""

OURS = "com.microsoft"


def signs(rows: int, columns: int) -> np.ndarray:
    """Returns 127, or -127 in three runs of seven, shifted from column to column, so that neighbours share a sign."""
    row, column = np.indices((rows, columns))
    return np.where((row + column) // 2 % 7 < 4, 127, -127).astype(np.int8)


def model(
    nodes: list[NodeProto], outputs: dict[str, int], rows: int, columns: int, constants: list[TensorProto]
) -> ModelProto:
    """Returns a graph that takes bytes as token ids, as the models do."""
    taken = helper.make_tensor_value_info("input_ids", TensorProto.INT64, ["texts", rows])
    given = [helper.make_tensor_value_info(name, kind, ["texts", columns]) for name, kind in outputs.items()]
    cast = helper.make_node("Cast", ["input_ids"], ["bytes"], to=TensorProto.UINT8)
    graph = helper.make_graph([cast, *nodes], "int8 products", [taken], given, constants)
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid(OURS, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=10)


def probe() -> ModelProto:
    """Returns the graph of the package."""
    weights = numpy_helper.from_array(np.full((64, 16), 127, dtype=np.int8), "weights")
    node = helper.make_node("MatMulInteger", ["bytes", "weights"], ["products"])
    return model([node], {"products": TensorProto.INT32}, 64, 16, [weights])


def products() -> ModelProto:
    """Returns the graph of the tests."""
    external = TensorProto(name="external", data_type=TensorProto.INT8, dims=[ROWS, COLUMNS])
    external.data_location = TensorProto.EXTERNAL
    entry = external.external_data.add()
    entry.key, entry.value = "location", "weights"
    constants = [
        external,
        *(numpy_helper.from_array(signs(ROWS, COLUMNS), f"weights.{number}") for number in range(6)),
        numpy_helper.from_array(np.ones((), np.float32), "one"),
        numpy_helper.from_array(np.ones(COLUMNS, np.float32), "ones"),
        numpy_helper.from_array(np.array(2.0**16, np.float32), "coarse"),
        numpy_helper.from_array(np.array(0, np.uint8), "bottom"),
        numpy_helper.from_array(np.array(128, np.uint8), "middle"),
        *(numpy_helper.from_array(np.array(0, np.int8), f"zero.{number}") for number in range(3)),
    ]
    make = helper.make_node
    first, *others = (f"weights.{number}" for number in range(6))
    scales = ["one", "ones", "middle"]
    whole = ["bytes", "one", "bottom"]
    nodes = [
        make("MatMulInteger", ["bytes", first], ["MatMulInteger"]),
        make("MatMulIntegerToFloat", ["bytes", others[0], *scales], ["MatMulIntegerToFloat"], domain=OURS),
        make("MatMulIntegerToFloat", ["bytes", "external", *scales], ["ExternalWeights"], domain=OURS),
        make("Cast", ["bytes"], ["floats"], to=TensorProto.FLOAT),
        make("DynamicQuantizeMatMul", ["floats", others[1], "one"], ["DynamicQuantizeMatMul"], domain=OURS),
        make("DequantizeLinear", whole, ["left"]),
        make("DequantizeLinear", [others[2], "one", "zero.0"], ["right"]),
        make("MatMul", ["left", "right"], ["QuantizeDequantize"]),
        make("QGemm", [*whole, others[3], "one", "zero.1"], ["QGemm"], domain=OURS),
        make("QLinearMatMul", [*whole, others[4], "one", "zero.2", "coarse", "middle"], ["QLinearMatMul"]),
    ]
    kinds = {"MatMulInteger": TensorProto.INT32, "QLinearMatMul": TensorProto.UINT8}
    named = [name for node in nodes for name in node.output if name[0].isupper()]
    outputs = {name: kinds.get(name, TensorProto.FLOAT) for name in named}
    return model(nodes, outputs, ROWS, COLUMNS, constants)


def shared() -> ModelProto:
    """Returns a graph whose two products are by the same weights."""
    weights = numpy_helper.from_array(signs(64, 16), "weights")
    nodes = [
        helper.make_node("MatMulInteger", ["bytes", "weights"], ["once"]),
        helper.make_node("BitwiseNot", ["bytes"], ["others"]),
        helper.make_node("MatMulInteger", ["others", "weights"], ["again"]),
    ]
    return model(nodes, dict.fromkeys(("once", "again"), TensorProto.INT32), 64, 16, [weights])


if __name__ == "__main__":
    files = {PROBE: probe(), TESTS / "products.onnx": products(), TESTS / "shared.onnx": shared()}
    for path, made in files.items():
        path.write_bytes(made.SerializeToString(deterministic=True))
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size:,} bytes")
