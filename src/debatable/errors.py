"""The errors a user can meet: one tree, one sentence each, saying what, where and what to do."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from typing import Any


class DebatableError(Exception):
    """A mistake or mishap that a user can understand and act on.

    Args:
        what: What is wrong, without a full stop.
        where: The file, line, record or option it is about.
        todo: What to do about it.

    >>> print(DebatableError("the text is empty", where="corpus.jsonl:3", todo="fill it or skip it"))
    corpus.jsonl:3: the text is empty; fill it or skip it
    """

    def __init__(self, what: str, *, where: str | None = None, todo: str | None = None) -> None:
        """Keeps the three parts apart and joins them for printing."""
        self.what = what
        self.where = where
        self.todo = todo
        message = what if where is None else f"{where}: {what}"
        super().__init__(message if todo is None else f"{message}; {todo}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Keeps the parts: it is unpickled without the arguments of its class, which differ."""
        return _unpickled, (type(self), self.args), self.__dict__


def _unpickled(kind: type[DebatableError], args: tuple[object, ...]) -> DebatableError:
    return kind.__new__(kind, *args)


class InputError(DebatableError):
    """A file or option given by the user cannot be used."""


class RecordError(InputError):
    """One record of a corpus is bad; reading can go on with the next one."""


class QueryError(DebatableError):
    """A query that cannot be searched for: empty, too long, not text."""


class ClosedError(DebatableError):
    """Something was asked of an engine that was closed."""


class StorageError(DebatableError):
    """A disk cannot be written: it is read-only, full or gone."""


class OverdueError(StorageError):
    """A server did not answer before the time of a search was over."""


class ReplacedError(StorageError):
    """The state of the index that was being read is not there any more."""


class NotAnIndexError(DebatableError):
    """The folder is missing or holds no Debatable index."""


class NewerIndexError(DebatableError):
    """The index was written by a newer version than this one."""


class CorruptIndexError(DebatableError):
    """The index does not match its own manifest."""


class IndexLockedError(DebatableError):
    """Another process is writing to the index."""


class MissingExtraError(DebatableError):
    """An optional dependency is needed and not installed.

    >>> print(MissingExtraError("torch", "sentence-transformers models"))
    sentence-transformers models need an extra; install it with: pip install 'debatable[torch]'
    """

    def __init__(self, extra: str, what: str) -> None:
        """Names the extra that brings what is missing."""
        self.extra = extra
        super().__init__(f"{what} need an extra", todo=f"install it with: pip install 'debatable[{extra}]'")


class UnknownNameError(DebatableError):
    """A name that is in no table, with the nearest ones that are.

    >>> print(UnknownNameError("method", "framwork", ["bm25f", "framework", "quixote"]))
    unknown method 'framwork'; did you mean 'framework'?
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        """Looks the nearest names up."""
        known = list(known)
        close = nearest(name, known)
        shown = ", ".join(sorted(known)[:12])
        todo = f"did you mean {' or '.join(map(repr, close))}?" if close else f"there are: {shown}"
        self.name = name
        self.close = close
        super().__init__(f"unknown {kind} {name[:80]!r}", todo=todo)


def check_name(kind: str, name: object, known: Collection[str]) -> None:
    """Raises an UnknownNameError where a name is not among those there are."""
    if name not in known:
        raise UnknownNameError(kind, str(name), known)


def nearest(name: str, known: Iterable[str], *, most: int = 3) -> list[str]:
    """Returns the known names closest to a misspelt one, best first, case ignored.

    >>> nearest("BM52", ["BM25", "Classic", "bm25f"])
    ['BM25', 'bm25f']
    """
    by_lower = {candidate.lower(): candidate for candidate in known}
    close = difflib.get_close_matches(name.lower()[:80], by_lower, n=most, cutoff=0.5)
    return [by_lower[hit] for hit in close]
