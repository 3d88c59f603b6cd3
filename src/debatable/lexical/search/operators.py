"""Which documents a query with operators allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from debatable.errors import QueryError
from debatable.lexical.postings import Postings
from debatable.text import Query

__all__ = ["allowed_rows"]

_CHUNK = 1_000

Reader = Callable[[Sequence[int]], Iterable[Iterable[Sequence[str]]]]


class Field(Protocol):
    """An index whose rows are the documents that the other fields have at the same rows."""

    @property
    def postings(self) -> Postings:
        """Which documents have a term."""


def allowed_rows(
    fields: Sequence[Field], query: Query, tokens_of: Reader | None = None, *, most_read: int = 50_000
) -> NDArray[np.int64] | None:
    """Returns the rows that satisfy a query's operators, rising, for ``Index.search(among=…)``.

    An index knows which words a document has, not where: for phrases it names the documents that have all
    the words, and reads those again. A phrase must stand within one field; words may be anywhere.

    Args:
        fields: What is searched, one index a field; the same row is the same document in all of them.
        query: The parsed query.
        tokens_of: Gives for each of some rows the tokens of its texts; without it a phrase asks for its words
            in any order.
        most_read: Documents that are read again for a phrase, at most.

    Returns:
        The rows, or None where the query has no operators and so allows all.

    Raises:
        QueryError: The words of a phrase are in more documents than can be read in a moment.
    """
    if query.plain:
        return None
    postings = [field.postings for field in fields]
    there = ~postings[0].deleted
    for term in {*query.must, *(term for phrase in query.phrases for term in phrase)}:
        there &= _having(postings, term)
    for term in query.must_not:
        there &= ~_having(postings, term)
    for phrase in query.phrases:
        there = _having_phrase(there, phrase, tokens_of, most_read)
    for phrase in query.not_phrases:
        suspects = there.copy()
        for term in phrase:
            suspects &= _having(postings, term)
        there &= ~_having_phrase(suspects, phrase, tokens_of, most_read)
    return np.flatnonzero(there)


def _having(fields: Sequence[Postings], term: str) -> NDArray[np.bool_]:
    there = np.zeros(len(fields[0]), dtype=np.bool_)
    for field in fields:
        there[field.of(term)[0]] = True
    return there


def _having_phrase(
    there: NDArray[np.bool_], phrase: tuple[str, ...], tokens_of: Reader | None, most_read: int
) -> NDArray[np.bool_]:
    """Leaves the rows whose texts have a phrase."""
    if tokens_of is None:
        return there
    found = np.zeros_like(there)
    rows = np.flatnonzero(there).tolist()
    if len(rows) > most_read:
        raise QueryError(
            f"the words of the phrase {' '.join(phrase)!r} are in {len(rows):,} texts, too many to look for it",
            todo="add a rarer word with + before it",
        )
    for at in range(0, len(rows), _CHUNK):
        part = rows[at : at + _CHUNK]
        for row, texts in zip(part, tokens_of(part), strict=True):
            found[row] = any(_has(tokens, phrase) for tokens in texts)
    return found


def _has(tokens: Sequence[str], phrase: tuple[str, ...]) -> bool:
    wanted = list(phrase)
    return any(list(tokens[at : at + len(wanted)]) == wanted for at in range(len(tokens) - len(wanted) + 1))
