"""Checking an index: does it still hold what its manifest and its corpus say?"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.tables import EMPTY

__all__ = ["verify_index"]


def verify_index(folder: Path) -> list[str]:
    """Returns what is wrong with an index; nothing if all is well.

    Raises:
        NotAnIndexError, NewerIndexError, CorruptIndexError: It cannot even be opened.
    """
    index = OpenIndex(folder)
    try:
        problems = index.generation.problems() + index.snapshot.problems()
        return problems or _disagreements(index)
    finally:
        index.close()


def _disagreements(index: OpenIndex) -> list[str]:
    """Compares the rows of the generation with the corpus at its revision."""
    links = list(index.snapshot.links())
    tables = index.tables
    expected = {
        "links": [link.argument for link in links],
        "premises": sorted({link.premise for link in links}),
        "claims": sorted({link.claim for link in links if link.claim is not None}),
    }
    found = {
        "links": tables.links.argument.tolist(),
        "premises": np.sort(tables.premises[tables.premises != EMPTY]).tolist(),
        "claims": np.sort(tables.claims[tables.claims != EMPTY]).tolist(),
    }
    return [
        f"{index.generation.folder}: the {name} are not those of the corpus"
        for name in expected
        if expected[name] != found[name]
    ]
