"""Adds weights to the sums of documents in compiled code.

This is one column of a sparse matrix times 1, added to a vector: scipy has it compiled, and numpy's ``add.at`` does
the same at a third of the speed. scipy's module is loaded by itself, since all of ``scipy.sparse`` would cost the
command line a fifth of a second.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["add"]

_NAME = "scipy.sparse._sparsetools"
_ONE = {np.dtype(kind): np.ones(1, dtype=kind) for kind in (np.int16, np.float64)}


def add(sums: NDArray[Any], documents: NDArray[np.int32], weights: NDArray[Any]) -> None:
    """Adds the weight of each document to its sum, in the order given.

    Args:
        sums: Of all documents, float64 or int16.
        documents: Numbers below the length of ``sums``: whoever calls has made sure, nothing is checked here.
        weights: One a document, of the type of the sums.
    """
    column = _compiled()
    if column is None:
        np.add.at(sums, documents, weights)
        return
    ends = np.array((0, len(documents)), dtype=np.int32)
    column(len(sums), 1, ends, documents, weights, _ONE[sums.dtype], sums)


@cache
def _compiled() -> Callable[..., None] | None:
    """Returns scipy's product of a matrix by columns with a vector; None where this scipy has none."""
    module = sys.modules.get(_NAME) or _alone()
    if module is None:
        try:
            from scipy.sparse import _sparsetools as module
        except ImportError:
            return None
    found: Callable[..., None] | None = getattr(module, "csc_matvec", None)
    return found


def _alone() -> Any:
    package = find_spec("scipy")
    for folder in package.submodule_search_locations or () if package else ():
        for suffix in EXTENSION_SUFFIXES:
            path = Path(folder, "sparse", f"_sparsetools{suffix}")
            spec = spec_from_file_location(_NAME, path) if path.exists() else None
            if spec is not None and spec.loader is not None:
                try:
                    module = module_from_spec(spec)
                    spec.loader.exec_module(module)
                except ImportError:  # it may need what the package loads first
                    return None
                return module
    return None
