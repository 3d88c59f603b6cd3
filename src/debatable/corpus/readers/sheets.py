"""Sheets of Excel (.xlsx) and OpenDocument (.ods): the first one, as a table with a header.

Both are zip archives of XML. A small file that would grow large is refused before it is unpacked; parts are parsed in
pieces, no entity is expanded, and no document type is read.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final, Literal
from xml.parsers import expat

from debatable.corpus.readers.delimited import column_places, row_argument
from debatable.corpus.readers.records import MAX_TEXT, Omission, located
from debatable.corpus.readers.source import Source
from debatable.errors import InputError, RecordError
from debatable.model import Argument
from debatable.plural import counted

MAX_UNPACKED: Final = 256 * 2**20
"""Bytes of a part of a sheet file, unpacked."""
MAX_RATIO: Final = 100
"""How many times its packed size a part of 16 MiB or more may have; rows of equal cells have 15."""
MAX_CELLS: Final = 1_000
"""Cells of a row."""
MAX_REPEATED: Final = 1_000
"""How often a row with content may be said to repeat."""

_PIECE: Final = 2**16
_LARGE: Final = 2**24
_TABLE: Final = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
_TEXT: Final = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
_DRAW: Final = "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"
_PLACE: Final = re.compile(r"([A-Z]{1,3})\d+")
_PLAIN: Final = ("0", "1", "49")
"""Formats of Excel that change nothing of a whole number: general, no decimals, text."""
_FORMULAS: Final = "formulas (their last values are kept)"
_FORMATS: Final = "formats of numbers and dates"
_NOTES: Final = "notes"
_PICTURES: Final = "pictures"
_DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, KeyError, OSError),
    *(ValueError, struct.error),
)
"""What unpacking a part that is damaged, packed in another way or locked with a password raises."""

Row = tuple[int, list[str]]
Event = tuple[Literal["start", "end", "text"], str, dict[str, str]]
"""What a parser meets: an element's name and attributes, or a text."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """Reads the first sheet of a file; its first row that is not blank names the columns.

    Attributes:
        language: Of rows that name none.
        columns: Pairs of a field and the column it is in; other fields are in the column of their name.
    """

    language: str = "en"
    columns: tuple[tuple[str, str], ...] = ()

    def __call__(self, source: Source) -> Iterator[Argument | RecordError | Omission]:
        """Yields an argument, or what is wrong, for every row that is not blank, then what was left out."""
        try:
            if not source.stream.seekable():
                raise RecordError("the sheet is packed once more", todo="unpack it first")
            with zipfile.ZipFile(source.stream) as archive:
                book = (
                    _Workbook(archive) if "xl/workbook.xml" in archive.namelist() else _OpenDocument(archive)
                )
                yield from self._arguments(book.rows(), source)
                if others := book.other_sheets():
                    yield Omission(f"{counted(others, 'sheet')} after the first left out", str(source.path))
                if lost := book.lost():
                    yield Omission(f"{', '.join(lost)} left out", str(source.path))
        except RecordError as error:
            raise located(error, error.where or str(source.path)) from None
        except _DAMAGE as error:
            raise RecordError(
                f"the sheet cannot be unpacked ({error})",
                where=str(source.path),
                todo="save it again, without a password",
            ) from None

    def _arguments(self, rows: Iterator[Row], source: Source) -> Iterator[Argument | RecordError]:
        header: list[str] | None = None
        places: dict[str, int] = {}
        for number, cells in rows:
            if header is None:
                header = cells
                try:
                    places = column_places(header, self.columns, source.at(number))
                except InputError as error:
                    todo = f"{error.todo}; of several sheets only the first is read"
                    raise InputError(error.what, where=error.where, todo=todo) from None
                continue
            where = source.at(number)
            try:
                padded = [*cells, *[""] * (len(header) - len(cells))]
                unnamed = f"{source.name}:{number}"
                yield row_argument(
                    padded, places, len(header), unnamed=unnamed, language=self.language, where=where
                )
            except RecordError as error:
                yield located(error, where)
        if header is None:
            raise RecordError("the first sheet is empty", todo="put the table on the first sheet")


FORMATS = {"sheets": Sheets()}


def _part(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    """Opens a part; of what is packed no more is read than the archive says."""
    about = archive.getinfo(name)
    if about.file_size > MAX_UNPACKED:
        raise RecordError(f"it unpacks to more than {MAX_UNPACKED >> 20} MiB", todo="split it")
    if about.file_size >= _LARGE and about.file_size > MAX_RATIO * about.compress_size:
        raise RecordError(
            f"it unpacks to more than {MAX_RATIO} times its size, as no sheet does", todo="save it as .csv"
        )
    return archive.open(about)


def _events(archive: zipfile.ZipFile, name: str) -> Iterator[Event]:
    """Parses a part piece by piece; yields the starts and ends of its elements and the texts between them."""
    events: list[Event] = []
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, attributes: events.append(("start", tag, attributes))
    parser.EndElementHandler = lambda tag: events.append(("end", tag, {}))
    parser.CharacterDataHandler = lambda text: events.append(("text", text, {}))
    parser.EntityDeclHandler = parser.StartDoctypeDeclHandler = _refuse
    with _part(archive, name) as part:
        for piece in iter(lambda: part.read(_PIECE), b""):
            _feed(parser, piece, last=False)
            yield from events
            events.clear()
    _feed(parser, b"", last=True)
    yield from events


def _feed(parser: expat.XMLParserType, piece: bytes, *, last: bool) -> None:
    try:
        parser.Parse(piece, last)
    except expat.ExpatError as error:
        raise RecordError(f"its XML is not well-formed ({error})", todo="save the sheet again") from None


def _refuse(*_: object) -> None:
    raise RecordError("its XML declares a document type, which is not read", todo="save the sheet again")


def _joined(parts: list[str]) -> str:
    """Returns a text of a cell, cut where it is too long to be a claim or a premise."""
    return "".join(parts)[: MAX_TEXT + 1]


class _Cells:
    """The cells of the row that is read."""

    def __init__(self) -> None:
        self.number = self.column = 0
        self.values: dict[int, str] = {}

    def put(self, value: str) -> None:
        """Puts a value into the present column."""
        if self.column >= MAX_CELLS:
            raise RecordError(f"a row has more than {MAX_CELLS:,} cells", todo="leave columns out")
        if value.strip():
            self.values[self.column] = value

    def rows(self, times: int = 1) -> Iterator[Row]:
        """Ends the row; yields it as often as it repeats, unless it is blank."""
        first, values, self.values = self.number, self.values, {}
        self.number += times - 1
        if values and times > MAX_REPEATED:
            raise RecordError(f"a row repeats {times:,} times", todo=f"{MAX_REPEATED:,} are the limit")
        if values:
            row = [values.get(place, "") for place in range(max(values) + 1)]
            yield from ((first + again, row) for again in range(times))


class _Workbook:
    """A file of Excel."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.sheets = self._attributes("xl/workbook.xml", "sheet")
        self._found: set[str] = set()

    def rows(self) -> Iterator[Row]:
        """Yields the rows of the first sheet that are not blank, with their numbers."""
        shared = self._shared_texts() if "xl/sharedStrings.xml" in self.archive.namelist() else []
        formats = self._formats() if "xl/styles.xml" in self.archive.namelist() else {}
        cells, kind, formatted = _Cells(), "", False
        parts: list[str] | None = None
        for event, tag, attributes in _events(self.archive, self._first()):
            if event == "text":
                if parts is not None:
                    parts.append(tag)
                continue
            name = tag.rpartition(" ")[2]
            if event == "end":
                if name == "c" and parts is not None:
                    cells.put(_excel_value(kind, _joined(parts), shared))
                    parts = None
                elif name == "row":
                    yield from cells.rows()
            elif name == "row":
                given = attributes.get("r", "")
                cells.number = int(given) if given.isdecimal() and len(given) < 9 else cells.number + 1
                cells.column = -1
            elif name == "c":
                place = _PLACE.fullmatch(attributes.get("r", ""))
                cells.column = _column(place[1]) if place else cells.column + 1
                kind, parts = attributes.get("t", "n"), None
                formatted = kind == "n" and formats.get(attributes.get("s", "0"), "0") not in _PLAIN
            elif name == "v" or (name == "t" and kind == "inlineStr"):
                parts = parts or []
                if formatted:
                    self._found.add(_FORMATS)
            elif name == "f":
                self._found.add(_FORMULAS)

    def _shared_texts(self) -> list[str]:
        """Returns the texts that cells name by number, without how they are pronounced (``rPh``)."""
        texts: list[str] = []
        parts: list[str] | None = None
        inside = {"t": 0, "rPh": 0}
        for event, tag, _ in _events(self.archive, "xl/sharedStrings.xml"):
            name = tag.rpartition(" ")[2]
            if event == "text":
                if parts is not None and inside["t"] and not inside["rPh"]:
                    parts.append(tag)
            elif name in inside:
                inside[name] += 1 if event == "start" else -1
            elif name == "si" and event == "start":
                parts = []
            elif name == "si" and parts is not None:
                texts.append(_joined(parts))
                parts = None
        return texts

    def _formats(self) -> dict[str, str]:
        """Returns the format of numbers of each style, by the numbers of both."""
        formats: dict[str, str] = {}
        inside = False
        for event, tag, attributes in _events(self.archive, "xl/styles.xml"):
            name = tag.rpartition(" ")[2]
            if name == "cellXfs":
                inside = event == "start"
            elif inside and name == "xf" and event == "start":
                formats[str(len(formats))] = attributes.get("numFmtId", "0")
        return formats

    def _first(self) -> str:
        """Returns where the first sheet is."""
        if not self.sheets:
            raise RecordError("it has no sheet", todo="save it again")
        return self._part_of(self.sheets[0])

    def _part_of(self, sheet: dict[str, str]) -> str:
        """Returns where a sheet is."""
        wanted = next((value for key, value in sheet.items() if key.endswith(" id")), "")
        links = self._attributes("xl/_rels/workbook.xml.rels", "Relationship")
        target = next((link.get("Target", "") for link in links if link.get("Id") == wanted), "")
        return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"

    def _attributes(self, part: str, name: str) -> list[dict[str, str]]:
        """Returns the attributes of the elements of one name."""
        found: list[dict[str, str]] = []
        for event, tag, given in _events(self.archive, part):
            if event == "start" and tag.rpartition(" ")[2] == name and len(found) < MAX_CELLS:
                found.append(given)
        return found

    def other_sheets(self) -> int:
        """Returns how many sheets were not read, but for those that are known to be empty."""
        return sum(not self._empty(sheet) for sheet in self.sheets[1:])

    def _empty(self, sheet: dict[str, str]) -> bool:
        """Whether a sheet has no value; looks no further than to the first."""
        try:
            return not any(
                event == "start" and tag.rpartition(" ")[2] in ("v", "t")
                for event, tag, _ in _events(self.archive, self._part_of(sheet))
            )
        except (RecordError, *_DAMAGE):
            return False

    def lost(self) -> list[str]:
        """Returns the kinds of things that are there and were not read, as far as the first sheet was."""
        parts = self.archive.namelist()
        if any(part.startswith(("xl/comments", "xl/threadedComments")) for part in parts):
            self._found.add(_NOTES)
        if any(part.startswith(("xl/media/", "xl/charts/")) for part in parts):
            self._found.add(_PICTURES)
        return _ordered(self._found)


def _ordered(found: set[str]) -> list[str]:
    return [kind for kind in (_FORMULAS, _FORMATS, _NOTES, _PICTURES) if kind in found]


def _excel_value(kind: str, written: str, shared: list[str]) -> str:
    if kind == "s":
        number = written.strip()
        known = number.isdecimal() and len(number) < 10 and int(number) < len(shared)
        return shared[int(number)] if known else ""
    return "" if kind == "e" else written


def _column(letters: str) -> int:
    """Returns the number of a column.

    >>> _column("A"), _column("Z"), _column("AA")
    (0, 25, 26)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


class _OpenDocument:
    """A file of OpenDocument."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        if "content.xml" not in archive.namelist():
            raise RecordError(
                "it is no sheet of Excel or OpenDocument", todo="save it as .xlsx, .ods or .csv"
            )
        self.archive, self.tables = archive, 0
        self._filled: set[int] = set()
        self._found: set[str] = set()

    def rows(self) -> Iterator[Row]:
        """Yields the rows of the first sheet that are not blank, with their numbers."""
        cells, value = _Cells(), ""
        parts: list[str] | None = None
        notes = repeated = rows_repeated = 0
        for event, tag, attributes in _events(self.archive, "content.xml"):
            if event == "text":
                if parts is not None and not notes:
                    parts.append(tag)
                continue
            uri, _, name = tag.rpartition(" ")
            if event == "start" and uri == _TABLE and name == "table":
                self.tables += 1
            if self.tables != 1:
                if uri == _TEXT and self.tables:
                    self._filled.add(self.tables)
                continue
            if uri == _OFFICE and name == "annotation":
                notes += 1 if event == "start" else -1
                self._found.add(_NOTES)
            elif uri == _DRAW and name == "frame":
                self._found.add(_PICTURES)
            elif uri == _TEXT and parts is not None and not notes:
                if event == "start":
                    spaces = min(_times(attributes.get(f"{_TEXT} c")), MAX_CELLS)
                    parts.append({"s": " " * spaces, "tab": "\t", "line-break": "\n"}.get(name, ""))
                elif name == "p":
                    parts.append("\n")
            elif uri == _TABLE and name == "table-row":
                if event == "start":
                    cells.number, cells.column = cells.number + 1, 0
                    rows_repeated = _times(attributes.get(f"{_TABLE} number-rows-repeated"))
                else:
                    yield from cells.rows(rows_repeated)
            elif uri == _TABLE and name in ("table-cell", "covered-table-cell"):
                if event == "start":
                    if f"{_TABLE} formula" in attributes:
                        self._found.add(_FORMULAS)
                    repeated = _times(attributes.get(f"{_TABLE} number-columns-repeated"))
                    value, parts = attributes.get(f"{_OFFICE} value", ""), []
                elif parts is not None:
                    _put_repeated(cells, _joined(parts).strip("\n") or value, repeated)
                    parts = None

    def other_sheets(self) -> int:
        """Returns how many sheets were not read, but for those that are empty."""
        return len(self._filled)

    def lost(self) -> list[str]:
        """Returns the kinds of things that are on the first sheet and were not read."""
        return _ordered(self._found)


def _put_repeated(cells: _Cells, value: str, times: int) -> None:
    if value.strip():
        for _ in range(min(times, MAX_CELLS + 1)):
            cells.put(value)
            cells.column += 1
    else:
        cells.column += times


def _times(given: str | None) -> int:
    return int(given) if given is not None and given.isdecimal() and 0 < len(given) < 9 else 1
