"""Sheets of Excel (.xlsx) and OpenDocument (.ods): the first one, as a table with a header.

Both are zip archives of XML. A small file that would grow large is refused before it is unpacked; parts are parsed in
pieces, no entity is expanded, and no document type is read.
"""

from __future__ import annotations

import re
import struct
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Final
from xml.parsers import expat

from debatable.corpus.readers.delimited import column_places, row_argument
from debatable.corpus.readers.records import MAX_TEXT, Omission, located
from debatable.corpus.readers.source import Source
from debatable.errors import RecordError
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
_PLACE: Final = re.compile(r"([A-Z]{1,3})\d+")
_DAMAGE: Final = (
    *(zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, KeyError, OSError),
    *(ValueError, struct.error),
)
"""What unpacking a part that is damaged, packed in another way or locked with a password raises."""

Row = tuple[int, list[str]]


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
            with _archive(source) as archive:
                book = (
                    _Workbook(archive) if "xl/workbook.xml" in archive.namelist() else _OpenDocument(archive)
                )
                yield from self._arguments(book.rows(), source)
                if others := book.other_sheets():
                    yield Omission(f"{counted(others, 'sheet')} after the first left out", str(source.path))
        except RecordError as error:
            raise located(error, error.where or str(source.path)) from None
        except _DAMAGE as error:
            raise RecordError(
                f"the sheet cannot be unpacked ({error})",
                where=str(source.path),
                todo="save it again, without a password",
            ) from None
        yield Omission("formulas by their last value, formats, notes and pictures left out", str(source.path))

    def _arguments(self, rows: Iterator[Row], source: Source) -> Iterator[Argument | RecordError]:
        header: list[str] | None = None
        places: dict[str, int] = {}
        for number, cells in rows:
            if header is None:
                header = cells
                places = column_places(header, self.columns, source.at(number))
                continue
            try:
                padded = [*cells, *[""] * (len(header) - len(cells))]
                unnamed = f"{source.name}:{number}"
                yield row_argument(padded, places, len(header), unnamed=unnamed, language=self.language)
            except RecordError as error:
                yield located(error, source.at(number))
        if header is None:
            raise RecordError("the first sheet is empty", todo="put the table on the first sheet")


def _archive(source: Source) -> zipfile.ZipFile:
    if not source.stream.seekable():
        raise RecordError("the sheet is packed once more", todo="unpack it first")
    return zipfile.ZipFile(source.stream)


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


class _Parsing(ABC):
    """One pass of an XML parser over a part of an archive."""

    def run(self, part: IO[bytes]) -> Iterator[None]:
        """Parses piece by piece; yields after each."""
        parser = expat.ParserCreate(namespace_separator=" ")
        parser.buffer_text = True
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.characters
        parser.EntityDeclHandler = parser.StartDoctypeDeclHandler = _refuse
        while piece := part.read(_PIECE):
            _fed(parser, piece, last=False)
            yield
        _fed(parser, b"", last=True)
        yield

    @abstractmethod
    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Takes the start of an element."""

    @abstractmethod
    def end(self, tag: str) -> None:
        """Takes the end of an element."""

    @abstractmethod
    def characters(self, text: str) -> None:
        """Takes text."""


def _fed(parser: expat.XMLParserType, piece: bytes, *, last: bool) -> None:
    try:
        parser.Parse(piece, last)
    except expat.ExpatError as error:
        raise RecordError(f"its XML is not well-formed ({error})", todo="save the sheet again") from None


def _refuse(*_: object) -> None:
    raise RecordError("its XML declares a document type, which is not read", todo="save the sheet again")


def _joined(parts: list[str]) -> str:
    """Returns a text of a cell, cut where it is too long to be a claim or a premise."""
    return "".join(parts)[: MAX_TEXT + 1]


class _Rows(_Parsing):
    """Rows of a sheet as they are parsed."""

    def __init__(self) -> None:
        self.found: list[Row] = []
        self.cells: dict[int, str] = {}
        self.number = self.column = 0
        self.parts: list[str] | None = None

    def over(self, part: IO[bytes]) -> Iterator[Row]:
        """Yields the rows that are not blank, with their numbers."""
        for _ in self.run(part):
            yield from self.found
            self.found.clear()

    def characters(self, text: str) -> None:
        if self.parts is not None:
            self.parts.append(text)

    def put(self, value: str) -> None:
        """Puts a value into the present cell."""
        if self.column >= MAX_CELLS:
            raise RecordError(f"a row has more than {MAX_CELLS:,} cells", todo="leave columns out")
        if value.strip():
            self.cells[self.column] = value

    def close_row(self, times: int = 1) -> None:
        """Ends a row."""
        if self.cells:
            if times > MAX_REPEATED:
                raise RecordError(f"a row repeats {times:,} times", todo=f"{MAX_REPEATED:,} are the limit")
            row = [self.cells.get(place, "") for place in range(max(self.cells) + 1)]
            self.found += [(self.number + again, row) for again in range(times)]
        self.number += times - 1
        self.cells = {}


class _SharedStrings(_Parsing):
    """The texts that cells of Excel name by number."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.parts: list[str] | None = None
        self.inside = self.sounds = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        if name == "si":
            self.parts = []
        self.inside += name == "t"
        self.sounds += name == "rPh"  # how a text is pronounced

    def end(self, tag: str) -> None:
        name = tag.rpartition(" ")[2]
        if name == "si" and self.parts is not None:
            self.texts.append(_joined(self.parts))
            self.parts = None
        self.inside -= name == "t"
        self.sounds -= name == "rPh"

    def characters(self, text: str) -> None:
        if self.parts is not None and self.inside and not self.sounds:
            self.parts.append(text)


class _ExcelRows(_Rows):
    """Rows of a worksheet of Excel."""

    def __init__(self, shared: list[str]) -> None:
        super().__init__()
        self.shared, self.kind = shared, ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.rpartition(" ")[2]
        if name == "row":
            given = attributes.get("r", "")
            self.number = int(given) if given.isdecimal() and len(given) < 9 else self.number + 1
            self.column = -1
        elif name == "c":
            place = _PLACE.fullmatch(attributes.get("r", ""))
            self.column = _column(place[1]) if place else self.column + 1
            self.kind = attributes.get("t", "n")
            self.parts = None
        elif name == "v" or (name == "t" and self.kind == "inlineStr"):
            self.parts = [] if self.parts is None else self.parts

    def end(self, tag: str) -> None:
        name = tag.rpartition(" ")[2]
        if name == "c" and self.parts is not None:
            self.put(self._value(_joined(self.parts)))
            self.parts = None
        elif name == "row":
            self.close_row()

    def _value(self, written: str) -> str:
        if self.kind == "s":
            known = written.strip().isdecimal() and len(written) < 10 and int(written) < len(self.shared)
            return self.shared[int(written)] if known else ""
        return "" if self.kind == "e" else written


def _column(letters: str) -> int:
    """Returns the number of a column.

    >>> _column("A"), _column("Z"), _column("AA")
    (0, 25, 26)
    """
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


class _Names(_Parsing):
    """Attributes of the elements of one name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.found: list[dict[str, str]] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag.rpartition(" ")[2] == self.name and len(self.found) < MAX_CELLS:
            self.found.append(attributes)

    def end(self, tag: str) -> None:
        pass

    def characters(self, text: str) -> None:
        pass

    @classmethod
    def of(cls, archive: zipfile.ZipFile, part: str, name: str) -> list[dict[str, str]]:
        """Returns them for a part of an archive."""
        parsing = cls(name)
        with _part(archive, part) as stream:
            for _ in parsing.run(stream):
                pass
        return parsing.found


class _Workbook:
    """A file of Excel."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self.archive = archive
        self.sheets = _Names.of(archive, "xl/workbook.xml", "sheet")

    def rows(self) -> Iterator[Row]:
        """Yields the rows of the first sheet."""
        shared = _SharedStrings()
        if "xl/sharedStrings.xml" in self.archive.namelist():
            with _part(self.archive, "xl/sharedStrings.xml") as stream:
                for _ in shared.run(stream):
                    pass
        with _part(self.archive, self._first()) as stream:
            yield from _ExcelRows(shared.texts).over(stream)

    def _first(self) -> str:
        """Returns where the first sheet is."""
        if not self.sheets:
            raise RecordError("it has no sheet", todo="save it again")
        wanted = next((value for key, value in self.sheets[0].items() if key.endswith(" id")), "")
        links = _Names.of(self.archive, "xl/_rels/workbook.xml.rels", "Relationship")
        target = next((link.get("Target", "") for link in links if link.get("Id") == wanted), "")
        return target.removeprefix("/") if target.startswith("/") else f"xl/{target}"

    def other_sheets(self) -> int:
        """Returns how many sheets were not read."""
        return len(self.sheets) - 1


class _OpenRows(_Rows):
    """Rows of the first sheet of OpenDocument."""

    def __init__(self) -> None:
        super().__init__()
        self.tables = self.notes = self.repeated = self.rows_repeated = 0
        self.value = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        uri, _, name = tag.rpartition(" ")
        if uri == _TABLE and name == "table":
            self.tables += 1
        if self.tables != 1:
            return
        if uri == _TABLE and name == "table-row":
            self.number, self.column = self.number + 1, 0
            self.rows_repeated = _times(attributes.get(f"{_TABLE} number-rows-repeated"))
        elif uri == _TABLE and name in ("table-cell", "covered-table-cell"):
            self.repeated = _times(attributes.get(f"{_TABLE} number-columns-repeated"))
            self.value, self.parts = attributes.get(f"{_OFFICE} value", ""), []
        elif uri == _OFFICE and name == "annotation":
            self.notes += 1
        elif uri == _TEXT and self.parts is not None and not self.notes:
            spaces = min(_times(attributes.get(f"{_TEXT} c")), MAX_CELLS)
            self.parts.append({"s": " " * spaces, "tab": "\t", "line-break": "\n"}.get(name, ""))

    def end(self, tag: str) -> None:
        uri, _, name = tag.rpartition(" ")
        if self.tables != 1:
            return
        if uri == _OFFICE and name == "annotation":
            self.notes -= 1
        elif uri == _TEXT and name == "p" and self.parts is not None and not self.notes:
            self.parts.append("\n")
        elif uri == _TABLE and name in ("table-cell", "covered-table-cell") and self.parts is not None:
            self._close_cell(_joined(self.parts).strip("\n") or self.value)
        elif uri == _TABLE and name == "table-row":
            self.close_row(self.rows_repeated)

    def _close_cell(self, value: str) -> None:
        if value.strip():
            for _ in range(min(self.repeated, MAX_CELLS + 1)):
                self.put(value)
                self.column += 1
        else:
            self.column += self.repeated
        self.parts = None

    def characters(self, text: str) -> None:
        if not self.notes:
            super().characters(text)


def _times(given: str | None) -> int:
    return int(given) if given is not None and given.isdecimal() and 0 < len(given) < 9 else 1


class _OpenDocument:
    """A file of OpenDocument."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        if "content.xml" not in archive.namelist():
            raise RecordError(
                "it is no sheet of Excel or OpenDocument", todo="save it as .xlsx, .ods or .csv"
            )
        self.archive = archive
        self.parsing = _OpenRows()

    def rows(self) -> Iterator[Row]:
        """Yields the rows of the first sheet."""
        with _part(self.archive, "content.xml") as stream:
            yield from self.parsing.over(stream)

    def other_sheets(self) -> int:
        """Returns how many sheets were not read."""
        return max(self.parsing.tables - 1, 0)
