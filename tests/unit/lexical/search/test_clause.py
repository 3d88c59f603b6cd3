"""Compiled code reads what it is pointed to: it is pointed to nothing that is not as it expects."""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
import pytest

from debatable.lexical.search.clause import address_of, laid_out

DOCUMENTS = np.array([1, 4, 6], dtype=np.int32)
CELLS = np.array([0, 1, 0], dtype=np.uint16)
TABLE = np.array([0.5, 2.0])
WEIGHTS = np.array([0.5, 2.0, 0.5])


def test_addresses_lead_to_the_numbers() -> None:
    layout = laid_out(7, DOCUMENTS, CELLS, TABLE, 2.0, 0.0)
    assert layout is not None
    (count, documents, cells, cell_bytes, table, high, low) = layout[0].tolist()
    assert (count, cell_bytes, high, low) == (3, 2, 2.0, 0.0)
    assert list((ctypes.c_int32 * 3).from_address(documents)) == [1, 4, 6]
    assert list((ctypes.c_uint16 * 3).from_address(cells)) == [0, 1, 0]
    assert list((ctypes.c_double * 2).from_address(table)) == [0.5, 2.0]
    assert ctypes.c_int64.from_address(address_of(layout)).value == 3


def test_weights_of_postings_need_no_cells() -> None:
    layout = laid_out(7, DOCUMENTS, None, WEIGHTS, 2.0, 0.0)
    assert layout is not None and layout[0]["cells"] == layout[0]["cell_bytes"] == 0


@pytest.mark.parametrize(
    ("documents", "cells", "table", "high", "low"),
    [
        (DOCUMENTS.astype(np.int64), CELLS, TABLE, 2.0, 0.0),
        (DOCUMENTS.astype(">i4"), CELLS, TABLE, 2.0, 0.0),
        (np.repeat(DOCUMENTS, 2)[::2], CELLS, TABLE, 2.0, 0.0),
        (DOCUMENTS, CELLS.astype(np.uint8), TABLE, 2.0, 0.0),
        (DOCUMENTS, CELLS[:2], TABLE, 2.0, 0.0),
        (DOCUMENTS, CELLS, TABLE.astype(np.float32), 2.0, 0.0),
        (DOCUMENTS, None, TABLE, 2.0, 0.0),
        (DOCUMENTS, None, np.broadcast_to(np.float64(2), 3), 2.0, 0.0),
        (DOCUMENTS, None, np.array(2.0), 2.0, 0.0),
        (DOCUMENTS + 1, CELLS, TABLE, 2.0, 0.0),
        (DOCUMENTS - 2, CELLS, TABLE, 2.0, 0.0),
        (DOCUMENTS, CELLS, TABLE, np.nan, np.nan),
        (DOCUMENTS, CELLS, TABLE, np.inf, 0.0),
        (DOCUMENTS, CELLS, TABLE, 2.0, -np.inf),
    ],
)
def test_what_is_not_as_expected_has_no_layout(
    documents: Any, cells: Any, table: Any, high: float, low: float
) -> None:
    assert laid_out(7, documents, cells, table, high, low) is None
