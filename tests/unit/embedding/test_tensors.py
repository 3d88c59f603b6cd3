"""Arrays read out of safetensors files, against files put together by hand."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np
import pytest

from debatable.embedding.tensors import read_tensors
from debatable.errors import InputError


def file_of(header: dict[str, object], body: bytes) -> bytes:
    head = json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + body


def entry(kind: str, shape: list[int], start: int, end: int) -> dict[str, object]:
    return {"dtype": kind, "shape": shape, "data_offsets": [start, end]}


def test_arrays_of_every_kind_come_out_as_they_were_put_in(tmp_path: Path) -> None:
    body = struct.pack("<2f", 1.5, -2.0) + bytes([1, 255]) + struct.pack("<q", -3)
    header = {
        "__metadata__": {"format": "pt"},
        "singles": entry("F32", [1, 2], 0, 8),
        "small": entry("U8", [2], 8, 10),
        "signed": entry("I8", [2], 8, 10),
        "long": entry("I64", [1], 10, 18),
    }
    path = tmp_path / "some.safetensors"
    path.write_bytes(file_of(header, body))
    found = read_tensors(path)
    assert set(found) == {"singles", "small", "signed", "long"}
    assert found["singles"].tolist() == [[1.5, -2.0]]
    assert found["small"].tolist() == [1, 255] and found["signed"].tolist() == [1, -1]
    assert found["long"].tolist() == [-3]


GOOD = file_of({"a": entry("U8", [4], 0, 4)}, b"abcd")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        GOOD[:-1],
        GOOD[:20],
        struct.pack("<Q", 2**40) + GOOD[8:],
        file_of({"a": entry("BF16", [2], 0, 4)}, b"abcd"),
        file_of({"a": entry("U8", [5], 0, 4)}, b"abcd"),
        file_of({"a": entry("U8", [4], -4, 4)}, b"abcd"),
        file_of({"a": 7}, b"abcd"),
        struct.pack("<Q", 4) + b"[12]",
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "some.safetensors"
    path.write_bytes(content)
    with pytest.raises(InputError, match="is no safetensors file"):
        read_tensors(path)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no safetensors file"):
        read_tensors(tmp_path / "none")


def test_arrays_cannot_be_written_to(tmp_path: Path) -> None:
    path = tmp_path / "some.safetensors"
    path.write_bytes(GOOD)
    with pytest.raises(ValueError, match="read-only"):
        np.add(read_tensors(path)["a"], 1, out=read_tensors(path)["a"])
