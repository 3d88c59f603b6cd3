"""Where the parts of a clause lie in memory: what compiled code is given of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["LAYOUT", "address_of", "laid_out"]

LAYOUT = np.dtype(
    [
        ("count", np.int64),
        ("documents", np.int64),
        ("cells", np.int64),
        ("cell_bytes", np.int64),
        ("table", np.int64),
        ("high", np.float64),
        ("low", np.float64),
    ]
)
"""How many postings there are, the addresses of their documents, cells (0 for none) and weights, and their limits."""


def address_of(array: NDArray[Any]) -> int:
    """Returns where an array begins."""
    return int(array.__array_interface__["data"][0])


def laid_out(
    size: int,
    documents: NDArray[np.int32],
    cells: NDArray[np.unsignedinteger[Any]] | None,
    table: NDArray[np.float64],
    high: float,
    low: float,
) -> NDArray[np.void] | None:
    """Returns the layout of a clause, valid as long as the arrays are; None where they are not as compiled code has it.

    Compiled code reads what it is pointed to: documents, cells and table must be gapless, of these types, and have
    a weight for each posting, and documents, which rise, lie among those that there are, since it writes a place for
    each; limits that are no numbers would never let it leave anything out.
    """
    kinds: list[tuple[NDArray[Any], tuple[str, ...]]] = [(documents, ("i4",)), (table, ("f8",))]
    if cells is not None:
        kinds.append((cells, ("u2", "u4")))
    for array, known in kinds:
        if (
            array.ndim != 1
            or not array.flags.c_contiguous
            or array.dtype.str not in {f"<{kind}" for kind in known}
        ):
            return None
    if len(documents) != len(table if cells is None else cells) or not -np.inf < low <= high < np.inf:
        return None
    if len(documents) and not 0 <= documents[0] <= documents[-1] < size:
        return None
    layout = np.zeros(1, dtype=LAYOUT)
    layout[0] = (
        len(documents),
        address_of(documents),
        0 if cells is None else address_of(cells),
        0 if cells is None else cells.itemsize,
        address_of(table),
        high,
        low,
    )
    return layout
