"""Makes the folder of the bundled static encoder from a table of token vectors, without torch.

    pip install safetensors
    python -m tools.make_static TABLE [--into FOLDER]

TABLE is what `python training/train.py static` writes: a safetensors file with one matrix, a row a token. Rows become
int8 with a scale each. Equal tables give equal bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file

from debatable.embedding.tensors import tensor_bytes

INTO = Path(__file__).resolve().parents[1] / "src/debatable/embedding/models/static"


def packed(table: npt.NDArray[np.float32]) -> bytes:
    """Returns a safetensors file: rows of int8, then a half float a row that they go with."""
    scales = np.maximum(np.abs(table).max(axis=1) / 127, 1e-7).astype("<f2")
    rows = np.clip(np.round(table / scales.astype(np.float32)[:, None]), -127, 127).astype(np.int8)
    return tensor_bytes({"embeddings": rows, "scales": scales})


def main() -> None:
    """Writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=Path, help="safetensors file")
    parser.add_argument("--into", type=Path, default=INTO, help="folder of the encoder")
    arguments = parser.parse_args()
    (table,) = load_file(arguments.table).values()
    content = packed(np.asarray(table, np.float32))
    arguments.into.mkdir(parents=True, exist_ok=True)
    (arguments.into / "model.safetensors").write_bytes(content)
    card = {"name": arguments.into.name, "licence": "Apache-2.0", "dimensions": table.shape[1]}
    card["sha256"] = hashlib.sha256(content).hexdigest()
    (arguments.into / "encoder.json").write_text(json.dumps(card, indent=2) + "\n", "utf-8")
    print(f"{arguments.into}: {len(content):,} bytes, SHA-256 {card['sha256']}")


if __name__ == "__main__":
    main()
