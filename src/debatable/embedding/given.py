"""Vectors that were computed elsewhere: a matrix, and the texts of its rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

import numpy as np

from debatable.arrays import Matrix
from debatable.embedding.encoder import checked, normalised
from debatable.errors import InputError
from debatable.files import sha256
from debatable.literals import mapped
from debatable.progress import Step

VECTORS, TEXTS = "vectors.npy", "texts.txt"


@dataclass(frozen=True, slots=True, eq=False)
class GivenVectors:
    """An encoder of the texts it was given vectors of, and of no others; texts are compared by their words."""

    folder: Path
    matrix: Matrix = field(repr=False)
    rows: Mapping[str, int] = field(repr=False)
    limit: ClassVar[None] = None  # not known

    @property
    def name(self) -> str:
        """The folder."""
        return str(self.folder)

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return int(self.matrix.shape[1])

    @property
    def fingerprint(self) -> str:
        """Hash over both files."""
        return "-".join(("given", *(sha256(self.folder / name) for name in (VECTORS, TEXTS))))

    def __call__(self, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        """Returns one vector of length 1 a text."""
        return normalised(self.unscaled(texts))

    def unscaled(self, texts: Sequence[str]) -> Matrix:
        """Returns the vectors, not normalised.

        Raises:
            InputError: A text has none.
        """
        places = []
        for text in checked(texts):
            place = self.rows.get(_line(text))
            if place is None:
                todo = f"add the text to {TEXTS} and its vector to {VECTORS}"
                raise InputError(f"has no vector for {_line(text)[:60]!r}", where=str(self.folder), todo=todo)
            places.append(place)
        return np.asarray(self.matrix[places], dtype=np.float32)


def given_vectors(folder: Path) -> GivenVectors:
    """Opens a folder of ``vectors.npy``, one row a text, and ``texts.txt``, one text a line in UTF-8.

    Raises:
        InputError: A file cannot be read, or the two do not fit together.
    """
    try:
        matrix = mapped(folder / VECTORS)
        lines = (folder / TEXTS).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError, EOFError) as error:
        todo = f"write {VECTORS} with numpy.save and {TEXTS} in UTF-8"
        raise InputError(f"holds no vectors of texts ({error})", where=str(folder), todo=todo) from error
    if matrix.ndim != 2 or matrix.dtype.kind != "f" or not matrix.size:
        raise InputError("is no matrix of floats", where=str(folder / VECTORS), todo="give one row a text")
    if len(matrix) != len(lines):
        todo = "give one line a row"
        raise InputError(f"{len(lines)} texts for {len(matrix)} vectors", where=str(folder), todo=todo)
    if not np.isfinite(matrix).all():
        raise InputError("a number is not finite", where=str(folder / VECTORS), todo="write it anew")
    return GivenVectors(folder, matrix, {_line(line): row for row, line in enumerate(lines)})


def _line(text: str) -> str:
    return " ".join(text.split())
