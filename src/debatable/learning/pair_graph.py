"""The graph behind a cross-encoder, opened once with its tokenizer and card."""

from __future__ import annotations

import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from io import BufferedReader
from pathlib import Path
from threading import Lock, Thread
from typing import Any

import numpy as np

from debatable.arrays import Floats, Ints
from debatable.embedding.cores import LEAST, batches, cores, padded_length
from debatable.embedding.graph import open_session, open_tokenizer, padding_of, token_ids
from debatable.embedding.onnx import MODELS as ENCODERS
from debatable.embedding.runtime import processor_flags
from debatable.errors import DebatableError, InputError, StorageError
from debatable.learning.adapter import CONSTANTS, Constants, read_constants
from debatable.learning.card import Card, read_card
from debatable.learning.coded_weights import WEIGHTS, Bytes, read_coded
from debatable.learning.kept_weights import KeptWeights

INPUTS = {"input_ids", "attention_mask", "token_type_ids"}
BLOCK = 2**24  # bytes of a file that are read at once: other threads may run meanwhile, and seldom between
MANY = 2**22  # bytes of coded weights from which unfolding them takes longer than reading a copy
HEAVY = 2**25  # bytes of weights that no cache holds: each batch fetches them from memory again
FURTHER_BATCH = {"amx_int8": 24, "avx512_vnni": 12, "avx_vnni": 12}
"""Tokens that a model with so many weights reads while a further batch is begun, by the flag of a processor."""
BATCH_TOKENS = 1024  # padded tokens of a batch: what a layer widens them to stays in the caches
CACHED = 2048  # pairs in a cache: those of some hundred searches
LONGEST = 4000  # characters of a cached pair, so that all of them take some megabytes at most

Pair = tuple[str, str | None, int | None]
"""Two texts, or one, and how many tokens of the first are kept."""
Marked = tuple[list[int], list[int]]
"""Token ids of two texts with their special tokens."""


class LogitCache:
    """The logits of the pairs read last (least recently used ones are dropped); safe to share between threads.

    >>> recent = LogitCache(1)
    >>> recent.put([("a", "b", 8)], np.array([[0.5]]))
    >>> recent.get([("a", "b", 8), ("a", "c", 8)])
    [array([0.5]), None]
    """

    def __init__(self, size: int = CACHED) -> None:
        """Holds at most so many pairs."""
        self._size = size
        self._logits: OrderedDict[Pair, Floats] = OrderedDict()
        self._lock = Lock()

    def get(self, pairs: Sequence[Pair]) -> list[Floats | None]:
        """Returns the logits of each pair, or None where it is not cached."""
        with self._lock:
            for pair in pairs:
                if pair in self._logits:
                    self._logits.move_to_end(pair)
            return [self._logits.get(pair) for pair in pairs]

    def put(self, pairs: Sequence[Pair], logits: Floats) -> None:
        """Adds the logits (pairs, heads) of pairs."""
        short = [
            row for row, (first, second, _) in enumerate(pairs) if len(first) + len(second or "") <= LONGEST
        ]
        with self._lock:
            for row in short[-self._size :]:
                self._logits[pairs[row]] = np.array(logits[row])
                self._logits.move_to_end(pairs[row])
            while len(self._logits) > self._size:
                self._logits.popitem(last=False)


@dataclass(frozen=True, slots=True)
class PairGraph:
    """A session, its tokenizer and its card.

    Attributes:
        session: Of onnxruntime.
        tokenizer: Of the tokenizers library, without truncation and padding.
        card: Of the model.
        begin: Id of the token before the first text, [CLS].
        end: Id of the token behind each text, [SEP].
        padding: Id that fills short inputs up.
        spare: Tokens of padding that texts of one length may take to join longer ones.
        constants: Given to the graph with long second texts, in place of its own.
        recent: Logits of the pairs read last.
    """

    session: Any
    tokenizer: Any
    card: Card
    begin: int
    end: int
    padding: int
    spare: int = 0
    constants: Constants = field(default_factory=dict)
    recent: LogitCache = field(default_factory=LogitCache)

    def logits(
        self,
        firsts: Sequence[str],
        seconds: Sequence[str] | None,
        first_limit: int | None,
        threads: int | None = None,
    ) -> Floats:
        """Returns the logits of pairs, those read last from the cache."""
        others = [None] * len(firsts) if seconds is None else seconds
        pairs: list[Pair] = [(*pair, first_limit) for pair in zip(firsts, others, strict=True)]
        cached = self.recent.get(pairs)
        new = [row for row, logits in enumerate(cached) if logits is None]
        new_seconds = None if seconds is None else [seconds[row] for row in new]
        read = self.read([firsts[row] for row in new], new_seconds, first_limit, threads)
        self.recent.put([pairs[row] for row in new], read)
        result = np.empty((len(pairs), len(self.card.heads)))
        result[new] = read
        for row, logits in enumerate(cached):
            if logits is not None:
                result[row] = logits
        return result

    def read(
        self,
        firsts: Sequence[str],
        seconds: Sequence[str] | None,
        first_limit: int | None,
        threads: int | None = None,
    ) -> Floats:
        """Returns the logits of pairs, read in batches of equal, or nearly equal, padded length."""
        ones = token_ids(self.tokenizer, firsts)
        others = None if seconds is None else token_ids(self.tokenizer, seconds)
        rows = [
            self.marked(one, None if others is None else others[row], first_limit)
            for row, one in enumerate(ones)
        ]
        lengths = [len(first) + len(second) for first, second in rows]
        total, least = sum(map(padded_length, lengths)), LEAST + 2 * self.spare
        size = cores().batch_tokens(total, BATCH_TOKENS, threads, least)
        parts: list[tuple[int, list[int], bool]] = []
        long = [False] * len(rows) if seconds is None else self.are_long(seconds)
        for is_long in set(long):
            of_kind = [row for row, other in enumerate(long) if other is is_long]
            for width, places in batches([lengths[row] for row in of_kind], size, self.spare):
                parts.append((width, [of_kind[place] for place in places], is_long))
        parts.sort(key=lambda part: part[0] * len(part[1]), reverse=True)  # so that cores end together

        def run(part: tuple[int, list[int], bool]) -> Floats:
            width, places, is_long = part
            return self.run([rows[place] for place in places], min(width, self.card.limit), is_long)

        result = np.empty((len(rows), len(self.card.heads)))
        for (_, places, _), logits in zip(parts, cores().run(run, parts, threads), strict=True):
            result[places] = logits
        return result

    def are_long(self, seconds: Sequence[str]) -> list[bool]:
        """Returns which second texts are read with the adapter, if the model has one."""
        if self.card.adapter is None:
            return [False] * len(seconds)
        words = self.card.adapter.words
        return [len(text.split(maxsplit=words)) >= words for text in seconds]

    def marked(self, first: list[int], second: list[int] | None, first_limit: int | None) -> Marked:
        """Returns the two texts with their special tokens, cut to the limits."""
        kept = first_limit or self.card.heads[0].first_limit
        return marked(first, second, kept, self.card.limit, (self.begin, self.end))

    def run(self, rows: Sequence[Marked], width: int, is_long: bool = False) -> Floats:
        """Returns the logits of pairs padded to one width, with long second texts or with others."""
        feed: dict[str, Any] = {**padded(rows, width, self.padding), **(self.constants if is_long else {})}
        return np.asarray(self.session.run(["logits"], feed)[0], dtype=np.float64)


def marked(
    first: Sequence[int], second: Sequence[int] | None, first_limit: int, limit: int, marks: tuple[int, int]
) -> Marked:
    """Returns the tokens of two texts with a special token before the first and behind each, cut to the limits.

    >>> marked([7, 7, 7], [8, 8, 8], 2, 7, (1, 2)), marked([7, 7, 7], None, 2, 4, (1, 2))
    (([1, 7, 7, 2], [8, 8, 2]), ([1, 7, 7, 2], []))
    """
    begin, end = marks
    if second is None:
        return [begin, *first[: limit - 2], end], []
    kept = [begin, *first[:first_limit], end]
    return kept, [*second[: limit - len(kept) - 1], end]


def padded(rows: Sequence[Marked], width: int, padding: int) -> dict[str, Ints]:
    """Returns ids, mask and types of marked pairs, filled up to one width.

    >>> padded([([1, 7, 2], [8, 2])], 6, 0)["token_type_ids"].tolist()
    [[0, 0, 0, 1, 1, 0]]
    """
    ids = np.full((len(rows), width), padding, dtype=np.int64)
    mask, types = np.zeros_like(ids), np.zeros_like(ids)
    for row, (first, second) in enumerate(rows):
        end = len(first) + len(second)
        ids[row, :end] = first + second
        mask[row, :end] = 1
        types[row, len(first) : end] = 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}


_OPENING = Lock()


def open_pair_graph(folder: Path) -> PairGraph:
    """Opens a folder once; threads that ask for the same folder wait, those that ask for another do not."""
    with _OPENING:
        lock = _lock_of(folder)
    with lock:
        return _opened(folder)


@lru_cache(maxsize=64)
def _lock_of(folder: Path) -> Lock:
    """Returns the lock of a folder; the caller holds ``_OPENING``."""
    return Lock()


@lru_cache(maxsize=8)
def begin_to_open(folder: Path) -> Thread:
    """Opens a folder on a thread of its own; errors are raised where it is opened again."""
    thread = Thread(target=_opened_quietly, args=(folder,))
    thread.start()
    return thread


def _opened_quietly(folder: Path) -> None:
    """Opens a folder; a program that ends meanwhile has no cores left, which raises RuntimeError."""
    with suppress(DebatableError, RuntimeError):
        open_pair_graph(folder)


@lru_cache(maxsize=8)
def _opened(folder: Path) -> PairGraph:
    card = read_card(folder)
    path = folder / "model.onnx"
    _check_file(path, card.sha256, _sha256)
    weights = _weights(folder / WEIGHTS, card) if card.weights_sha256 else None
    if weights is not None and card.words:
        weights = {**weights, "words": _words_of(folder.parent / card.words, card)}
    plain, constants = _constants(folder / CONSTANTS, card)
    session = open_session(path, {**(weights or {}), **plain}, prepared=True)
    inputs = {entry.name for entry in session.get_inputs()}
    shapes = {entry.name: entry.shape for entry in session.get_outputs()}
    if inputs != INPUTS or shapes.get("logits", [0])[-1] != len(card.heads):
        what = "the graph reads no pairs or has other heads than its card"
        raise InputError(what, where=str(path), todo="take a graph that debatable train wrote")
    tokenizer = open_tokenizer((ENCODERS / card.tokenizer if card.tokenizer else folder) / "tokenizer.json")
    begin, end = (tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))
    if begin is None or end is None:
        raise InputError("the tokenizer has no [CLS] and [SEP]", where=str(folder))
    heavy = sum(array.nbytes for array in (weights or {}).values()) > HEAVY
    return PairGraph(
        session,
        tokenizer,
        card,
        begin,
        end,
        padding_of(tokenizer),
        further_batch() if heavy else 0,
        constants,
    )


def _constants(path: Path, card: Card) -> tuple[Constants, Constants]:
    """Returns the constants that a graph takes from a file, and those for long texts; none without an adapter."""
    if card.adapter is None:
        return {}, {}
    _check_file(path, card.adapter.sha256, _sha256)
    return read_constants(path)


def further_batch(flags: Sequence[str] | None = None) -> int:
    """Returns how many tokens this processor reads, or one with other flags, while a further batch is begun.

    >>> further_batch(["avx512_vnni", "amx_int8"]), further_batch(["asimddp"])
    (24, 0)
    """
    flags = processor_flags() if flags is None else flags
    return max((FURTHER_BATCH.get(flag, 0) for flag in flags), default=0)


def _weights(path: Path, card: Card) -> dict[str, Bytes]:
    """Returns the weights of a model: those in the cache folder, or else unfolded, and kept there if they are many.

    A copy is found by the hash alone. So the hash is checked before one is kept: a card with that of another model
    would have that model read these weights.
    """
    quick = bool(card.weights_crc32)
    expected = card.weights_crc32 if quick else card.weights_sha256
    _check_file(path, expected, _crc32 if quick else _sha256)
    kept = KeptWeights(card.weights_sha256)
    many = path.is_file() and path.stat().st_size >= MANY
    if many and (weights := kept.read()) is not None:
        return weights
    if many and quick:
        _check_file(path, card.weights_sha256, _sha256)
    weights = read_coded(path)
    if many:
        kept.write(weights)
    return weights


def _words_of(folder: Path, card: Card) -> Bytes:
    """Returns the words of the model that a card names for them."""
    other = read_card(folder)
    if other.weights_sha256 != card.words_sha256:
        what, todo = "has other words than those that the model was trained with", "copy both models again"
        raise InputError(what, where=str(folder), todo=todo)
    try:
        return _weights(folder / WEIGHTS, other)["words"]
    except KeyError as error:
        raise InputError("has no words of its own", where=str(folder), todo="copy it again") from error


def _sha256(file: BufferedReader) -> str:
    return hashlib.file_digest(file, "sha256").hexdigest()


def _crc32(file: BufferedReader) -> str:
    """Returns the checksum of a file in hexadecimal, in a seventh of the time of a hash."""
    value = 0
    while block := file.read(BLOCK):
        value = zlib.crc32(block, value)
    return f"{value:08x}"


def _check_file(path: Path, expected: str, digest: Callable[[BufferedReader], str]) -> None:
    """Refuses a file that is missing, cut short or another one than the card is about."""
    if not path.is_file():
        raise InputError("the model is missing", where=str(path), todo="copy it here or make it again")
    try:
        with path.open("rb") as file:
            actual = digest(file)
    except OSError as error:
        raise StorageError(f"cannot be read ({error.strerror})", where=str(path)) from error
    if actual != expected:
        what, todo = "is damaged, or not the model that its card describes", "copy it again or make it again"
        raise InputError(what, where=str(path), todo=todo)
