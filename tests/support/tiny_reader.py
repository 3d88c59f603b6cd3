"""A tiny reader of pairs: weights drawn from a seed, its logits computed by hand, and folders that hold it.

The graphs in tiny_models were written by the graph writer of the package from these weights:

    python -m tests.support.tiny_reader

which takes onnx. Everything else here takes numpy alone.
"""

from __future__ import annotations

import hashlib
import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from debatable.arrays import Floats

HERE = Path(__file__).parent / "tiny_models"
WIDTH, WIDE, LAYERS, ATTENTION_HEADS, LIMIT, FIRST_LIMIT = 8, 16, 2, 2, 24, 6
HEADS = ("stance", "relevance", "quality")
VOCABULARY = (
    "[PAD] [CLS] [SEP] [UNK] we should ban close zoos cars schools are is not good bad cruel safe for children "
    "animals people because they a the of and money cost"
)
WORDS = VOCABULARY.split()
SLOPE, SHIFT = 0.5, 0.25


def weights() -> dict[str, Any]:
    """Returns all weights, as float32, by the names that training gives them."""
    draw = np.random.default_rng(7)

    def drawn(*shape: int, scale: float = 1.0, mean: float = 0.0) -> Any:
        return draw.normal(mean, scale, shape).astype(np.float32)

    found = {
        "body.embeddings.word_embeddings.weight": drawn(len(WORDS), WIDTH),
        "body.embeddings.position_embeddings.weight": drawn(LIMIT + 8, WIDTH, scale=0.3),
        "body.embeddings.token_type_embeddings.weight": drawn(2, WIDTH, scale=0.5),
    }
    shapes = {
        "attention.self.query": (WIDTH, WIDTH),
        "attention.self.key": (WIDTH, WIDTH),
        "attention.self.value": (WIDTH, WIDTH),
        "attention.output.dense": (WIDTH, WIDTH),
        "intermediate.dense": (WIDE, WIDTH),
        "output.dense": (WIDTH, WIDE),
    }
    norms = ["embeddings.LayerNorm"]
    for number in range(LAYERS):
        layer = f"encoder.layer.{number}"
        for name, shape in shapes.items():
            found[f"body.{layer}.{name}.weight"] = drawn(*shape, scale=0.5)
            found[f"body.{layer}.{name}.bias"] = drawn(shape[0], scale=0.1)
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    for norm in norms:
        found[f"body.{norm}.weight"] = drawn(WIDTH, scale=0.1, mean=1.0)
        found[f"body.{norm}.bias"] = drawn(WIDTH, scale=0.1)
    for head in HEADS:
        found[f"heads.{head}.weight"] = drawn(1, WIDTH, scale=2.0)
        found[f"heads.{head}.bias"] = drawn(1, scale=0.1)
    return found


def pair_logits(first: str, second: str | None, first_limit: int = FIRST_LIMIT) -> Floats:
    """Returns the logits of a pair by the definition of BERT, in double precision, token by token."""
    w = {name: value.astype(np.float64) for name, value in weights().items()}
    ids, types = marked(first, second, first_limit)
    x = w["body.embeddings.word_embeddings.weight"][ids]
    x = x + w["body.embeddings.position_embeddings.weight"][: len(ids)]
    x = _norm(x + w["body.embeddings.token_type_embeddings.weight"][types], w, "body.embeddings.LayerNorm")
    for number in range(LAYERS):
        layer = f"body.encoder.layer.{number}"
        q, k, v = (_dense(x, w, f"{layer}.attention.self.{part}") for part in ("query", "key", "value"))
        size = WIDTH // ATTENTION_HEADS
        parts = []
        for start in range(0, WIDTH, size):
            part = slice(start, start + size)
            scores = np.exp(q[:, part] @ k[:, part].T / math.sqrt(size))
            parts.append(scores / scores.sum(axis=1, keepdims=True) @ v[:, part])
        attended = _dense(np.hstack(parts), w, f"{layer}.attention.output.dense")
        x = _norm(x + attended, w, f"{layer}.attention.output.LayerNorm")
        wide = _dense(x, w, f"{layer}.intermediate.dense")
        wide = wide * (1 + np.vectorize(math.erf)(wide / math.sqrt(2))) / 2
        x = _norm(x + _dense(wide, w, f"{layer}.output.dense"), w, f"{layer}.output.LayerNorm")
    mean = x.mean(axis=0)
    return np.array([float((w[f"heads.{h}.weight"] @ mean + w[f"heads.{h}.bias"])[0]) for h in HEADS])


def marked(first: str, second: str | None, first_limit: int) -> tuple[list[int], list[int]]:
    """Returns ids and types of the tokens, cut as in training: the first at its limit, the second at what is left."""
    place = {word: i for i, word in enumerate(WORDS)}
    one, other = ([place.get(w, 3) for w in text.lower().split()] for text in (first, second or ""))
    if second is None:
        ids = [1, *one[: LIMIT - 2], 2]
        return ids, [0] * len(ids)
    ids = [1, *one[:first_limit], 2]
    rest = [*other[: LIMIT - len(ids) - 1], 2]
    return ids + rest, [0] * len(ids) + [1] * len(rest)


def _dense(x: Floats, w: dict[str, Any], name: str) -> Floats:
    return np.asarray(x @ w[f"{name}.weight"].T + w[f"{name}.bias"])


def _norm(x: Floats, w: dict[str, Any], name: str) -> Floats:
    x = x - x.mean(axis=1, keepdims=True)
    x = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-12)
    return np.asarray(x * w[f"{name}.weight"] + w[f"{name}.bias"])


def card(graph: bytes) -> dict[str, Any]:
    """Returns the card of a graph."""
    heads = [{"name": h, "first_limit": FIRST_LIMIT, "slope": SLOPE, "shift": SHIFT} for h in HEADS]
    return {"name": "tiny", "heads": heads, "limit": LIMIT, "sha256": hashlib.sha256(graph).hexdigest()}


def tiny_folder(folder: Path, kind: str = "int8", graph: bytes | None = None) -> Path:
    """Makes a model folder of a graph, the int8 or the float32 one unless another is given."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    folder.mkdir(parents=True, exist_ok=True)
    graph = (HERE / f"{kind}.onnx").read_bytes() if graph is None else graph
    (folder / "model.onnx").write_bytes(graph)
    (folder / "card.json").write_text(json.dumps(card(graph)), "utf-8")
    tokenizer = Tokenizer(models.WordLevel({w: i for i, w in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def written(kind: str) -> bytes:
    """Writes the graph anew."""
    from debatable.learning.training.network.export import calibrated, reader_writer, typed

    plain = reader_writer(weights(), HEADS, LIMIT, "tiny", ATTENTION_HEADS)
    if kind == "int8":
        draw = np.random.default_rng(3)
        rows = [draw.integers(3, len(WORDS), 12).tolist() for _ in range(200)]
        feeds = [typed([1, *row[: cut % 6], 2], [*row[cut % 6 :], 2]) for cut, row in enumerate(rows)]
        plain = calibrated(plain, feeds)
    return bytes(plain.write().SerializeToString(deterministic=True))


if __name__ == "__main__":
    for kind in ("int8", "float32"):
        (HERE / f"{kind}.onnx").write_bytes(written(kind))
