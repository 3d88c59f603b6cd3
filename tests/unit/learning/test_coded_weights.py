"""Matrices of a few bits a weight, against products written out one by one."""

from __future__ import annotations

import json
import shutil
import struct
from pathlib import Path

import numpy as np
import pytest
import zstandard

from debatable.errors import InputError
from debatable.learning import PairReader
from debatable.learning.coded_weights import WEIGHTS, read_coded
from debatable.learning.inventory import folder_model
from debatable.learning.pair_reader import MODELS


def frame(content: bytes) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    return np.frombuffer(zstandard.ZstdCompressor().compress(content), dtype=np.uint8)


def written(path: Path, arrays: dict[str, np.ndarray[tuple[int], np.dtype[np.uint8]]]) -> Path:
    header, body = {}, b""
    for name, array in arrays.items():
        kind = {"uint8": "U8", "int64": "I64"}[array.dtype.name]
        place = [len(body), len(body) + array.nbytes]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": place}
        body += array.tobytes()
    head = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(head)) + head + body)
    return path


def arrays(
    codes: list[list[int]], factors: list[list[int]], axis: int, a_byte: int
) -> dict[str, np.ndarray[tuple[int], np.dtype[np.uint8]]]:
    flat = [code for row in codes for code in row]
    if a_byte == 2:
        content = bytes((one + 8) * 16 + other + 8 for one, other in zip(flat[::2], flat[1::2], strict=True))
    else:
        content = bytes(code % 256 for code in flat)
    shape = np.array([len(codes), len(codes[0]), axis, a_byte])
    return {
        "m.codes": frame(content),
        "m.factors": frame(bytes(factor for row in factors for factor in row)),
        "m.shape": shape,
    }


@pytest.mark.parametrize(("largest", "a_byte"), [(7, 2), (7, 1), (15, 1)])
@pytest.mark.parametrize("axis", [0, 1])
def test_a_weight_is_its_code_times_the_factor_of_its_group(
    tmp_path: Path, largest: int, a_byte: int, axis: int
) -> None:
    draw = np.random.default_rng(axis)
    shape = (128, 6) if axis == 0 else (3, 192)
    groups = (2, 6) if axis == 0 else (3, 3)
    codes = draw.integers(-largest, largest + 1, shape).tolist()
    factors = draw.integers(1, 127 // largest + 1, groups).tolist()
    found = read_coded(written(tmp_path / WEIGHTS, arrays(codes, factors, axis, a_byte)))
    assert set(found) == {"m"} and found["m"].dtype == np.int8
    for row in range(shape[0]):
        for column in range(shape[1]):
            factor = factors[row // 64][column] if axis == 0 else factors[row][column // 64]
            assert found["m"][row, column] == codes[row][column] * factor


def spoiled(kind: str) -> dict[str, np.ndarray[tuple[int], np.dtype[np.uint8]]]:
    good = arrays([[1, 2]] * 64, [[3, 4]], 0, 2)
    if kind == "cut stream":
        return {**good, "m.codes": good["m.codes"][:-3]}
    if kind == "no stream":
        return {**good, "m.codes": np.frombuffer(b"\xff" * 9, dtype=np.uint8)}
    if kind == "too long":
        return {**good, "m.codes": frame(b"\x88" * 65)}
    if kind == "more behind":
        return {**good, "m.codes": np.append(good["m.codes"], good["m.codes"])}
    if kind == "no size":
        coder = zstandard.ZstdCompressor(write_content_size=False)
        return {**good, "m.codes": np.frombuffer(coder.compress(b"\x88" * 64), dtype=np.uint8)}
    if kind == "few factors":
        return {**good, "m.factors": frame(b"\x01")}
    if kind == "no factors":
        return {name: array for name, array in good.items() if name != "m.factors"}
    sizes = {"huge": [2**20, 2**20, 0, 2], "negative": [-64, 2, 0, 2], "axis": [64, 2, 2, 2]}
    return {**good, "m.shape": np.array(sizes.get(kind, [64, 2, 0]))}


@pytest.mark.parametrize(
    "kind",
    [
        "cut stream",
        "no stream",
        "too long",
        "more behind",
        "no size",
        "few factors",
        "no factors",
        "huge",
        "negative",
        "axis",
        "short",
    ],
)
def test_what_is_damaged_is_refused_in_one_sentence(tmp_path: Path, kind: str) -> None:
    path = written(tmp_path / WEIGHTS, spoiled(kind))
    with pytest.raises(InputError, match="holds no coded matrices"):
        read_coded(path)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    folder = tmp_path / "reader"
    shutil.copytree(MODELS / "reader", folder)
    return folder


@pytest.mark.parametrize("known", ["weights_crc32", "weights_sha256"])
def test_weights_beside_a_graph_are_checked_before_they_are_used(copied: Path, known: str) -> None:
    card = json.loads((copied / "card.json").read_text("utf-8"))
    if known == "weights_sha256":
        del card["weights_crc32"]
        (copied / "card.json").write_text(json.dumps(card), "utf-8")
    content = bytearray((copied / WEIGHTS).read_bytes())
    content[len(content) // 2] ^= 1
    (copied / WEIGHTS).write_bytes(content)
    for ask in (lambda: PairReader(copied).card, lambda: folder_model(copied)):
        with pytest.raises(InputError, match="is damaged, or not the model that its card describes"):
            ask()


def test_a_card_without_a_checksum_still_opens(copied: Path) -> None:
    card = json.loads((copied / "card.json").read_text("utf-8"))
    del card["weights_crc32"]
    (copied / "card.json").write_text(json.dumps(card), "utf-8")
    pairs = (["Zoos are cruel"], ["Close them"])
    assert PairReader(copied)(*pairs).tolist() == PairReader(MODELS / "reader")(*pairs).tolist()


def test_missing_weights_are_named(copied: Path) -> None:
    (copied / WEIGHTS).unlink()
    for ask in (lambda: PairReader(copied).card, lambda: folder_model(copied)):
        with pytest.raises(InputError, match="the model is missing"):
            ask()


def test_the_size_of_a_model_is_that_of_all_its_files(copied: Path) -> None:
    sizes = sum((copied / name).stat().st_size for name in ("model.onnx", WEIGHTS))
    assert folder_model(copied).bytes == sizes
