"""The protocols of encoders, and what their implementations share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from debatable.arrays import Matrix
from debatable.errors import InputError
from debatable.progress import Step

ROUNDING = 0.01
"""How far the length of a vector may be from 1, which leaves room for half precision and less."""


class Encoder(Protocol):
    """Turns texts into vectors of length 1.

    Attributes:
        name: Name with parameters; parses back.
        dimensions: Of a vector.
        limit: Tokens that are read of a text, special tokens included; None for no limit.
        fingerprint: Hash over everything that determines the vectors; the key of the vector cache.
    """

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def dimensions(self) -> int: ...  # noqa: D102
    @property
    def limit(self) -> int | None: ...  # noqa: D102
    @property
    def fingerprint(self) -> str: ...  # noqa: D102

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns a float32 matrix, one row of length 1 a text."""
        ...


class TokenEncoder(Encoder, Protocol):
    """An encoder that also takes tokens, as the sliding window needs."""

    @property
    def window(self) -> int:
        """Tokens of a text that fit at once, special tokens not included."""
        ...

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """Returns the ids of all tokens of every text, without special tokens and not truncated."""
        ...

    def encode_tokens(self, tokens: Sequence[Sequence[int]], progress: Step | None = None) -> Matrix:
        """Returns the vectors of token sequences; each is truncated at the window."""
        ...


class Around:
    """Base of the encoders that wrap another one: its properties, unless they are overridden."""

    __slots__ = ()
    encoder: Encoder

    @property
    def name(self) -> str:
        """That of the encoder."""
        return self.encoder.name

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return self.encoder.dimensions

    @property
    def limit(self) -> int | None:
        """That of the encoder."""
        return self.encoder.limit

    @property
    def fingerprint(self) -> str:
        """That of the encoder."""
        return self.encoder.fingerprint


@dataclass(frozen=True, slots=True)
class CheckedEncoder(Around):
    """An encoder whose vectors are what an index takes: one of one's own may give others.

    Attributes:
        encoder: Makes the vectors.
    """

    encoder: Encoder

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns the vectors of the encoder.

        Raises:
            InputError: They are not one row a text, or a row is of another length than 1; rows of zeros may be.
        """
        vectors = np.asarray(self.encoder(texts, progress))
        shape = (len(texts), self.dimensions)
        if vectors.shape != shape:
            raise InputError(
                f"the encoder gave an array of shape {vectors.shape} for {len(texts)} texts",
                where=self.name,
                todo=f"return one of shape {shape}, a row a text",
            )
        lengths = np.linalg.norm(vectors.astype(np.float32), axis=1)
        odd = np.flatnonzero(~(np.abs(lengths - (lengths > 0.5)) < ROUNDING))
        if len(odd):
            raise InputError(
                f"the encoder gave a vector of length {lengths[odd[0]]:.4g}",
                where=self.name,
                todo="return rows of length 1",
            )
        return vectors


def normalised(matrix: Matrix) -> Matrix:
    """Returns the rows divided by their lengths; rows of zeros stay zero.

    >>> normalised(np.array([[3, 4], [0, 0]], dtype=np.float32)).round(6).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    length = np.sqrt((matrix * matrix).sum(axis=1, keepdims=True))
    length[length == 0] = 1
    return np.asarray(matrix / length, dtype=np.float32)


def checked(texts: Sequence[str]) -> list[str]:
    """Returns the texts as a list, or raises an error for a lone string or something that is no text."""
    if isinstance(texts, str):
        raise InputError("an encoder takes a list of texts, not one text", todo="write [text]")
    texts = list(texts)
    for row, text in enumerate(texts):
        if not isinstance(text, str):
            raise InputError(f"expected text, got {type(text).__name__}", where=f"text {row}")
    return texts
