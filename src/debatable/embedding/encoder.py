"""The protocols of encoders, and what their implementations share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from debatable.arrays import Matrix
from debatable.errors import InputError
from debatable.progress import Step


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
