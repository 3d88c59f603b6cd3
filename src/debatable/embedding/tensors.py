"""Safetensors files, read and written with numpy: a JSON header, then plain numbers."""

from __future__ import annotations

import json
import struct
from mmap import mmap
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.errors import InputError

KINDS = {"F16": "<f2", "F32": "<f4", "F64": "<f8", "I8": "i1", "U8": "u1", "I64": "<i8"}
NAMES = {np.dtype(kind).str: name for name, kind in KINDS.items()}
HEADER = 16 * 2**20  # bytes of a header at most

Tensors = dict[str, npt.NDArray[Any]]


def read_tensors(path: Path) -> Tensors:
    """Returns the arrays of a file by their names; they cannot be written to.

    Raises:
        InputError: It is no safetensors file, cut short, or holds other kinds of numbers.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _refused(path) from error
    return parsed_tensors(content, path)


def parsed_tensors(file: bytes | mmap, path: Path) -> Tensors:
    """Returns the arrays of a file whose content is given, without a copy; the path is for messages.

    Raises:
        InputError: It is no safetensors file, cut short, or holds other kinds of numbers.
    """
    try:
        content = memoryview(file)
        (size,) = struct.unpack("<Q", content[:8])
        if size > HEADER:
            raise ValueError("header too long")
        header = json.loads(bytes(content[8 : 8 + size]))
        body = content[8 + size :]
        return {name: _numbers(body, entry) for name, entry in header.items() if name != "__metadata__"}
    except (ValueError, KeyError, TypeError, AttributeError, struct.error) as error:
        raise _refused(path) from error


def _refused(path: Path) -> InputError:
    return InputError("is no safetensors file", where=str(path), todo="copy it again")


def _numbers(content: memoryview, entry: dict[str, Any]) -> npt.NDArray[Any]:
    """Returns the array that an entry of the header describes."""
    start, end = entry["data_offsets"]
    if not 0 <= start <= end <= len(content):
        raise ValueError("cut short")
    return np.frombuffer(content[start:end], dtype=KINDS[entry["dtype"]]).reshape(entry["shape"])


def tensor_bytes(tensors: Tensors) -> bytes:
    """Returns a safetensors file; equal arrays give equal bytes."""
    body = b"".join(np.ascontiguousarray(tensors[name]).tobytes() for name in sorted(tensors))
    return tensor_header(tensors) + body


def tensor_header(tensors: Tensors) -> bytes:
    """Returns how a safetensors file begins; the arrays follow in the order of their names."""
    header, place = {}, 0
    for name in sorted(tensors):
        array = tensors[name]
        kind, end = NAMES[array.dtype.str], place + array.nbytes
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [place, end]}
        place = end
    head = json.dumps(header, separators=(",", ":")).encode()
    head += b" " * (-len(head) % 8)
    return struct.pack("<Q", len(head)) + head
