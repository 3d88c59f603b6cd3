"""Writes matrices of about four bits a weight, as ``learning.coded_weights`` reads them."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import onnx
import zstandard
from onnx import TensorProto, numpy_helper

from debatable.embedding.export.bert_graph import Array
from debatable.embedding.tensors import Tensors
from debatable.learning.coded_weights import GROUP, MIDDLE, WEIGHTS

__all__ = ["Codes", "coded", "packed", "tensor_bytes"]

SMALL = 50_000  # weights below which a matrix stays in the graph
UNUSED = [*range(1, 100), *range(104, 999)]  # rows of BERT's vocabulary that no text ever meets
NAMES = {"float32": "F32", "int8": "I8", "uint8": "U8", "int64": "I64"}


@dataclass(frozen=True, slots=True)
class Codes:
    """A matrix as codes and factors.

    Attributes:
        codes: One a weight.
        factors: One for every 64 of them, along an axis.
        axis: That axis.
        largest: Code that none exceeds.
    """

    codes: Array
    factors: Array
    axis: int
    largest: int = 7

    @property
    def whole(self) -> Array:
        """The int8 matrix that they stand for."""
        factors = np.repeat(self.factors, GROUP, axis=self.axis)
        return np.asarray(self.codes * factors, dtype=np.int8)

    def tensors(self, name: str) -> Tensors:
        """Returns what a file holds of them."""
        flat, a_byte = self.codes.reshape(-1), 1
        if self.largest < MIDDLE:
            pairs, a_byte = (flat + MIDDLE).astype(np.uint8).reshape(-1, 2), 2
            flat = pairs[:, 0] * np.uint8(16) + pairs[:, 1]
        return {
            f"{name}.codes": _frame(flat),
            f"{name}.factors": _frame(self.factors),
            f"{name}.shape": np.array([*self.codes.shape, self.axis, a_byte], dtype=np.int64),
        }


def _frame(values: Array) -> Array:
    """Returns a frame of the values' bytes; Huffman's codes alone win what is to be won, so the quickest level does."""
    content = values.astype(np.uint8, casting="unsafe").tobytes()
    return np.frombuffer(zstandard.ZstdCompressor(level=1).compress(content), dtype=np.uint8)


def coded(matrix: Array, axis: int, largest: int = 7) -> Codes:
    """Returns the nearest codes of an int8 matrix.

    >>> matrix = np.tile(np.array([[70], [-35]], dtype=np.int8), (32, 1))
    >>> found = coded(matrix, 0)
    >>> found.factors.tolist(), found.whole[:2].tolist()
    ([[10]], [[70], [-40]])
    """
    values = np.moveaxis(matrix.astype(np.float64), axis, 0)
    parts = values.reshape(-1, GROUP, values.shape[1])
    peaks = np.abs(parts).max(axis=1)
    factors = np.clip(np.ceil(peaks / largest), 1, 127 // largest)
    codes = np.clip(np.rint(parts / factors[:, None]), -largest, largest).reshape(values.shape)
    codes, factors = (np.moveaxis(array, 0, axis).astype(np.int8) for array in (codes, factors))
    return Codes(np.ascontiguousarray(codes), np.ascontiguousarray(factors), axis, largest)


def packed(model: onnx.ModelProto, given: Mapping[str, Codes], largest: Mapping[str, int]) -> Tensors:
    """Moves the int8 matrices of a graph into coded ones; the graph keeps their names and shapes.

    Args:
        model: Is changed.
        given: Codes that are known, by the matrix' name.
        largest: Code of each other matrix, by the end of its name; words share factors along a row.
    """
    found: Tensors = {}
    for tensor in model.graph.initializer:
        if tensor.data_type != TensorProto.INT8 or int(np.prod(tensor.dims)) < SMALL:
            continue
        codes = given.get(tensor.name)
        if codes is None:
            bound = next(number for end, number in largest.items() if tensor.name.endswith(end))
            codes = coded(numpy_helper.to_array(tensor), int(tensor.name == "words"), bound)
        if tensor.name == "words":
            codes.codes[[row for row in UNUSED if row < len(codes.codes)]] = 0
        found |= codes.tensors(tensor.name)
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        entry = tensor.external_data.add()
        entry.key, entry.value = "location", WEIGHTS
    return found


def tensor_bytes(tensors: Tensors) -> bytes:
    """Returns a safetensors file; equal arrays give equal bytes."""
    header, place = {}, 0
    for name in sorted(tensors):
        array = tensors[name]
        offsets = [place, place + array.nbytes]
        header[name] = {
            "dtype": NAMES[array.dtype.name],
            "shape": list(array.shape),
            "data_offsets": offsets,
        }
        place = offsets[1]
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)
    body = b"".join(np.ascontiguousarray(tensors[name]).tobytes() for name in sorted(tensors))
    return struct.pack("<Q", len(head)) + head + body
