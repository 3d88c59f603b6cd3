"""Python literals and headers of arrays, read by one thread at a time.

The parser of Python 3.11 keeps its depth in a place that all threads share, so that concurrent calls, also those of
`numpy.load`, end in a SystemError now and then.
"""

from __future__ import annotations

import ast
from pathlib import Path
from threading import RLock
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
from numpy.lib.format import read_array_header_1_0, read_magic

LITERALS = RLock()
"""Held while a literal is read."""


def literal(text: str) -> Any:
    """Returns the value that a text writes down.

    >>> literal("'two words'")
    'two words'
    """
    with LITERALS:
        return ast.literal_eval(text)


def mapped(path: Path) -> npt.NDArray[Any]:
    """Maps the array of a file, read-only, without pickles."""
    with LITERALS, path.open("rb") as stream:  # opened once, where numpy opens twice and looks for links
        if read_magic(stream) != (1, 0):
            array: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
            return array
        shape, by_columns, kind = read_array_header_1_0(stream)
        if kind.hasobject:
            raise ValueError("Python objects cannot be mapped")
        return np.memmap(stream, kind, "r", stream.tell(), shape, "F" if by_columns else "C")


def loaded(stream: BinaryIO) -> npt.NDArray[Any]:
    """Reads an array off a stream, without pickles."""
    with LITERALS:
        return np.asarray(np.load(stream, allow_pickle=False))
