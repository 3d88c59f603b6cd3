"""Reading corpora for the verbs that take them, with the skipped records listed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from debatable.cli.terminal import note
from debatable.corpus.readers import read
from debatable.errors import InputError, RecordError
from debatable.model import Argument

__all__ = ["Reading"]

SHOWN = 1_000
"""How many skipped records are listed one by one."""


class Reading:
    """A stream of arguments from files, and the count of what was skipped."""

    def __init__(
        self, paths: Sequence[Path], format: str, on_error: str, columns: Sequence[str] | None, language: str
    ) -> None:
        """Takes the options of the command line as they are."""
        self.skipped = 0
        self._paths = paths
        self._format = format
        self._on_error = on_error
        self._columns = dict(_mapping(column) for column in columns or ())
        self._language = language

    def __iter__(self) -> Iterator[Argument]:
        """Yields the arguments."""
        return read(
            self._paths,
            format=self._format,
            on_error="skip" if self._on_error == "skip" else "stop",
            columns=self._columns or None,
            language=self._language,
            on_skip=self._skip,
        )

    def summary(self) -> str:
        """Says what was skipped, or nothing."""
        return f", {self.skipped:,} bad records skipped" if self.skipped else ""

    def _skip(self, error: RecordError) -> None:
        self.skipped += 1
        if self.skipped <= SHOWN:
            note(f"skipped: {error}")
        elif self.skipped == SHOWN + 1:
            note("skipped: more, no longer listed")


def _mapping(column: str) -> tuple[str, str]:
    field, equals, name = column.partition("=")
    if not equals or not field or not name:
        raise InputError(f"--column {column!r} maps nothing", todo="write it as premise=NAME")
    return field, name
