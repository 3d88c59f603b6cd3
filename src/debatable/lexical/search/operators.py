"""Which documents a query with operators allows: words from the postings, phrases by reading texts again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from debatable.arrays import Bools, Ints
from debatable.errors import QueryError
from debatable.lexical.postings import Postings
from debatable.text import Query

CACHED_CHARACTERS = 1 << 24
"""Characters of runs that are cached."""


def run_of(tokens: Sequence[str]) -> str:
    r"""Returns tokens as one text; no token has the character between.

    >>> run_of(["b", "c"]) in run_of(["a", "b", "c"]), run_of(["b"]) in run_of(["ab", "c"])
    (True, False)
    """
    return "\0".join(("", *tokens, ""))


class Runs:
    """A cache of the runs of texts, so that a claim of many premises is analysed once.

    >>> Runs(lambda keys: {key: "wind power" for key in keys}, str.split).of([3]) == {3: run_of(["wind", "power"])}
    True
    """

    def __init__(
        self, read: Callable[[Sequence[int]], Mapping[int, str]], analyze: Callable[[str], Sequence[str]]
    ) -> None:
        """Starts empty, with what reads texts by their keys and what analyses a text."""
        self._read, self._analyze = read, analyze
        self._cached: dict[int, str] = {}
        self._characters = 0

    def of(self, keys: Iterable[int]) -> dict[int, str]:
        """Returns the runs of some texts by their keys."""
        wanted = list(dict.fromkeys(keys))
        missing = [key for key in wanted if key not in self._cached]
        read = {key: run_of(self._analyze(text)) for key, text in self._read(missing).items()}
        runs = {key: read[key] if key in read else self._cached[key] for key in wanted}
        if self._characters > CACHED_CHARACTERS:
            self._cached, self._characters = {}, 0
        self._cached |= read
        self._characters += sum(map(len, read.values()))
        return runs


_CHUNK = 200
"""Documents that are read between two looks at the clock."""

_RECENT = 64
"""Texts whose phrases are cached: a claim of many premises is read with each of them."""

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
) -> Ints | None:
    """Returns the rows that satisfy a query's operators, rising, for ``Index.search(among=…)``.

    An index has no positions: for phrases, the documents that have all the words are read again, each once.
    A phrase must stand within one field; words may be anywhere.

    Args:
        fields: What is searched, one index a field; the same row is the same document in all of them.
        query: The parsed query; one without operators allows all, and None is returned.
        runs_of: Returns for each of some rows its texts, as runs; without it the words of a phrase may be in any order.
        most_read: Documents that are read again for all phrases together, at most.
        most_phrases: Different phrases, at most.
        seconds: How long documents are read, at most.

    Raises:
        QueryError: There are too many phrases, or their words are in too many documents.
    """
    if query.plain:
        return None
    if len(query.phrases) + len(query.not_phrases) > most_phrases:
        raise QueryError(
            f"the query has {len(query.phrases) + len(query.not_phrases):,} phrases",
            todo=f"ask for {most_phrases} at most",
        )
    postings = [field.postings for field in fields]
    allowed = ~postings[0].deleted
    for term in {*query.must, *(term for phrase in query.phrases for term in phrase)}:
        allowed &= _having(postings, term)
    for term in set(query.must_not):
        allowed &= ~_having(postings, term)
    suspects = []
    for phrase in query.not_phrases:
        having_all = [_having(postings, term) for term in dict.fromkeys(phrase)]
        suspects.append(np.logical_and.reduce([allowed, *having_all]))
    if runs_of is None:
        for mask in suspects:
            allowed &= ~mask
    elif query.phrases or suspects:
        read = allowed if query.phrases else np.logical_or.reduce(suspects)
        _drop_unfitting(allowed, np.flatnonzero(read).tolist(), query, runs_of, most_read, seconds)
    return np.flatnonzero(allowed)


def _having(fields: Sequence[Postings], term: str) -> Bools:
    """Returns which rows have a term in one of the fields."""
    having = np.zeros(len(fields[0]), dtype=np.bool_)
    for field in fields:
        having[field.of(term)[0]] = True
    return having


def _drop_unfitting(
    allowed: Bools, rows: list[int], query: Query, runs_of: Reader, most_read: int, seconds: float
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
            phrases = frozenset[str]().union(*map(phrases_of, texts))
            allowed[row] = wanted <= phrases and unwanted.isdisjoint(phrases)
