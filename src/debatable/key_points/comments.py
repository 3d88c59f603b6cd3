"""Files of comments: tables, JSON lines, plain text and Polis exports, with votes where there are any."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from debatable.corpus.readers.delimited import SHOWN, rows, shown_titles, table_header
from debatable.corpus.readers.records import CONVERT, MAX_ID, clean, line, parse_object, stance, text
from debatable.corpus.readers.source import MAX_LINE, SHEETS, UNREADABLE, Source, lines, opened
from debatable.errors import InputError, RecordError, nearest
from debatable.key_points.report import Comment
from debatable.model import Stance
from debatable.plural import counted
from debatable.progress import Step

CommentFormat = Literal["polis", "csv", "jsonl", "text"]

TEXTS: Final = (
    *("comment-body", "comment", "text", "premise", "argument", "body", "statement"),
    *("comment_body", "comment text", "content", "message"),
)
"""Names under which tables and JSON objects have the text of a comment; the first that is there counts."""

OTHERS: Final = {
    "id": ("id", "comment-id", "comment_id", "arg_id"),
    "source": ("source", "topic"),
    "url": ("url", "link"),
    "stance": ("stance",),
    "agrees": ("agrees", "agree", "upvotes", "likes"),
    "disagrees": ("disagrees", "disagree", "downvotes", "dislikes"),
    "moderated": ("moderated",),
}
"""The same for what else is known of a comment."""

POLIS: Final = frozenset({"comment-id", "agrees", "disagrees", "comment-body"})
"""Columns by which an export of Polis is recognised."""

SUFFIXES: Final[dict[str, CommentFormat]] = {
    **{".csv": "csv", ".tsv": "csv", ".tab": "csv"},
    **{".jsonl": "jsonl", ".ndjson": "jsonl"},
    **{".txt": "text", ".text": "text"},
}

MARKUP: Final = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]*(?:\s[^<>]*)?/?>|&(?:[a-z]{2,8}|#\d{1,6});")

REPORTED: Final = 1_000
"""Records between two reports of progress."""

Record: TypeAlias = tuple[int, "dict[str, Any] | RecordError"]


@dataclass(frozen=True, slots=True)
class CommentFile:
    """The comments of a file.

    Attributes:
        comments: In the order of the file.
        format: That was recognised.
        title: Of the consultation, where the folder of a Polis export names one.
        remarks: What was left out or looks odd, a sentence each, without a full stop.
    """

    comments: tuple[Comment, ...]
    format: CommentFormat
    title: str = ""
    remarks: tuple[str, ...] = ()


def read_comments(
    path: Path, *, column: str = "", moderated: bool = False, progress: Step | None = None
) -> CommentFile:
    """Reads the comments of a file, or of a folder that Polis exported.

    A comment that cannot be used is left out, and a remark counts these. Comments that the moderators of a Polis
    consultation took out (``moderated`` is -1) are left out as well; those that nobody looked at (0) are kept.

    Args:
        path: The file; packed ones are unpacked.
        column: Of the comments, in a table, or their key, in JSON lines; one of the usual names without it.
        moderated: Whether comments are kept that moderators took out.
        progress: Called now and then with how many records were read.

    Raises:
        InputError: There is no such file or column, or the file cannot be read or holds no comment.
    """
    if path.is_dir():
        path = path / "comments.csv"
    if not path.is_file():
        raise InputError("there is no such file", where=str(path), todo="check the path")
    try:
        with opened(path, path.name.partition(".")[0]) as source:
            format, column, records = _records(source, column)
            read = list(_comments(records, source, column, progress))
    except UNREADABLE as error:
        todo = "copy or download it again"
        raise InputError(f"the file cannot be read ({error})", where=str(path), todo=todo) from None
    wrong = [one for one in read if isinstance(one, RecordError)]
    known = [one for one in read if not isinstance(one, RecordError)]
    kept = [one for one, taken_out, _ in known if moderated or format != "polis" or not taken_out]
    uncounted = [votes for _, _, votes in known if votes]
    title = _title(path.with_name("summary.csv")) if format == "polis" else ""
    comments, renamed = _distinct(replace(one, source=one.source or title) for one in kept)
    remarks = _remarks(comments, wrong, len(known) - len(kept), renamed, uncounted)
    if not comments:
        reason = f" that can be used: {remarks[0]}" if remarks else ""
        todo = "give a file with one comment or more"
        raise InputError(f"there is no comment{reason}", where=str(path), todo=todo)
    return CommentFile(comments, format, title, remarks)


def _records(source: Source, column: str) -> tuple[CommentFormat, str, Iterator[Record]]:
    """Returns the format of a file, the field of the text, and its records."""
    named = source.path.name.lower().removesuffix(".gz").removesuffix(".zst")
    suffix = Path(named).suffix
    if suffix in SHEETS:
        todo = "save the sheet as CSV in UTF-8"
        raise InputError("comments are not read from sheets", where=str(source.path), todo=todo)
    if suffix == ".json" and source.stream.peek().lstrip()[:1] == b"[":
        todo = "write one JSON object a line, without the brackets around them and the commas between them"
        raise InputError("comments are not read from a JSON list", where=str(source.path), todo=todo)
    format = SUFFIXES.get(suffix) or _guessed(source)
    if format == "jsonl":
        return format, column.lower(), _objects(source)
    if format == "text":
        return format, "text", _lines(source)
    table = rows(source, "\t" if suffix in (".tsv", ".tab") else "")
    header = [title.strip().lower() for title in table_header(next(table), source.at(1))]
    column = column.strip().lower() or next((name for name in TEXTS if name in header), "")
    if not column or column not in header:  # a column may have an empty title
        raise _missing(column, header, source)
    for name in (column, *(next((one for one in names if one in header), "") for names in OTHERS.values())):
        if name and header.count(name) > 1:
            what, todo = f"several columns are named {name[:SHOWN]!r}", "rename all but one"
            raise InputError(what, where=source.at(1), todo=todo)
    return "polis" if set(header) >= POLIS else "csv", column, _table_records(table, header)


def _guessed(source: Source) -> CommentFormat:
    """Returns the format of a file whose name tells nothing, by its first line."""
    head = source.stream.peek().lstrip()
    first = head.partition(b"\n")[0].decode("utf-8", "replace").lower()
    cells = {cell.strip(' "\r') for cell in re.split("[,;\t]", first)}
    return "jsonl" if head[:1] == b"{" else "csv" if len(cells) > 1 and cells & {*TEXTS} else "text"


def _missing(column: str, header: Sequence[str], source: Source) -> InputError:
    if not any(header):
        todo = "begin the file with the names of its columns"
        return InputError("the first row is empty", where=source.at(1), todo=todo)
    close = nearest(column, header) if column else []
    what = f"there is no column {column!r}" if column else "it is not clear which column holds the comments"
    hint = f", did you mean {close[0]!r}?" if close else ""
    todo = f"name it with --column; there are: {shown_titles(header)}"
    return InputError(f"{what}{hint}", where=source.at(1), todo=todo)


def _table_records(
    table: Iterator[tuple[int, list[str] | RecordError]], header: Sequence[str]
) -> Iterator[Record]:
    for number, row in table:
        if isinstance(row, RecordError):
            yield number, row
        elif len(row) != len(header):
            yield number, RecordError(f"the row has {len(row)} cells, the header {len(header)}")
        else:
            yield number, dict(zip(header, row, strict=True))


def _objects(source: Source) -> Iterator[Record]:
    for number, raw in lines(source.stream):
        if not raw.isspace():
            try:
                yield number, {key.lower(): value for key, value in parse_object(_whole(raw)).items()}
            except RecordError as error:
                yield number, error


def _lines(source: Source) -> Iterator[Record]:
    for number, raw in lines(source.stream):
        if not raw.isspace():
            try:
                yield number, {"text": _whole(raw).decode("utf-8")}
            except UnicodeDecodeError as error:
                what = f"byte {error.start + 1} of it is not UTF-8 (0x{raw[error.start]:02x})"
                yield number, RecordError(what, todo=CONVERT)
            except RecordError as error:
                yield number, error


def _whole(raw: bytes) -> bytes:
    if len(raw) > MAX_LINE:
        raise RecordError(f"the line is longer than {MAX_LINE:,} bytes")
    return raw


def _comments(
    records: Iterator[Record], source: Source, column: str, progress: Step | None
) -> Iterator[tuple[Comment, bool, str] | RecordError]:
    """Yields what `_comment` returns, and an error for each record that is none."""
    for done, (number, record) in enumerate(records, 1):
        if progress is not None and done % REPORTED == 0:
            progress(done, None)
        try:
            if isinstance(record, RecordError):
                raise record
            yield _comment(record, column, f"{source.name}:{number}")
        except RecordError as error:
            todo = (error.todo or "").partition(", or leave ")[0]  # bad records are left out anyway
            yield RecordError(error.what, where=source.at(number), todo=todo or None)


def _comment(record: Mapping[str, Any], column: str, unnamed: str) -> tuple[Comment, bool, str]:
    """Returns a comment, whether moderators took it out, and votes that are no number."""
    known = {
        field: next((record[name] for name in names if name in record), None)
        for field, names in OTHERS.items()
    }
    body = record.get(column or next((name for name in TEXTS if name in record), "text"))
    comment = Comment(
        line(known["id"], "id", MAX_ID) or unnamed,
        text(body, "comment"),
        _stance(known["stance"]),
        line(known["source"], "source"),
        agrees=_votes(known["agrees"]),
        disagrees=_votes(known["disagrees"]),
    )
    written = [str(known[name]).strip() for name in ("agrees", "disagrees") if known[name] is not None]
    uncounted = next((votes[:40] for votes in written if votes and _votes(votes) is None), "")
    return comment, str(known["moderated"]).strip() == "-1", uncounted


def _stance(raw: object) -> Stance:
    """Returns the stance of a record; one that is written another way is not known."""
    try:
        return stance(raw)
    except RecordError:
        return Stance.NONE


def _votes(raw: object) -> int | None:
    """Returns how many voted; None where that is empty or no number.

    Programs that make tables write whole numbers with a decimal where a column has gaps.

    >>> _votes("12"), _votes(""), _votes(3), _votes("many"), _votes("31.0"), _votes(31.0)
    (12, None, 3, None, 31, 31)
    """
    digits = str(raw).strip().removesuffix(".0") if type(raw) in (int, float, str) else ""
    return int(digits) if digits.isdecimal() and len(digits) < 16 else None


def _title(summary: Path) -> str:
    """Returns the topic of a consultation; empty where Polis did not export its summary."""
    if not summary.is_file():
        return ""
    with summary.open(encoding="utf-8-sig", errors="replace", newline="") as stream:
        try:
            return next(
                (clean(row[1])[:200] for row in csv.reader(stream) if row[:1] == ["topic"] and row[1:]), ""
            )
        except csv.Error:
            return ""


def _distinct(comments: Iterable[Comment]) -> tuple[tuple[Comment, ...], int]:
    """Gives comments of one id different ones; returns how many ids were used more than once, too.

    >>> given, renamed = _distinct([Comment("a", "Yes."), Comment("a", "No.")])
    >>> [one.id for one in given], renamed
    (['a', 'a (2)'], 1)
    """
    uses: dict[str, int] = {}
    distinct = []
    for one in comments:
        name, number = one.id, uses.get(one.id, 0) + 1
        uses[one.id] = number
        while number > 1 and (name := f"{one.id} ({number})") in uses:
            number += 1
        uses.setdefault(name, 1)
        distinct.append(one if name == one.id else replace(one, id=name))
    return tuple(distinct), sum(number > 1 for number in uses.values())


def _remarks(
    comments: Sequence[Comment],
    wrong: Sequence[RecordError],
    taken_out: int,
    renamed: int,
    uncounted: Sequence[str],
) -> tuple[str, ...]:
    markup = sum(MARKUP.search(one.text) is not None for one in comments)
    remarks = {
        f"left out: {counted(len(wrong), 'bad record')}, such as {wrong[0] if wrong else ''}": wrong,
        f"left out: {counted(taken_out, 'comment')} that moderators took out": taken_out,
        f"{counted(renamed, 'id')} named several comments; the later ones are numbered": renamed,
        f"not counted: votes of {counted(len(uncounted), 'comment')} that are no whole numbers, such as "
        f"{uncounted[0] if uncounted else ''!r}; write them with digits alone": uncounted,
        f"{counted(markup, 'comment')} with markup, which is shown as it was written": markup,
    }
    return tuple(remark for remark, found in remarks.items() if found)
