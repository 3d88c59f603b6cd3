"""Which links of an index pass a filter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from debatable.arrays import Bools, Ints
from debatable.engines.filter import Filter
from debatable.engines.local.open_index import OpenIndex
from debatable.errors import InputError
from debatable.lexical import allowed_rows
from debatable.text import Query

__all__ = ["passing_links"]


def passing_links(index: OpenIndex, wanted: Filter) -> Bools:
    """Returns which links of an index pass.

    Raises:
        InputError: No argument is of the sources or languages, or has one of the ids.
    """
    links = index.tables.links
    passing = np.ones(len(links), dtype=np.bool_)
    if wanted.sources or wanted.languages or wanted.ids:
        keys = index.snapshot.argument_keys(wanted.sources, wanted.languages, wanted.ids)
        passing = np.isin(links.argument, np.array(keys, np.int64))
        if not passing.any():
            raise InputError(
                f"no argument {wanted}",
                where=str(index.folder),
                todo="'debatable info' lists the sources and languages of an index",
            )
    rows = None if wanted.query is None else _allowed_premises(index, wanted.query)
    if rows is not None:
        there = np.zeros(links.premises, dtype=np.bool_)
        there[rows] = True
        passing &= there[links.premise]
    return passing


def _allowed_premises(index: OpenIndex, query: Query) -> Ints | None:
    links = index.tables.links

    def tokens_of(rows: Sequence[int]) -> list[list[list[str]]]:
        """Returns the words of premises and of the claims that each speaks to."""
        spoken_to = [np.unique(links.claim[links.of_premise(row)]) for row in rows]
        known = np.unique(np.concatenate(spoken_to))
        claims = _analysed(index, "claims", index.tables.claims[known[known >= 0]])
        premises = _analysed(index, "premises", index.tables.premises[np.asarray(rows)])
        return [
            [
                premises[int(index.tables.premises[row])],
                *(claims[int(index.tables.claims[claim])] for claim in of.tolist() if claim >= 0),
            ]
            for row, of in zip(rows, spoken_to, strict=True)
        ]

    return allowed_rows((index.postings("premises"), index.postings("conclusions")), query, tokens_of)


def _analysed(index: OpenIndex, table: str, keys: Ints) -> dict[int, list[str]]:
    return {key: index.analyzer(text) for key, text in index.snapshot.texts(table, keys.tolist()).items()}
