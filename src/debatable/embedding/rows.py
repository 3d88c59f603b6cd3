"""A matrix on disk, written as its rows come."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import DTypeLike

from debatable.arrays import Signs, Vectors

__all__ = ["write_rows"]


def write_rows(
    path: Path, shape: tuple[int, int], kind: DTypeLike, blocks: Iterable[Vectors | Signs]
) -> None:
    """Writes a matrix block by block: a full disk is an error here, and the end of the process in a mapped file.

    Args:
        path: Of the ``.npy`` file.
        shape: Of the whole matrix; the blocks must add up to it.
        kind: Of its numbers.
        blocks: Rows, one or many at a time.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    number = np.dtype(kind)
    with path.open("wb") as stream:
        header = {"descr": np.lib.format.dtype_to_descr(number), "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(stream, header)
        for block in blocks:
            stream.write(np.ascontiguousarray(block, number).tobytes())
