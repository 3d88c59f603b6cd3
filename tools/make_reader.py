"""Makes the folder of a reader of pairs (stance, relevance) from trained weights, without torch.

    pip install onnx safetensors
    python tools/make_reader.py WEIGHTS CARD --into FOLDER [--float32]

WEIGHTS is a safetensors file with `body.…` as BERT names its weights and `heads.NAME.weight` and `.bias`. CARD is
a JSON file that says what a card says of a model, see docs/models.md; the folder's `card.json` is the same with the
size and SHA-256 of the graph. Equal weights, calibration.txt and versions of numpy, onnx and onnxruntime give equal
bytes on one kind of processor.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from safetensors.numpy import load_file
from tokenizers import Tokenizer

from debatable.embedding.export.bert_graph import Array, graph_bytes
from debatable.learning.training.network.reader_graph import calibrated, reader_writer, typed

HERE = Path(__file__).resolve().parent
TOKENIZER = HERE.parent / "src/debatable/embedding/models/all-MiniLM-L6-v2/tokenizer.json"
WANTED = ("name", "kind", "heads", "limit", "tokenizer", "data", "made_by", "seed", "figures", "limits")
APART = (1, 7, 19)  # how far apart two calibration texts stand that make a pair


def calibration_inputs(texts: list[str], limit: int, first_limit: int) -> Iterator[dict[str, Array]]:
    """Yields the inputs of the calibration texts, each alone and as the first and the second of pairs."""
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    tokens = [tokenizer.encode(text, add_special_tokens=False).ids for text in texts]
    begin, end = tokenizer.encode("").ids
    for one in tokens:
        yield typed([begin, *one[: limit - 2], end], [])
    for apart in APART:
        for place, one in enumerate(tokens):
            first = [begin, *one[:first_limit], end]
            yield typed(first, [*tokens[(place + apart) % len(tokens)][: limit - len(first) - 1], end])


def read_card(path: Path) -> dict[str, Any]:
    """Returns what is to be said of the model, or ends with what is missing."""
    card: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if missing := [key for key in WANTED if key not in card]:
        raise SystemExit(f"{path}: the card does not say: {', '.join(missing)}")
    return card


def main() -> None:
    """Makes the files of a reader."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", type=Path, help="safetensors file")
    parser.add_argument("card", type=Path, help="JSON file that says what the model is")
    parser.add_argument("--into", type=Path, required=True, help="folder of the model")
    parser.add_argument("--float32", action="store_true", help="do not quantise, to compare with")
    arguments = parser.parse_args()
    card = read_card(arguments.card)
    names = [head["name"] for head in card["heads"]]
    writer = reader_writer(load_file(arguments.weights), names, card["limit"], card["name"])
    if not arguments.float32:
        texts = (HERE / "calibration.txt").read_text(encoding="utf-8").splitlines()
        first_limit = max(head["first_limit"] for head in card["heads"])
        writer = calibrated(writer, calibration_inputs(texts, card["limit"], first_limit))
    graph = graph_bytes(writer.write())
    arguments.into.mkdir(parents=True, exist_ok=True)
    (arguments.into / "model.onnx").write_bytes(graph)
    card |= {"bytes": len(graph), "sha256": hashlib.sha256(graph).hexdigest()}
    (arguments.into / "card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(f"{arguments.into}: {len(graph):,} bytes, SHA-256 {card['sha256']}")


if __name__ == "__main__":
    main()
