"""Tells which int8 weights of the bundled models could saturate sums of 16 bits.

    pip install onnx
    python -m tools.int8_saturation [GRAPH.onnx]...

An instruction of x86-64 processors without VNNI adds the products of two neighbouring rows, activations of 0 to 255
times weights, in 16 bits with a sign. For every product of a graph the table has the pairs of weights whose sum could
leave that range, the columns that hold such a pair, and the largest weight; weights within ±64 never saturate.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.arrays import Bools
from debatable.embedding.onnx import MODELS as ENCODERS
from debatable.learning.coded_weights import WEIGHTS, read_coded
from debatable.learning.pair_reader import MODELS as READERS

Int8 = npt.NDArray[np.int8]
LARGEST = 255


def can_saturate(weights: Int8) -> Bools:
    """Marks the pairs of neighbouring rows of each column whose sum of two products may not fit 16 bits.

    >>> can_saturate(np.array([[127, 64, -65], [2, 64, -64], [127, -127, 1]], np.int8)).tolist()
    [[True, False, True], [False, False, False]]
    """
    wide = weights.astype(np.int64)
    if len(wide) % 2:
        wide = np.vstack([wide, np.zeros_like(wide[:1])])
    first, second = wide[::2], wide[1::2]
    top = LARGEST * (np.maximum(first, 0) + np.maximum(second, 0))
    bottom = LARGEST * (np.minimum(first, 0) + np.minimum(second, 0))
    return np.asarray((top > 2**15 - 1) | (bottom < -(2**15)))


def int8_matrices(graph: Path) -> Iterator[tuple[str, Int8]]:
    """Yields the int8 matrices that a graph multiplies by, those in a file of codes beside it included."""
    try:
        import onnx
        from onnx import numpy_helper
    except ImportError as error:
        raise SystemExit("reading graphs needs the package onnx: pip install onnx") from error

    coded = read_coded(graph.with_name(WEIGHTS)) if graph.with_name(WEIGHTS).is_file() else {}
    content = onnx.load(str(graph), load_external_data=False).graph
    factors = {name for node in content.node if "MatMul" in node.op_type for name in node.input}
    for tensor in content.initializer:
        if tensor.name in factors and tensor.data_type == onnx.TensorProto.INT8:
            yield tensor.name, coded[tensor.name] if tensor.name in coded else numpy_helper.to_array(tensor)


def summary(graph: Path) -> dict[str, Any]:
    """Returns the figures of one graph."""
    pairs = saturating = columns = affected = matrices = converted = largest = 0
    for _, weights in int8_matrices(graph):
        marked = can_saturate(weights)
        top = int(np.abs(weights.astype(np.int64)).max())
        matrices, converted = matrices + 1, converted + (top > 64)
        pairs, saturating = pairs + marked.size, saturating + int(marked.sum())
        columns, affected = columns + marked.shape[1], affected + int(marked.any(axis=0).sum())
        largest = max(largest, top)
    return {
        "matrices": matrices,
        "beyond ±64": converted,
        "columns": columns,
        "columns that could": affected,
        "pairs": pairs,
        "pairs that could": saturating,
        "largest": largest,
    }


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints one line a graph."""
    parser = argparse.ArgumentParser(description="Tell which int8 weights could saturate sums of 16 bits.")
    parser.add_argument("graphs", type=Path, nargs="*", help="graphs; those of the package by default")
    graphs = parser.parse_args(arguments).graphs
    if missing := [str(graph) for graph in graphs if not graph.is_file()]:
        parser.error(f"no such graph: {', '.join(missing)}")
    for graph in graphs or sorted(path for home in (ENCODERS, READERS) for path in home.glob("*/model.onnx")):
        figures = ", ".join(f"{name} {value:,}" for name, value in summary(graph).items())
        print(f"{graph.parent.name}: {figures}")


if __name__ == "__main__":
    main()
