"""The records that were skipped: listed as they come, counted at the end."""

from __future__ import annotations

from debatable.cli.printing.terminal import note
from debatable.errors import RecordError
from debatable.plural import counted

__all__ = ["SkippedRecords"]

SHOWN = 1_000
"""How many are listed one by one."""


class SkippedRecords:
    """Lists bad records on standard error and counts them.

    >>> skipped = SkippedRecords()
    >>> skipped.summary()
    ''
    """

    def __init__(self) -> None:
        """Starts with none."""
        self.count = 0

    def __call__(self, error: RecordError) -> None:
        """Takes note of one, without what to do about it: leaving it out was one way."""
        self.count += 1
        if self.count <= SHOWN:
            note(f"skipped: {error.where}: {error.what}" if error.where else f"skipped: {error.what}")
        elif self.count == SHOWN + 1:
            note("skipped: more, no longer listed")

    def summary(self) -> str:
        """Says how many there were, or nothing."""
        return f", {counted(self.count, 'bad record')} skipped" if self.count else ""
