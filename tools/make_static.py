"""Makes the folder of the bundled static encoder from a table of token vectors, without torch.

    pip install safetensors
    python tools/make_static.py TABLE [--into FOLDER]

TABLE is what training/device/static.py leaves: a safetensors file with one matrix, a row a token. Rows become int8
with a scale each. Equal tables give equal bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import struct
from pathlib import Path

import numpy as np
import numpy.typing as npt
from safetensors.numpy import load_file

INTO = Path(__file__).resolve().parents[1] / "src/debatable/embedding/models/static"


def packed(table: npt.NDArray[np.float32]) -> bytes:
    """Returns a safetensors file: rows of int8, then a half float a row that they go with."""
    scales = np.maximum(np.abs(table).max(axis=1) / 127, 1e-7).astype("<f2")
    rows = np.clip(np.round(table / scales.astype(np.float32)[:, None]), -127, 127).astype(np.int8)
    ends = rows.size, rows.size + scales.nbytes
    header = json.dumps(
        {
            "embeddings": {"dtype": "I8", "shape": list(rows.shape), "data_offsets": [0, ends[0]]},
            "scales": {"dtype": "F16", "shape": [len(scales)], "data_offsets": list(ends)},
        },
        separators=(",", ":"),
    ).encode()
    header += b" " * (-len(header) % 8)
    body: bytes = rows.tobytes() + scales.tobytes()
    return struct.pack("<Q", len(header)) + header + body


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
