"""Makes the folder of a cross-encoder (stance, relevance) from trained weights, without torch.

    pip install onnx safetensors
    python -m tools.make_reader WEIGHTS CARD --into FOLDER [--words FOLDER] [--float32]
    python -m tools.make_reader FOLDER CARD --into FOLDER

WEIGHTS is a safetensors file with `body.…` as BERT names its weights and `heads.NAME.weight` and `.bias`; or as MPNet
names them; its matrices may be codes, as training/fine_tuning/quantisation.py writes them. With --words the words are
those of another coded reader, which must lie beside the new one, and are not written again. A folder instead is that of
an int8 reader of ours: its matrices become codes (see learning/coded_weights.py), half as large. CARD is a JSON file
with what a card holds, see docs/models.md; the folder's `card.json` is the same with sizes and SHA-256 of the files.
Equal weights, calibration.txt and versions of numpy, onnx and onnxruntime give equal bytes on one kind of processor.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import numpy_helper
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from debatable.embedding.bert_graph import Array, graph_bytes
from debatable.embedding.tensors import Tensors, read_tensors, tensor_bytes
from debatable.learning.coded_weights import GROUP, WEIGHTS, Codes, packed, read_coded
from debatable.learning.training.network.coded_graph import CodedMatrix, CodedWriter, coded_writer
from debatable.learning.training.network.export import calibrated, reader_writer, typed
from debatable.learning.training.network.mpnet_graph import mpnet_writer

HERE = Path(__file__).resolve().parent
TOKENIZER = HERE.parent / "src/debatable/embedding/models/all-MiniLM-L6-v2/tokenizer.json"
WANTED = ("name", "kind", "heads", "limit", "tokenizer", "data", "made_by", "seed", "figures", "limits")
LARGEST = {"words": 7, ".weight": 15}  # codes of an int8 reader: for the words, for all products
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
    """Returns the card of the model, or ends with what is missing."""
    card: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if missing := [key for key in WANTED if key not in card]:
        raise SystemExit(f"{path}: the card does not say: {', '.join(missing)}")
    return card


def words_of(folder: Path) -> CodedMatrix:
    """Returns the words of a coded reader."""
    rows, columns, *_ = read_tensors(folder / WEIGHTS)["words.shape"].tolist()
    codes = Codes(read_coded(folder / WEIGHTS)["words"], np.ones((rows, columns // GROUP), np.int8), 1)
    graph = onnx.load(str(folder / "model.onnx"), load_external_data=False).graph
    scales = next(tensor for tensor in graph.initializer if tensor.name == "words.scale")
    return codes, numpy_helper.to_array(scales)[:, 0]


def made(
    weights: dict[str, Array], card: dict[str, Any], float32: bool, words: Path | None
) -> tuple[bytes, Tensors]:
    """Returns the graph of trained weights, and the coded weights beside it, if there are any."""
    names = [head["name"] for head in card["heads"]]
    if any(key.endswith("::codes") for key in weights):
        coded: CodedWriter
        if "body.encoder.relative_attention_bias.weight" in weights:
            coded = mpnet_writer(weights, names, card["limit"], card["name"])
        else:
            coded = coded_writer(
                weights, names, card["limit"], card["name"], None if words is None else words_of(words)
            )
        model = coded.write()
        onnx.checker.check_model(model)
        tensors = packed(model, coded.given, {})
        if words is not None:
            tensors = {key: value for key, value in tensors.items() if not key.startswith("words.")}
        return bytes(model.SerializeToString(deterministic=True)), tensors
    writer = reader_writer(weights, names, card["limit"], card["name"])
    if not float32:
        texts = (HERE / "calibration.txt").read_text(encoding="utf-8").splitlines()
        first_limit = max(head["first_limit"] for head in card["heads"])
        writer = calibrated(writer, calibration_inputs(texts, card["limit"], first_limit))
    return graph_bytes(writer.write()), {}


def main() -> None:
    """Makes the files of a reader."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weights", type=Path, help="safetensors file")
    parser.add_argument("card", type=Path, help="JSON file that says what the model is")
    parser.add_argument("--into", type=Path, required=True, help="folder of the model")
    parser.add_argument("--words", type=Path, help="folder of the reader whose words it has")
    parser.add_argument("--float32", action="store_true", help="do not quantise, to compare with")
    arguments = parser.parse_args()
    card = read_card(arguments.card)
    if arguments.weights.is_dir():
        model = onnx.load(str(arguments.weights / "model.onnx"))
        tensors = packed(model, {}, LARGEST)
        graph = bytes(model.SerializeToString(deterministic=True))
    else:
        graph, tensors = made(load_file(arguments.weights), card, arguments.float32, arguments.words)
    arguments.into.mkdir(parents=True, exist_ok=True)
    (arguments.into / "model.onnx").write_bytes(graph)
    card |= {"bytes": len(graph), "sha256": hashlib.sha256(graph).hexdigest()}
    if arguments.words:
        other = json.loads((arguments.words / "card.json").read_text("utf-8"))
        card |= {"words": {"of": arguments.words.name, "sha256": other["weights_sha256"]}}
    if tensors:
        content = tensor_bytes(tensors)
        (arguments.into / WEIGHTS).write_bytes(content)
        card |= {"bytes": len(graph) + len(content), "weights_sha256": hashlib.sha256(content).hexdigest()}
        card |= {"weights_crc32": f"{zlib.crc32(content):08x}"}
    (arguments.into / "card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n", "utf-8")
    print(f"{arguments.into}: {card['bytes']:,} bytes, SHA-256 {card['sha256']}")


if __name__ == "__main__":
    main()
