"""Texts longer than the model's limit: three ways (Dumani, Neumann and Schenkel 2020, section 5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

import numpy as np

from debatable.arrays import Bools, Matrix
from debatable.embedding.encoder import Around, Encoder, TokenEncoder, checked, normalised
from debatable.progress import Step
from debatable.text.sentences import sentences

T = TypeVar("T")
BLOCK = 4096  # texts whose parts are in memory at once


def windows(length: int, window: int) -> list[tuple[int, int]]:
    """Returns the spans that a text of so many tokens is read in.

    A text that fits is one span; a longer one ⌈length / half⌉ spans that begin half a window apart.

    >>> windows(500, 512), windows(600, 256)
    ([(0, 500)], [(0, 256), (128, 384), (256, 512), (384, 600), (512, 600)])
    """
    if length <= window:
        return [(0, length)]
    return [(start, min(start + window, length)) for start in range(0, length, window // 2)]


def means(vectors: Matrix, counts: Sequence[int]) -> Matrix:
    """Returns the mean of each run of rows, scaled back to length 1."""
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.intp)
    total = np.add.reduceat(vectors.astype(np.float64), starts, axis=0)
    return normalised((total / np.asarray(counts)[:, None]).astype(np.float32))


@dataclass(frozen=True, slots=True)
class First(Around):
    """Reads a text up to the model's limit (BERT_512 of the paper)."""

    encoder: Encoder

    @property
    def name(self) -> str:
        """Parses back; the vectors, and so the fingerprint, are those of the encoder."""
        return f"first({self.encoder.name})"

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return self.encoder(texts, progress)


class _Means(Around):
    """Base of the variants that take the mean over all parts of a text."""

    limit: ClassVar[None] = None  # every part of a text counts, each up to the model's limit

    __slots__ = ()

    @property
    def name(self) -> str:
        """Parses back."""
        return f"{type(self).__name__.lower()}({self.encoder.name})"

    @property
    def fingerprint(self) -> str:
        """Tells it from the encoder it runs."""
        return f"{type(self).__name__.lower()}-{self.encoder.fingerprint}"


@dataclass(frozen=True, slots=True)
class Sliding(_Means):
    """Takes the mean over windows of the model's size, each half a window further (BERT_sw)."""

    encoder: TokenEncoder

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return by_parts(checked(texts), self._parts, self.encoder.encode_tokens, self.dimensions, progress)

    def whole(self, texts: Sequence[str]) -> Bools:
        """Returns which texts fit into one window, so that their vector is the encoder's own."""
        return np.array([len(ids) <= self.encoder.window for ids in self.encoder.tokens(texts)], dtype=bool)

    def _parts(self, texts: Sequence[str]) -> list[list[list[int]]]:
        window = self.encoder.window
        return [[ids[a:b] for a, b in windows(len(ids), window)] for ids in self.encoder.tokens(texts)]


@dataclass(frozen=True, slots=True)
class Sentences(_Means):
    """Takes the mean over the vectors of the sentences (BERT_sent)."""

    encoder: Encoder

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return by_parts(checked(texts), self._parts, self.encoder, self.dimensions, progress)

    def whole(self, texts: Sequence[str]) -> Bools:
        """Returns which texts are one sentence, so that their vector is the encoder's own."""
        pairs = zip(texts, self._parts(texts), strict=True)
        return np.array([parts == [text] for text, parts in pairs], dtype=bool)

    def _parts(self, texts: Sequence[str]) -> list[list[str]]:
        return [sentences(text) or [text] for text in texts]


def by_parts(
    texts: Sequence[str],
    split: Callable[[Sequence[str]], list[list[T]]],
    encode: Callable[[list[T]], Matrix],
    dimensions: int,
    progress: Step | None,
) -> Matrix:
    """Splits texts, encodes all parts together and returns the mean of each text's parts."""
    vectors = np.empty((len(texts), dimensions), dtype=np.float32)
    for start in range(0, len(texts), BLOCK):
        parts = split(texts[start : start + BLOCK])
        flat = [part for of_text in parts for part in of_text]
        vectors[start : start + len(parts)] = means(encode(flat), [len(of_text) for of_text in parts])
        if progress is not None:
            progress(start + len(parts), len(texts))
    return vectors
