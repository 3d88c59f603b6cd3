"""Which documents a query with operators allows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from debatable.errors import QueryError
from debatable.lexical.postings import Postings
from debatable.lexical.search.runs import run_of
from debatable.text import Query

__all__ = ["allowed_rows"]

_CHUNK = 200
"""Documents that are read between two looks at the clock."""

_RECENT = 64
"""Texts that are not looked through again: a claim of many premises is read with each of them."""

Reader = Callable[[Sequence[int]], Iterable[Iterable[str]]]


class Field(Protocol):
    """An index whose rows are the documents that the other fields have at the same rows."""

    @property
    def postings(self) -> Postings:
        """Which documents have a term."""


def allowed_rows(
    fields: Sequence[Field],
    query: Query,
    runs_of: Reader | None = None,
    *,
    most_read: int = 50_000,
    most_phrases: int = 16,
    seconds: float = 5.0,
) -> NDArray[np.int64] | None:
    """Returns the rows that satisfy a query's operators, rising, for ``Index.search(among=…)``.

    An index knows which words a document has, not where: for phrases it names the documents that have all
    the words, and reads those again, each once. A phrase must stand within one field; words may be anywhere.

    Args:
        fields: What is searched, one index a field; the same row is the same document in all of them.
        query: The parsed query.
        runs_of: Gives for each of some rows its texts, as runs of their words; without it a phrase asks for its
            words in any order.
        most_read: Documents that are read again for all phrases together, at most.
        most_phrases: Different phrases, at most.
        seconds: How long documents are read for, at most.

    Returns:
        The rows, or None where the query has no operators and so allows all.

    Raises:
        QueryError: There are more phrases, or their words are in more documents, than can be looked for in a
            moment.
    """
    if query.plain:
        return None
    if len(query.phrases) + len(query.not_phrases) > most_phrases:
        raise QueryError(
            f"the query has {len(query.phrases) + len(query.not_phrases):,} phrases",
            todo=f"ask for {most_phrases} at most",
        )
    postings = [field.postings for field in fields]
    there = ~postings[0].deleted
    for term in {*query.must, *(term for phrase in query.phrases for term in phrase)}:
        there &= _having(postings, term)
    for term in set(query.must_not):
        for field in postings:
            there[field.of(term)[0]] = False
    suspects = [_having_all(there, postings, phrase) for phrase in query.not_phrases]
    if runs_of is None:
        for mask in suspects:
            there &= ~mask
    elif query.phrases or suspects:
        read = there if query.phrases else np.logical_or.reduce(suspects)
        _drop_unfitting(there, np.flatnonzero(read).tolist(), query, runs_of, most_read, seconds)
    return np.flatnonzero(there)


def _having(fields: Sequence[Postings], term: str) -> NDArray[np.bool_]:
    there = np.zeros(len(fields[0]), dtype=np.bool_)
    for field in fields:
        there[field.of(term)[0]] = True
    return there


def _having_all(
    there: NDArray[np.bool_], fields: Sequence[Postings], phrase: tuple[str, ...]
) -> NDArray[np.bool_]:
    """Returns which of the rows have all words of a phrase."""
    having = there.copy()
    for term in dict.fromkeys(phrase):
        having &= _having(fields, term)
    return having


def _drop_unfitting(
    there: NDArray[np.bool_], rows: list[int], query: Query, runs_of: Reader, most_read: int, seconds: float
) -> None:
    """Reads rows and drops those that lack a phrase they must have or have one that they must not."""
    asked = (*query.phrases, *query.not_phrases)
    named = f"the phrase {' '.join(asked[0])!r}" if len(asked) == 1 else f"{len(asked)} phrases"
    if len(rows) > most_read:
        raise QueryError(
            f"the words of {named} are in {len(rows):,} texts, too many to look for it",
            todo="add a rarer word with + before it",
        )
    wanted, unwanted = (frozenset(map(run_of, some)) for some in (query.phrases, query.not_phrases))

    @lru_cache(maxsize=_RECENT)
    def phrases_of(text: str) -> frozenset[str]:
        return frozenset(run for run in wanted | unwanted if run in text)

    end = time.monotonic() + seconds
    for at in range(0, len(rows), _CHUNK):
        if time.monotonic() > end:
            raise QueryError(
                f"looking for {named} in {len(rows):,} texts takes longer than {seconds:g} seconds",
                todo="add a rarer word with + before it",
            )
        part = rows[at : at + _CHUNK]
        for row, texts in zip(part, runs_of(part), strict=True):
            found = frozenset[str]().union(*map(phrases_of, texts))
            there[row] = wanted <= found and unwanted.isdisjoint(found)
