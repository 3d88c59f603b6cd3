"""Encoders made of word vectors (Lenz et al. 2019, 3.3): pooling, and concatenation A ⊕ B."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np

from debatable.arrays import Matrix, Vectors
from debatable.embedding.encoder import Encoder, checked, normalised
from debatable.embedding.words.vectors import TextVectors, WordVectors
from debatable.errors import InputError, UnknownNameError, check_name
from debatable.progress import Step

Pooling = Callable[[Vectors], Vectors]


def p_mean(x: Vectors, p: float) -> Vectors:
    """Returns (1/n Σ xᵢᵖ)^(1/p) of every column.

    For odd p the root keeps the sign of the sum. For other p, where a negative value may have no real power,
    absolute values are raised.

    >>> p_mean(np.array([[1.0, -1.0], [3.0, -2.0]]), 3).round(4).tolist()
    [2.4101, -1.651]
    """
    x = np.asarray(x, dtype=np.float64)
    largest = np.abs(x).max(axis=0)
    x = np.divide(x, largest, out=np.zeros_like(x), where=largest > 0)  # so that no power overflows
    powers = x**p if float(p).is_integer() and int(p) % 2 == 1 else np.abs(x) ** p
    mean = powers.mean(axis=0)
    return np.asarray(largest * np.sign(mean) * np.abs(mean) ** (1 / p))


def geometric_mean(x: Vectors) -> Vectors:
    """Returns the n-th root of the product of every column.

    Vectors have negative components, for which the geometric mean is not defined; here it is taken of the
    absolute values, negative where more than half of the values are.

    >>> geometric_mean(np.array([[2.0, -1.0], [8.0, -9.0]])).round(6).tolist()
    [4.0, -3.0]
    """
    x = np.asarray(x, dtype=np.float64)
    size = np.exp(np.log(np.maximum(np.abs(x), 1e-300)).mean(axis=0))
    return np.asarray(np.where((x < 0).mean(axis=0) > 0.5, -size, size))


POOLINGS: Mapping[str, Pooling] = {
    "geometric": geometric_mean,
    "max": lambda x: np.asarray(x.max(axis=0)),
    "mean": lambda x: np.asarray(x.mean(axis=0)),
    "median": lambda x: np.asarray(np.median(x, axis=0)),
    "min": lambda x: np.asarray(x.min(axis=0)),
}


def pooling(name: str) -> Pooling:
    """Returns a pooling by name; ``p3`` is the 3-mean, ``mean+median+p2`` a concatenation.

    >>> pooling("min+max")(np.array([[1.0, 5.0], [2.0, 4.0]])).tolist()
    [1.0, 4.0, 2.0, 5.0]
    """
    if "+" in name:
        parts = [pooling(part.strip()) for part in name.split("+")]
        return lambda x: np.concatenate([part(x) for part in parts])
    if name in POOLINGS:
        return POOLINGS[name]
    try:
        p = float(name[1:]) if name[:1] == "p" else 0.0
    except ValueError:
        p = 0.0
    if p == 0.0 or not np.isfinite(p):
        raise UnknownNameError("pooling", name, [*POOLINGS, "p2", "p3"])
    return partial(p_mean, p=p)


@dataclass(frozen=True, slots=True)
class PooledWords:
    """An encoder that pools the vectors of a text's words; a text without known words becomes zeros."""

    vectors: TextVectors
    pooling: str = "mean"
    limit: ClassVar[None] = None  # every word counts

    @property
    def name(self) -> str:
        """Pooling and vectors."""
        return f"{self.pooling}({self.vectors.name})"

    @property
    def dimensions(self) -> int:
        """Of a vector: that of a word, times the number of poolings."""
        return self.vectors.dimensions * (1 + self.pooling.count("+"))

    @property
    def fingerprint(self) -> str:
        """Tells it from other vectors and poolings."""
        return f"{self.pooling}-{self.vectors.fingerprint}"

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return normalised(self.unscaled(texts, progress))

    def unscaled(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns the pooled vectors as they are."""
        texts, pool = checked(texts), pooling(self.pooling)
        pooled = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in enumerate(texts):
            words = self.vectors.of_text(text)
            if len(words):
                pooled[row] = pool(words)
            if progress is not None and row % 1000 == 999:
                progress(row + 1, len(texts))
        return pooled


SCALES = ("equal", "raw")


@runtime_checkable
class Unscaled(Protocol):
    """An encoder whose vectors have lengths of their own."""

    def unscaled(self, texts: Sequence[str]) -> Matrix:
        """Returns the vectors as they are."""
        ...


@dataclass(frozen=True, slots=True)
class JoinedWords:
    """Several word vectors a word; a word that only some of them know has zeros for the others."""

    parts: tuple[WordVectors, ...]

    def __post_init__(self) -> None:
        """Wants at least one."""
        if not self.parts:
            raise InputError("a concatenation takes at least one set of word vectors")

    @property
    def name(self) -> str:
        """All names."""
        return " ⊕ ".join(part.name for part in self.parts)

    @property
    def dimensions(self) -> int:
        """The sum."""
        return sum(part.dimensions for part in self.parts)

    @property
    def fingerprint(self) -> str:
        """Of all."""
        return "+".join(part.fingerprint for part in self.parts)

    def of_text(self, text: str) -> Matrix:
        """Returns the vectors of the words that any part knows, in order."""
        words = self.parts[0].split(text)
        vectors, known = zip(*(part.look_up(words) for part in self.parts), strict=True)
        return np.concatenate(vectors, axis=1)[np.any(known, axis=0)]


@dataclass(frozen=True, slots=True)
class Joined:
    """Several encoders side by side: A ⊕ B of the paper, of dimension dim(A) + dim(B).

    Attributes:
        encoders: Side by side.
        scale: ``equal`` makes each vector as long as the others first, so that each encoder has the same
            share; ``raw`` takes them as they are, as the paper does, so that longer ones count more.
    """

    encoders: tuple[Encoder, ...]
    scale: str = "equal"

    def __post_init__(self) -> None:
        """Wants at least one, and a scale that is there."""
        if not self.encoders:
            raise InputError("a concatenation takes at least one encoder")
        check_name("scale of a concatenation", self.scale, SCALES)

    @property
    def name(self) -> str:
        """All names."""
        return " ⊕ ".join(encoder.name for encoder in self.encoders)

    @property
    def dimensions(self) -> int:
        """The sum."""
        return sum(encoder.dimensions for encoder in self.encoders)

    @property
    def limit(self) -> int | None:
        """The least."""
        return min((e.limit for e in self.encoders if e.limit is not None), default=None)

    @property
    def fingerprint(self) -> str:
        """Of all."""
        return "+".join((*(encoder.fingerprint for encoder in self.encoders), self.scale))

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return normalised(np.concatenate([self._part(encoder, texts) for encoder in self.encoders], axis=1))

    def _part(self, encoder: Encoder, texts: Sequence[str]) -> Matrix:
        if self.scale == "raw" and isinstance(encoder, Unscaled):
            return encoder.unscaled(texts)
        return encoder(texts)
