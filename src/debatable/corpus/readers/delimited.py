"""Tables with a header: comma, semicolon or tab between the cells."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from debatable.corpus.readers.records import CONVERT, FIELDS, argument, located
from debatable.corpus.readers.source import MAX_LINE, Source, lines, pass_over
from debatable.errors import InputError, RecordError, nearest
from debatable.model import Argument

SHOWN: Final = 40
"""Characters of a title that a message shows."""

_BLANK: Final = re.compile(rb"(?:\r?\n)+")

_RETURNS: Final = "end lines with line feeds, for example with: tr '\\r' '\\n', or put the cell in quotes"

_QUOTING: Final = 'put cells with quotes, delimiters or line breaks in "…" and double the quotes inside'


@dataclass(frozen=True, slots=True)
class Delimited:
    """Reads a table whose first row names its columns.

    Attributes:
        language: Of rows that name none.
        delimiter: Between cells; empty for the one of comma, semicolon and tab by which most of the first rows have
            as many cells as the header, of several the one that the header has most of.
        columns: Pairs of a field and the column it is in; other fields are in the column of their name.
    """

    language: str = "en"
    delimiter: str = ""
    columns: tuple[tuple[str, str], ...] = ()

    def __call__(self, source: Source) -> Iterator[Argument | RecordError]:
        """Yields an argument, or what is wrong, for every row that is not blank."""
        table = rows(source, self.delimiter)
        header = table_header(next(table), source.at(1))
        places = column_places(header, self.columns, source.at(1))
        for number, row in table:
            where = source.at(number)
            try:
                if isinstance(row, RecordError):
                    raise row
                unnamed = f"{source.name}:{number}"
                yield row_argument(
                    row, places, len(header), unnamed=unnamed, language=self.language, where=where
                )
            except RecordError as error:
                yield located(error, where)


FORMATS = {"csv": Delimited(), "tsv": Delimited(delimiter="\t")}


def rows(source: Source, delimiter: str = "") -> Iterator[tuple[int, list[str] | RecordError]]:
    """Yields every row that is not blank with its line, the header first, or what is wrong with it."""
    table = _Rows(source, delimiter)
    yield 1, table.following_or_problem() or []
    while True:
        number = table.lines.number + 1
        row = table.following_or_problem()
        if row is None:
            return
        if isinstance(row, RecordError) or row:
            yield number, row
        else:
            table.lines.pass_over_blank()


def row_argument(
    row: list[str], places: Mapping[str, int], width: int, *, unnamed: str, language: str, where: str
) -> Argument:
    """Returns the argument of a row; raises a RecordError where it is none."""
    if len(row) != width:
        raise RecordError(f"the row has {len(row)} cells, the header {width}", todo=_QUOTING)
    record = {name: row[place] for name, place in places.items()}
    return argument(record, unnamed=unnamed, language=language, where=where)


def column_places(header: list[str], columns: Iterable[tuple[str, str]], where: str) -> dict[str, int]:
    """Returns the column of each field: the one mapped to it, or that of its name.

    >>> column_places(["ID", "text"], [("premise", "text")], "t.csv:1")
    {'id': 0, 'premise': 1}

    Raises:
        InputError: A column that is mapped, or that of the premise, is missing; or one that is read is there twice.
    """
    titles = [title.strip() for title in header]
    lowered = [title.lower() for title in titles]
    places: dict[str, int] = {name: lowered.index(name) for name in FIELDS if name in lowered}
    for name, column in columns:
        if column not in titles:
            raise _missing(name, column, titles, where)
        places[name] = titles.index(column)
    if "premise" not in places:
        raise _missing("premise", "premise", titles, where)
    mapped = dict(columns)
    for name, place in places.items():
        among, title = (titles, titles[place]) if name in mapped else (lowered, name)
        if among.count(title) > 1:
            raise InputError(
                f"several columns are named {title[:40]!r}",
                where=where,
                todo=f"rename all but one, or name another with --column {name}=TITLE",
            )
    return places


def table_header(first: tuple[int, list[str] | RecordError], where: str) -> list[str]:
    """Returns the header from the first row of a table; raises its error where it cannot be read."""
    if isinstance(first[1], RecordError):
        raise located(first[1], where)
    return first[1]


def shown_titles(titles: Sequence[str]) -> str:
    """Returns the first titles of a table for a message, long ones cut.

    >>> shown_titles(["id", "What should the town do next? (please be specific)"])
    "'id', 'What should the town do next? (please be…'"
    """
    return ", ".join(repr(title if len(title) <= SHOWN else f"{title[:SHOWN]}…") for title in titles[:20])


def _missing(name: str, column: str, titles: list[str], where: str) -> InputError:
    close = nearest(column, titles)
    hint = f", did you mean {close[0]!r}?" if close else ""
    way = "rename them, or map them with --column premise=TITLE, which index and add take"
    todo = f"the columns are {shown_titles(titles)}: {way}"
    if not any(titles):
        todo = "the first row is empty: begin the file with the names of its columns"
    return InputError(
        f"there is no column {column!r} for the {name}{hint}",
        where=where,
        todo=todo,
    )


def _delimiter(header: str, following: bytes) -> str:
    r"""Returns the delimiter of a table whose header may have another one in its titles.

    >>> _delimiter("id;What, where, when?\n", b"1;Buses, at night\n"), _delimiter("id,a;b;c\n", b"1,2\n")
    (';', ',')
    """
    whole = following[: following.rfind(b"\n") + 1].decode("utf-8", "replace")

    def fitting(delimiter: str) -> int:
        first_rows = csv.reader(io.StringIO(header + whole, newline=""), delimiter=delimiter)
        widths = [len(row) for row in first_rows]
        return widths.count(widths[0]) if widths and widths[0] > 1 else 0

    try:
        return max(",;\t", key=lambda each: (fitting(each), header.count(each)))
    except csv.Error:  # such as a carriage return alone, which is reported with its row
        return max(",;\t", key=header.count)


class _Rows:
    """The rows of a table, each checked."""

    def __init__(self, source: Source, delimiter: str) -> None:
        self.lines = _Lines(source)
        first = next(self.lines, "")
        csv.field_size_limit(
            max(MAX_LINE, csv.field_size_limit())
        )  # for the process: the module has no other way
        self._rows = csv.reader(
            itertools.chain([first], self.lines),
            delimiter=delimiter or _delimiter(first, source.stream.peek()),
            strict=True,
        )

    def following_or_problem(self) -> list[str] | RecordError | None:
        """Returns the next row, empty for a blank line, what is wrong with it, or None after the last one."""
        problem, first = None, self.lines.number + 1
        self.lines.begin_row()
        try:
            row = next(self._rows, None)
        except csv.Error as error:
            problem = self._unparsed(first, error)
        return self.lines.taken_problem() or problem or row

    def _unparsed(self, first: int, error: csv.Error) -> RecordError:
        """Returns what is wrong with a row that cannot be split into cells, and how many lines are lost with it."""
        if "new-line character" in str(error):
            return RecordError(
                "a carriage return ends a line or stands in a cell without quotes", todo=_RETURNS
            )
        last = self.lines.number
        lost = f", and lines {first:,} to {last:,} are lost with it" if last > first else ""
        return RecordError(f"the row cannot be parsed ({error}){lost}", todo=_QUOTING)


@dataclass(slots=True)
class _Lines:
    """The lines of a file as text; an error of a line is stored, so that reading can go on.

    A row of cells with line breaks that is longer than a line may be ends with an error, and is not kept.
    """

    source: Source
    number: int = 0
    _size: int = 0
    _wrong: RecordError | None = None
    _raw: Iterator[tuple[int, bytes]] = field(init=False)

    def __post_init__(self) -> None:
        self._raw = lines(self.source.stream)

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        _, raw = next(self._raw)
        self.number += 1
        self._size += len(raw)
        if self._size > MAX_LINE >= len(raw):
            raise csv.Error(f"it is longer than {MAX_LINE:,} bytes")
        try:
            if len(raw) > MAX_LINE:
                self._wrong = RecordError(
                    f"a line is longer than {MAX_LINE:,} bytes", todo="split the record"
                )
                return "\n"
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            self._wrong = RecordError(
                f"byte {error.start + 1} of line {self.number} is not UTF-8 (0x{raw[error.start]:02x})",
                todo=CONVERT,
            )
            return raw.decode("utf-8", "replace")

    def begin_row(self) -> None:
        """Counts the bytes of a row from here on."""
        self._size = 0

    def pass_over_blank(self) -> None:
        """Skips blank lines between two rows."""
        self.number += pass_over(self.source.stream, _BLANK)

    def taken_problem(self) -> RecordError | None:
        """Returns the error of the lines since the last call."""
        wrong, self._wrong = self._wrong, None
        return wrong
