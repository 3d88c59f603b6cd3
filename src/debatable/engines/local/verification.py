"""Checking an index: does it still hold what its manifest and its corpus say?"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.tables import EMPTY, Tables

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
        "links": [(link.argument, link.premise, link.claim or EMPTY, link.sign) for link in links],
        "premises": sorted({link.premise for link in links}),
        "claims": sorted({link.claim for link in links if link.claim is not None}),
    }
    found = {
        "links": _in_keys(tables),
        "premises": np.sort(tables.premises[tables.premises != EMPTY]).tolist(),
        "claims": np.sort(tables.claims[tables.claims != EMPTY]).tolist(),
    }
    return [
        f"{index.generation.folder}: the {name} are not those of the corpus"
        for name in expected
        if expected[name] != found[name]
    ]


def _in_keys(tables: Tables) -> list[tuple[int, int, int, int]]:
    """Returns the links as the corpus names them: argument, premise, claim and sign."""
    links = tables.links
    claims = np.where(links.claim == EMPTY, EMPTY, np.append(tables.claims, EMPTY)[links.claim])
    columns = (links.argument, tables.premises[links.premise], claims, links.sign)
    return list(zip(*(column.tolist() for column in columns), strict=True))
