"""Polis: the comments of a conversation, as its report exports them."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from debatable.corpus.readers.delimited import rows
from debatable.corpus.readers.records import Omission, argument, located
from debatable.corpus.readers.source import Source
from debatable.errors import InputError, RecordError
from debatable.model import Argument
from debatable.plural import counted

_REJECTED: Final = "-1"
"""What the column ``moderated`` holds for a comment that moderators took out."""

_COLUMNS: Final = ("comment-id", "comment-body")

_SUMMARY: Final = 2**18
"""Bytes of the summary of a conversation that are read."""


@dataclass(frozen=True, slots=True)
class Polis:
    """Reads ``comments.csv`` of an export: each comment that moderators let stand is a premise without a claim.

    The topic and the address of the conversation, from ``summary.csv`` beside it, become discussion and url. Votes,
    authors and times are left out: an argument has no place for them.
    """

    language: str = "en"

    def __call__(self, source: Source) -> Iterator[Argument | RecordError | Omission]:
        """Yields an argument, or what is wrong, for every comment that was not rejected, then what was left out."""
        table = rows(source)
        header = _header(next(table)[1], source)
        places = {name: header.index(name) for name in (*_COLUMNS, "moderated") if name in header}
        summary = _summary(source.path)
        common = {
            "source": "polis",
            "discussion": summary.get("topic") or source.name,
            "url": summary.get("url", ""),
        }
        rejected = 0
        for number, row in table:
            where = source.at(number)
            try:
                if isinstance(row, RecordError):
                    raise row
                if len(row) != len(header):
                    raise RecordError(f"the row has {len(row)} cells, the header {len(header)}")
                cells = {name: row[place].strip() for name, place in places.items()}
                if cells.get("moderated") == _REJECTED:
                    rejected += 1
                    continue
                name = f"{source.name}:{cells['comment-id'] or f'line-{number}'}"
                record = {**common, "id": name, "premise": cells["comment-body"]}
                yield argument(record, unnamed=name, language=self.language, where=where)
            except RecordError as error:
                yield located(error, where)
        if rejected:
            yield Omission(
                f"{counted(rejected, 'comment')} that moderators rejected left out", str(source.path)
            )
        yield Omission("votes, authors and times of comments left out", str(source.path))


FORMATS = {"polis": Polis()}


def _header(row: list[str] | RecordError, source: Source) -> list[str]:
    if isinstance(row, RecordError):
        raise located(row, source.at(1))
    header = [title.strip().lower() for title in row]
    for name in _COLUMNS:
        if name not in header:
            raise InputError(
                f"there is no column {name!r}",
                where=source.at(1),
                todo="give the comments.csv of a Polis export, or name another format with --format",
            )
    return header


def _summary(comments: Path) -> dict[str, str]:
    """Returns topic and address of the conversation; nothing where no summary is beside its comments."""
    name = comments.name.removesuffix(".gz").removesuffix("comments.csv")
    beside = comments.with_name(f"{name}summary.csv")
    if not beside.is_file():
        return {}
    try:
        with beside.open("rb") as stream:
            text = stream.read(_SUMMARY).decode("utf-8-sig", "replace")
        return {row[0].strip(): row[1].strip() for row in csv.reader(text.splitlines(True)) if len(row) > 1}
    except (OSError, csv.Error):
        return {}
