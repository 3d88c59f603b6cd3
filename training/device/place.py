"""Where things lie on the machine that trains."""

from __future__ import annotations

import json
import os
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import torch
from models import Reader
from safetensors.torch import save

from reading import Array

KEEP = Path(os.environ.get("KEEP", "/root/keep"))
DATA, MODELS, WORK, DONE = KEEP / "data", KEEP / "models", KEEP / "work", KEEP / "done"
TINY = bool(os.environ.get("TINY"))  # a trial run: few pairs, few layers
SMALL = 50_000


def few(pairs: dict[str, Array], most: int = 300) -> dict[str, Array]:
    """Returns a table, in a trial run a small part of it."""
    if not TINY:
        return pairs
    rows = np.random.default_rng(0).permutation(len(pairs["y"]))[:most]
    return {key: value if key == "names" else value[rows] for key, value in pairs.items()}


def write_report(name: str, figures: Any) -> None:
    """Writes figures as JSON."""
    DONE.mkdir(parents=True, exist_ok=True)
    (DONE / f"{name}.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")


def write_weights(name: str, model: Reader, parts: int) -> None:
    """Writes a model in files that may travel: matrices as int8 with a scale a row, as they will serve."""
    found: dict[str, torch.Tensor] = {}
    for key, value in model.state_dict().items():
        value = value.detach().float().cpu()
        if value.ndim == 2 and value.numel() >= SMALL:
            scale = (value.abs().amax(1, keepdim=True) / 127).clamp_min(1e-12)
            found[key], found[key + "::scale"] = torch.round(value / scale).to(torch.int8), scale
        else:
            found[key] = value
    write_pieces(name, found, parts)


def write_pieces(name: str, found: dict[str, torch.Tensor], parts: int) -> None:
    """Writes tensors in so many files of about one size, as pieces.py reads them."""
    sizes, pieces = [0] * parts, [dict[str, torch.Tensor]() for _ in range(parts)]
    for key in sorted(found, key=lambda k: -found[k].nbytes):
        place = sizes.index(min(sizes))
        pieces[place][key] = found[key].contiguous()
        sizes[place] += found[key].nbytes
    DONE.mkdir(parents=True, exist_ok=True)
    for place, piece in enumerate(pieces):
        coder = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_HUFFMAN_ONLY)
        (DONE / f"{name}.{place}.z").write_bytes(coder.compress(save(piece)) + coder.flush())


def set_up() -> None:
    """Lets matrix products be fast."""
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.backends.cudnn.allow_tf32 = True
