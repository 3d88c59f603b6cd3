"""Which documents a query with operators allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.index import Index
from debatable.text import Query

__all__ = ["allowed_rows"]


def allowed_rows(
    index: Index, query: Query, tokens_of: Callable[[int], Sequence[str]] | None = None
) -> NDArray[np.int64] | None:
    """Returns the rows that satisfy a query's operators, rising, for ``Index.search(among=…)``.

    The index knows which words a document has, not where: for phrases it names the documents that have all
    the words, and reads those again.

    Args:
        index: What is searched.
        query: The parsed query.
        tokens_of: Gives the tokens of a row in order; without it a phrase asks for its words in any order.

    Returns:
        The rows, or None where the query has no operators and so allows all.
    """
    if query.plain:
        return None
    rows = np.flatnonzero(~index.deleted)
    for term in {*query.must, *(term for phrase in query.phrases for term in phrase)}:
        rows = rows[np.isin(rows, index.rows(term), assume_unique=True)]
    for term in query.must_not:
        rows = rows[np.isin(rows, index.rows(term), assume_unique=True, invert=True)]
    if tokens_of is not None:
        for phrase in query.phrases:
            rows = rows[[_has(tokens_of(int(row)), phrase) for row in rows]] if len(rows) else rows
    for phrase in query.not_phrases:
        suspects = rows
        for term in phrase:
            suspects = suspects[np.isin(suspects, index.rows(term), assume_unique=True)]
        if tokens_of is not None and len(suspects):
            suspects = suspects[[_has(tokens_of(int(row)), phrase) for row in suspects]]
        rows = rows[np.isin(rows, suspects, assume_unique=True, invert=True)]
    return rows


def _has(tokens: Sequence[str], phrase: tuple[str, ...]) -> bool:
    wanted = list(phrase)
    return any(list(tokens[at : at + len(wanted)]) == wanted for at in range(len(tokens) - len(wanted) + 1))
