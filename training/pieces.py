"""Packs model weights for travel: matrices as int8 with a scale a row, Huffman coded, in pieces.

python pieces.py pack MODEL INTO PARTS STEPS   MODEL/model.safetensors -> INTO/NAME.0.z, NAME.1.z, …
python pieces.py join PIECES... INTO         back to a model.safetensors in float32
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load, load_file, save, save_file

Weights = dict[str, npt.NDArray[Any]]
SMALL = 50_000  # entries below which a tensor stays float32
SCALE = "::scale"


def quantised(weights: Weights, steps: int = 127) -> Weights:
    """Returns int8 matrices beside the scale of each row, small tensors as they are."""
    found: Weights = {}
    for name, value in weights.items():
        if value.dtype.kind != "f" or value.ndim < 2 or value.size < SMALL:
            found[name] = np.ascontiguousarray(value)
            continue
        scale = np.maximum(np.abs(value).max(axis=1, keepdims=True) / steps, 1e-12).astype(np.float32)
        found[name] = np.rint(value / scale).astype(np.int8)
        found[name + SCALE] = scale
    return found


def restored(packed: Weights) -> Weights:
    """Returns float32 weights."""
    found = {}
    for name, value in packed.items():
        if not name.endswith(SCALE):
            scale = packed.get(name + SCALE)
            found[name] = value if scale is None else value.astype(np.float32) * scale
    return found


def coded(packed: Weights) -> bytes:
    """Returns the bytes of a piece; Huffman codes alone win what is to be won, and are quick."""
    coder = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_HUFFMAN_ONLY)
    return coder.compress(save(packed)) + coder.flush()


def decoded(data: bytes) -> Weights:
    """Returns what a piece holds."""
    return load(zlib.decompress(data, -15))


def split(packed: Weights, parts: int) -> list[Weights]:
    """Returns pieces of nearly equal size; a matrix and its scales stay together."""
    names = sorted((name for name in packed if not name.endswith(SCALE)), key=lambda n: -packed[n].nbytes)
    pieces: list[Weights] = [{} for _ in range(parts)]
    sizes = [0] * parts
    for name in names:
        place = sizes.index(min(sizes))
        pieces[place][name] = packed[name]
        if name + SCALE in packed:
            pieces[place][name + SCALE] = packed[name + SCALE]
        sizes[place] += packed[name].nbytes
    return pieces


def pack(model: Path, into: Path, parts: int, steps: int) -> None:
    """Writes the pieces of a model."""
    into.mkdir(parents=True, exist_ok=True)
    weights = load_file(model / "model.safetensors")
    packed = quantised({name: value for name, value in weights.items() if "position_ids" not in name}, steps)
    for place, piece in enumerate(split(packed, parts)):
        path = into / f"{model.name}.{place}.z"
        path.write_bytes(coded(piece))
        print(path, f"{path.stat().st_size / 2**20:.1f} MiB")


def join(pieces: list[Path], into: Path) -> None:
    """Writes the model that the pieces hold."""
    packed: Weights = {}
    for piece in pieces:
        packed |= decoded(piece.read_bytes())
    into.parent.mkdir(parents=True, exist_ok=True)
    save_file(restored(packed), into, metadata={"format": "pt"})


if __name__ == "__main__":
    if sys.argv[1] == "pack":
        pack(Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4]), int(sys.argv[5]))
    else:
        join([Path(name) for name in sys.argv[2:-1]], Path(sys.argv[-1]))
