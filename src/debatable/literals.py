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
    with LITERALS:
        array: npt.NDArray[Any] = np.load(path, mmap_mode="r", allow_pickle=False)
        return array


def loaded(stream: BinaryIO) -> npt.NDArray[Any]:
    """Reads an array off a stream, without pickles."""
    with LITERALS:
        return np.asarray(np.load(stream, allow_pickle=False))
