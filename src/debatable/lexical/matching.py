"""Which documents a query with operators allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from debatable.lexical.index import Index
from debatable.text import Query

__all__ = ["allowed_rows"]


def allowed_rows(
    fields: Sequence[Index],
    query: Query,
    tokens_of: Callable[[int], Iterable[Sequence[str]]] | None = None,
) -> NDArray[np.int64] | None:
    """Returns the rows that satisfy a query's operators, rising, for ``Index.search(among=…)``.

    An index knows which words a document has, not where: for phrases it names the documents that have all
    the words, and reads those again. A phrase must stand within one field; words may be anywhere.

    Args:
        fields: What is searched, one index a field; the same row is the same document in all of them.
        query: The parsed query.
        tokens_of: Gives the tokens of each text of a row in order; without it a phrase asks for its words in
            any order.

    Returns:
        The rows, or None where the query has no operators and so allows all.
    """
    if query.plain:
        return None
    there = ~fields[0].deleted
    for term in {*query.must, *(term for phrase in query.phrases for term in phrase)}:
        there &= _having(fields, term)
    for term in query.must_not:
        there &= ~_having(fields, term)
    for phrase in query.phrases:
        there = _reread(there, phrase, tokens_of)
    for phrase in query.not_phrases:
        suspects = there.copy()
        for term in phrase:
            suspects &= _having(fields, term)
        there &= ~_reread(suspects, phrase, tokens_of)
    return np.flatnonzero(there)


def _having(fields: Sequence[Index], term: str) -> NDArray[np.bool_]:
    there = np.zeros(len(fields[0]), dtype=np.bool_)
    for field in fields:
        there[field.rows(term)] = True
    return there


def _reread(
    there: NDArray[np.bool_],
    phrase: tuple[str, ...],
    tokens_of: Callable[[int], Iterable[Sequence[str]]] | None,
) -> NDArray[np.bool_]:
    """Leaves the rows whose texts have a phrase."""
    if tokens_of is None:
        return there
    found = np.zeros_like(there)
    for row in np.flatnonzero(there).tolist():
        found[row] = any(_has(tokens, phrase) for tokens in tokens_of(row))
    return found


def _has(tokens: Sequence[str], phrase: tuple[str, ...]) -> bool:
    wanted = list(phrase)
    return any(list(tokens[at : at + len(wanted)]) == wanted for at in range(len(tokens) - len(wanted) + 1))
