"""Which links of an index pass a filter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from debatable.arrays import Bools, Ints
from debatable.engines.filter import Filter
from debatable.engines.local.open_index import OpenIndex
from debatable.errors import InputError
from debatable.lexical import Runs, allowed_rows
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
    tables, links = index.tables, index.tables.links
    premises, claims = (
        Runs(partial(index.snapshot.texts, table), index.analyzer) for table in ("premises", "claims")
    )

    def runs_of(rows: Sequence[int]) -> list[list[str]]:
        """Returns the words of premises and of the claims that each speaks to."""
        spoken_to = [np.unique(links.claim[links.of_premise(row)]) for row in rows]
        said = [tables.claims[of[of >= 0]].tolist() for of in spoken_to]
        keys = tables.premises[np.asarray(rows)].tolist()
        own, theirs = premises.of(keys), claims.of(key for of in said for key in of)
        return [[own[key], *(theirs[claim] for claim in of)] for key, of in zip(keys, said, strict=True)]

    return allowed_rows((index.postings("premises"), index.conclusions()), query, runs_of)
