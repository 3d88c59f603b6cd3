"""A folder with an ONNX graph and a tokenizer, opened once and kept."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.arrays import Matrix
from debatable.embedding.runtime import runtime, session_options
from debatable.embedding.word_pieces import WordPieces
from debatable.errors import InputError, StorageError

INT8 = (b"MatMulInteger", b"QuantizeLinear", b"DynamicQuantize", b"QLinearMatMul", b"QAttention", b"QGemm")
"""Names of operators that a graph with int8 weights has one of."""

SHARED = "Attempt to replace the existing tensor"
"""Error of onnxruntime where it would have to shift weights twice to make their products exact."""

OTHER_BITS = "MatmulTransposeFusion"
"""An optimisation that adds numbers in another order on some processors: with it a graph would depend on whether it was
optimised."""
PLACES = ("model.onnx", "onnx/model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx")


@dataclass(frozen=True, slots=True)
class Graph:
    """A session, its tokenizer, and the settings of the files beside them.

    Attributes:
        session: Of onnxruntime.
        tokenizer: Of the tokenizers library, without truncation and padding.
        limit: Tokens of one input, special tokens included.
        before: Ids of the special tokens before a text, such as [CLS].
        after: Ids of the special tokens after it, such as [SEP].
        padding: Id that fills short inputs up.
        pooling: How token vectors become one: mean, cls or max.
    """

    session: Any
    tokenizer: Any
    limit: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    padding: int
    pooling: str

    @property
    def window(self) -> int:
        """Tokens of a text that fit beside the special tokens."""
        return self.limit - len(self.before) - len(self.after)

    def run(self, rows: Sequence[Sequence[int]], width: int) -> Matrix:
        """Returns the pooled, not yet normalised vectors of texts padded to one width."""
        ids = np.full((len(rows), width), self.padding, dtype=np.int64)
        mask = np.zeros_like(ids)
        for row, tokens in enumerate(rows):
            length = len(self.before) + len(tokens) + len(self.after)
            ids[row, :length] = (*self.before, *tokens, *self.after)
            mask[row, :length] = 1
        arrays = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        feed = {entry.name: arrays[entry.name] for entry in self.session.get_inputs()}
        return pooled(self.session.run([self.output], feed)[0], mask, self.pooling)

    @property
    def output(self) -> str:
        """Name of the output with sentence vectors, or else of that with token vectors."""
        names = [entry.name for entry in self.session.get_outputs()]
        wanted = ("sentence_embedding", "token_embeddings", "last_hidden_state")
        return str(next((name for name in wanted if name in names), names[0]))


def pooled(values: Any, mask: Any, pooling: str) -> Matrix:
    """Returns one vector a text from token vectors (texts, tokens, dimensions); else values as they are."""
    if values.ndim == 2:
        return np.asarray(values, dtype=np.float32)
    if pooling == "cls":
        return np.asarray(values[:, 0], dtype=np.float32)
    if pooling == "max":
        return np.asarray(np.where(mask[:, :, None] == 1, values, -np.inf).max(axis=1), dtype=np.float32)
    total = np.matmul(mask[:, None, :].astype(np.float32), values)[:, 0]
    return np.asarray(total / mask.sum(axis=1, keepdims=True), dtype=np.float32)


@lru_cache(maxsize=8)
def open_graph(folder: Path, *, prepared: bool = False) -> Graph:
    """Opens a folder, once; a prepared graph is run as it is."""
    path = graph_file(folder)
    tokenizer = open_tokenizer(tokenizer_file(folder))
    session = open_session(path, prepared=prepared)
    before, after = marks(*(tokenizer.encode("a", add_special_tokens=around).ids for around in (False, True)))
    return Graph(
        session, tokenizer, limit_of(folder), before, after, padding_of(tokenizer), pooling_of(folder)
    )


@lru_cache(maxsize=8)
def open_tokenizer(path: Path) -> WordPieces:
    """Opens a tokenizer, without truncation and padding, once: models that share a file share it."""
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(path))
    except Exception as error:  # the tokenizers library raises plain Exceptions
        raise InputError(f"cannot read the tokenizer ({error})", where=str(path)) from error
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return WordPieces(tokenizer)


def open_session(
    path: Path, weights: Mapping[str, npt.NDArray[Any]] | None = None, *, prepared: bool = False
) -> Any:
    """Opens a graph that reads token ids, and a mask and types where it wants them; each run of it takes one core.

    Args:
        path: Of the graph.
        weights: Constants that the graph names and does not hold.
        prepared: Whether the graph is run as it is, see `session_options`.
    """
    onnxruntime = runtime()
    options = session_options(prepared=prepared)
    options.intra_op_num_threads = 1
    options.enable_mem_reuse = False  # its planning takes longer than all the rest; an arena reuses as well
    try:
        if weights:
            values = [onnxruntime.OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
            options.add_external_initializers(list(weights), values)
        session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"], disabled_optimizers=[OTHER_BITS]
        )
    except Exception as error:  # onnxruntime's errors share no base class of their own
        if SHARED in str(error):
            what = (
                "shares int8 weights or zero points between operators, and so is not exact on this processor"
            )
            todo = "export it with a copy of them for each operator, or with weights within ±64"
            raise InputError(what, where=str(path), todo=todo) from error
        reason = str(error).splitlines()[0][:200]
        raise InputError(f"onnxruntime cannot load the graph ({reason})", where=str(path)) from error
    known = {"input_ids", "attention_mask", "token_type_ids"}
    if strange := {entry.name for entry in session.get_inputs()} - known:
        raise InputError(f"the graph wants unknown inputs: {', '.join(sorted(strange))}", where=str(path))
    return session


def token_ids(tokenizer: WordPieces, texts: Sequence[str]) -> list[list[int]]:
    """Returns the ids of all tokens of every text, without special tokens and not truncated."""
    plain = [text if text.isascii() else text.encode("utf-8", "replace").decode() for text in texts]
    each = list(dict.fromkeys(plain))  # one query is read with many texts
    ids = dict(zip(each, tokenizer.ids(each), strict=True))
    return [ids[text] for text in plain]


def padding_of(tokenizer: Any) -> int:
    """Returns the id that fills short inputs up."""
    return next((i for i in map(tokenizer.token_to_id, ("[PAD]", "<pad>")) if i is not None), 0)


def graph_file(folder: Path) -> Path:
    """Returns the graph of a folder."""
    for place in PLACES:
        if (folder / place).is_file():
            return folder / place
    raise InputError("no ONNX graph here", where=str(folder), todo=f"put it at {PLACES[0]} or {PLACES[1]}")


def tokenizer_file(folder: Path) -> Path:
    """Returns the tokenizer of a folder: its own, or that which its card names, of a folder beside it or bundled."""
    shared = read_json(folder / "encoder.json").get("tokenizer")
    own = folder / "tokenizer.json"
    if own.is_file() or not isinstance(shared, str) or Path(shared).name != shared:
        return own
    beside = folder.parent / shared / "tokenizer.json"
    return beside if beside.is_file() else Path(__file__).parent / "models" / shared / "tokenizer.json"


def weights_of(path: Path) -> str:
    """Returns the kind of weights of a graph, by the names of its operators: int8 or float32."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StorageError(f"cannot be read ({error.strerror})", where=str(path)) from error
    return "int8" if any(name in content for name in INT8) else "float32"


def marks(bare: list[int], full: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the special tokens before and after a text's own.

    >>> marks([7, 8], [101, 7, 8, 102])
    ((101,), (102,))
    """
    start = next((i for i in range(len(full)) if full[i : i + len(bare)] == bare), 0)
    return tuple(full[:start]), tuple(full[start + len(bare) :])


def limit_of(folder: Path) -> int:
    """Returns the number of tokens the model reads, from the first file that has it."""
    sources = (
        ("encoder.json", "limit"),
        ("sentence_bert_config.json", "max_seq_length"),
        ("tokenizer_config.json", "model_max_length"),
        ("config.json", "max_position_embeddings"),
    )
    for name, key in sources:
        value = read_json(folder / name).get(key)
        if isinstance(value, int) and 8 <= value <= 1_000_000:
            return value
    return 512


def pooling_of(folder: Path) -> str:
    """Returns how the model pools token vectors: mean unless its files name cls or max."""
    config = read_json(folder / "1_Pooling" / "config.json")
    if config.get("pooling_mode_cls_token"):
        return "cls"
    return "max" if config.get("pooling_mode_max_tokens") else "mean"


def read_json(path: Path) -> dict[str, Any]:
    """Returns a JSON object of a file, empty where there is no such file."""
    if not path.is_file():
        return {}
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError("is not readable JSON", where=str(path)) from error
    return content if isinstance(content, dict) else {}


@lru_cache(maxsize=8)
def fingerprint(folder: Path) -> str:
    """Returns a hash over graph, tokenizer, limit and pooling."""
    digest = hashlib.blake2b(digest_size=16)
    try:
        for path in (graph_file(folder), tokenizer_file(folder)):
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    except OSError as error:
        raise StorageError(f"cannot be read ({error.strerror})", where=str(folder)) from error
    digest.update(f"{limit_of(folder)} {pooling_of(folder)}".encode())
    return digest.hexdigest()
