"""Encoders that look a vector up for every token and take the mean: a thousand times faster, less exact."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from debatable.arrays import Ints, Matrix, Signs, Singles, Vectors
from debatable.embedding.encoder import checked, normalised
from debatable.embedding.graph import open_tokenizer, token_ids
from debatable.embedding.tensors import read_tensors
from debatable.errors import InputError
from debatable.progress import Step

STATIC = "static"
"""Name of the bundled table of token vectors."""

BLOCK = 4096


@dataclass(frozen=True, slots=True)
class StaticEncoder:
    """The mean of token vectors, as Model2Vec and WordLlama make them.

    Attributes:
        weights: A ``.safetensors`` file with one matrix, a row a token; small whole numbers go with one scale a row.
        tokenizer: A ``tokenizer.json`` whose ids are the rows.
        label: Its name in the table of encoders; its folder without one.
    """

    weights: Path
    tokenizer: Path
    label: str = ""
    limit: ClassVar[None] = None  # every token counts

    @property
    def name(self) -> str:
        """As it stands in the table, or the folder of the weights."""
        return self.label or str(self.weights.parent)

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return token_table(self.weights).dimensions

    @property
    def fingerprint(self) -> str:
        """Hash over both files."""
        digest = hashlib.blake2b(digest_size=16)
        for path in (self.weights, self.tokenizer):
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text; zeros for a text without tokens."""
        texts, table, tokenizer = checked(texts), token_table(self.weights), tokenizer_of(self.tokenizer)
        vectors = np.zeros((len(texts), table.dimensions), dtype=np.float32)
        for start in range(0, len(texts), BLOCK):
            block = token_ids(tokenizer, texts[start : start + BLOCK])
            for row, ids in enumerate(block, start):
                if ids:
                    vectors[row] = table.of(ids).mean(axis=0)
            if progress is not None:
                progress(start + len(block), len(texts))
        return normalised(vectors)


@lru_cache(maxsize=4)
def tokenizer_of(path: Path) -> Any:
    """Opens a tokenizer, once."""
    return open_tokenizer(path)


@dataclass(frozen=True, slots=True, eq=False)
class TokenTable:
    """The vectors of tokens as they are stored, made single precision where they are looked up.

    Attributes:
        rows: A row a token.
        scales: What 1 stands for in each row; None where rows need none.
    """

    rows: Vectors | Signs
    scales: Singles | None

    def __len__(self) -> int:
        """Number of tokens."""
        return len(self.rows)

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return int(self.rows.shape[1])

    def of(self, tokens: Sequence[int] | Ints) -> Matrix:
        """Returns the vectors of tokens."""
        vectors = self.rows.take(tokens, axis=0).astype(np.float32)
        if self.scales is not None:
            vectors *= self.scales[tokens, None]
        return vectors


@lru_cache(maxsize=4)
def token_table(path: Path) -> TokenTable:
    """Returns the only matrix of a safetensors file, a row a token."""
    try:
        arrays = read_tensors(path).values()
        (matrix,) = (array for array in arrays if array.ndim == 2)
        scales = [array for array in arrays if array.ndim == 1]
        if matrix.dtype != np.int8:
            return TokenTable(matrix, None)
        (scale,) = scales
        return TokenTable(matrix, np.asarray(scale, np.float32))
    except (InputError, ValueError) as error:
        what = "is no safetensors file with one matrix of token vectors"
        raise InputError(what, where=str(path), todo="give the weights of a static model") from error


@lru_cache(maxsize=4)
def token_matrix(path: Path) -> Matrix:
    """Returns the vectors of all tokens, in single precision."""
    table = token_table(path)
    return table.of(np.arange(len(table)))
