"""Matrices of about four bits a weight, read into the int8 that a graph computes with, and written.

A matrix is a code for every weight, from -7 to 7 or wider, times a whole factor for every 64 of them; their product
fits a signed byte, and the scales of its columns stand in the graph. A file is a safetensors file with three arrays a
matrix: ``NAME.codes``, a Zstandard frame, two codes a byte where they are that small; ``NAME.factors``, another; and
``NAME.shape``: rows, columns, the axis along which 64 weights share a factor, and codes a byte.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import zstandard

from debatable.embedding.cores import cores
from debatable.embedding.tensors import Tensors, read_tensors
from debatable.errors import InputError

WEIGHTS = "weights.safetensors"
"""Name of the file beside a graph whose matrices are coded."""
GROUP = 64
"""Weights that share a factor."""

MIDDLE = 8  # added to a code of four bits, so that it is not negative
LARGEST = 2**28  # weights of a matrix
BLOCK = 2**15  # bytes that are unpacked at once, in the nearest cache
SMALL = 50_000  # weights below which a matrix stays in the graph
UNUSED = [*range(1, 100), *range(104, 999)]  # rows of BERT's vocabulary that no text ever meets

Array = npt.NDArray[Any]
Bytes = npt.NDArray[np.int8]


def read_coded(path: Path) -> dict[str, Bytes]:
    """Returns the int8 matrices of a file by their names, unfolded on all cores.

    Raises:
        InputError: It is no such file, or damaged.
    """
    tensors = read_tensors(path)
    names = [name.removesuffix(".shape") for name in tensors if name.endswith(".shape")]
    try:
        matrices = list(cores().run(lambda name: unfolded(tensors, name), names))
    except (KeyError, ValueError, TypeError, zstandard.ZstdError) as error:
        raise InputError("holds no coded matrices", where=str(path), todo="copy it again") from error
    return dict(zip(names, matrices, strict=True))


def unfolded(tensors: Tensors, name: str) -> Bytes:
    """Returns one matrix: codes times factors."""
    rows, columns, axis, a_byte = (int(number) for number in tensors[f"{name}.shape"])
    if min(rows, columns) < 1 or rows * columns > LARGEST or axis not in (0, 1) or a_byte not in (1, 2):
        raise ValueError(name)
    content = _inflated(tensors[f"{name}.codes"], rows * columns // a_byte)
    factors = _inflated(tensors[f"{name}.factors"], rows * columns // GROUP).view(np.int8)
    codes = _unpacked(content) if a_byte == 2 else content.view(np.int8).copy()
    if axis == 0:
        parts = codes.reshape(rows // GROUP, GROUP, columns)
        np.multiply(parts, factors.reshape(-1, 1, columns), out=parts)
    else:
        parts = codes.reshape(rows, columns // GROUP, GROUP)
        np.multiply(parts, factors.reshape(rows, -1, 1), out=parts)
    return codes.reshape(rows, columns)


def _inflated(stream: npt.NDArray[Any], size: int) -> npt.NDArray[np.uint8]:
    """Returns the bytes of a frame, whose number is known."""
    if zstandard.frame_content_size(stream.data) != size:
        raise ValueError("another size")
    content = zstandard.ZstdDecompressor().decompress(stream.data, allow_extra_data=False)
    if len(content) != size:
        raise ValueError("cut short")
    return np.frombuffer(content, dtype=np.uint8)


def _unpacked(content: npt.NDArray[np.uint8]) -> Bytes:
    """Returns two codes a byte, the high bits first.

    >>> _unpacked(np.array([0x8F, 0x17], np.uint8)).tolist()
    [0, 7, -7, -1]
    """
    pairs = np.empty(len(content), dtype="<u2")
    for start in range(0, len(content), BLOCK):
        part = pairs[start : start + BLOCK]
        part[:] = content[start : start + BLOCK]
        high = part >> 4
        part <<= 8
        part |= high
        part &= 0x0F0F
    codes = pairs.view(np.int8)
    codes -= MIDDLE
    return codes


@dataclass(frozen=True, slots=True)
class Codes:
    """A matrix as a code for every weight and a factor for every 64 of them along an axis."""

    codes: Array
    factors: Array
    axis: int
    largest: int = 7

    @property
    def whole(self) -> Array:
        """The int8 matrix that they stand for."""
        return np.asarray(self.codes * np.repeat(self.factors, GROUP, axis=self.axis), dtype=np.int8)

    def tensors(self, name: str) -> Tensors:
        """Returns the three arrays of a file."""
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
    """Returns the bytes of the values as a frame; Huffman coding wins most, so the quickest level will do."""
    content = values.astype(np.uint8, casting="unsafe").tobytes()
    return np.frombuffer(zstandard.ZstdCompressor(level=1).compress(content), dtype=np.uint8)


def coded(matrix: Array, axis: int, largest: int = 7) -> Codes:
    """Returns the nearest codes of an int8 matrix.

    >>> matrix = np.tile(np.array([[70], [-35]], dtype=np.int8), (32, 1))
    >>> codes = coded(matrix, 0)
    >>> codes.factors.tolist(), codes.whole[:2].tolist()
    ([[10]], [[70], [-40]])
    """
    values = np.moveaxis(matrix.astype(np.float64), axis, 0)
    parts = values.reshape(-1, GROUP, values.shape[1])
    factors = np.clip(np.ceil(np.abs(parts).max(axis=1) / largest), 1, 127 // largest)
    codes = np.clip(np.rint(parts / factors[:, None]), -largest, largest).reshape(values.shape)
    codes, factors = (np.moveaxis(array, 0, axis).astype(np.int8) for array in (codes, factors))
    return Codes(np.ascontiguousarray(codes), np.ascontiguousarray(factors), axis, largest)


def packed(model: Any, given: Mapping[str, Codes], largest: Mapping[str, int]) -> Tensors:
    """Moves the int8 matrices of an ONNX model into coded ones; the model keeps their names and shapes.

    Args:
        model: Is changed.
        given: Codes by the name of their matrix, where they are known.
        largest: Code of each other matrix, by the end of its name; words share factors along a row.
    """
    from onnx import TensorProto, numpy_helper

    tensors: Tensors = {}
    for tensor in model.graph.initializer:
        if tensor.data_type != TensorProto.INT8 or int(np.prod(tensor.dims)) < SMALL:
            continue
        codes = given.get(tensor.name)
        if codes is None:
            bound = next(number for end, number in largest.items() if tensor.name.endswith(end))
            codes = coded(numpy_helper.to_array(tensor), int(tensor.name == "words"), bound)
        if tensor.name == "words":
            codes.codes[[row for row in UNUSED if row < len(codes.codes)]] = 0
        tensors |= codes.tensors(tensor.name)
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        entry = tensor.external_data.add()
        entry.key, entry.value = "location", WEIGHTS
    return tensors
