"""The table of readers by format, and the detection of the format of a file."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final, NoReturn, Protocol, cast

from debatable.corpus.maps.argdown_text import is_argdown
from debatable.corpus.maps.brat import is_brat
from debatable.corpus.maps.kialo import is_kialo
from debatable.corpus.readers.records import Omission
from debatable.corpus.readers.source import Source
from debatable.errors import RecordError, UnknownNameError
from debatable.model import Argument
from debatable.naming import Table

SUFFIXES: Final = {
    **{".jsonl": "jsonl", ".ndjson": "jsonl"},
    **{".csv": "csv", ".tsv": "tsv", ".tab": "tsv"},
    **{".argdown": "argdown", ".ad": "argdown", ".ann": "brat", ".sadface": "sadface"},
    **{".xlsx": "sheets", ".xlsm": "sheets", ".ods": "sheets"},
    **{".json": "", ".txt": ""},
}
"""The format of each file name ending; what a .json or .txt file holds, its first bytes tell."""

_PACKED: Final = (".gz", ".zst", ".zstd")
_KEYS: Final = {b"arguments": "argsme", b"nodes": "aif", b"edges": "aif", b"AIF": "aif", b"premise": "jsonl"}
_SIGNS: Final = {
    "arguebuf": re.compile(rb'"nodes"\s*:\s*\{'),
    "sadface": re.compile(rb'"source_id"\s*:|"type"\s*:\s*"atom"'),
    "argdown": re.compile(rb'"arguments"\s*:\s*\{|"relationType"\s*:'),
}
"""What of their first bytes tells maps in JSON from AIF and args.me."""
_KEY = re.compile(rb'"(arguments|nodes|edges|AIF|premise)"\s*:')


class Reader(Protocol):
    """Turns an open file into arguments, and into an error for each record that is none."""

    def __call__(self, source: Source) -> Iterator[Argument | RecordError | Omission]:
        """Yields the records in the order of the file, then what was left out; raises where the rest cannot be read."""


def _formats() -> Mapping[str, Reader]:
    """Returns the ``FORMATS`` of all modules beside this one."""
    folder = import_module(__package__)
    modules = [import_module(f"{folder.__name__}.{one.name}") for one in iter_modules(folder.__path__)]
    readers = {name: one for module in modules for name, one in getattr(module, "FORMATS", {}).items()}
    return dict(sorted(readers.items()))


def _unknown(name: str) -> NoReturn:
    raise UnknownNameError("format", name, ["auto", *READERS])


READERS = Table[Reader]("format", _formats, otherwise=_unknown)
"""The reader of each format: the ``FORMATS`` of the modules of this folder, loaded at the first use."""


def reader(name: str | Reader, *, language: str = "en", columns: Mapping[str, str] | None = None) -> Reader:
    """Returns the reader of a format; a reader is returned unchanged.

    Args:
        name: Of the format.
        language: Of records that name none.
        columns: For tables, the column of a field that has another name than the field.

    >>> reader("csv", columns={"premise": "text"})
    Delimited(language='en', delimiter='', columns=(('premise', 'text'),))
    """
    made = READERS.parse(name)
    if not isinstance(name, str) or not dataclasses.is_dataclass(made) or isinstance(made, type):
        return made
    options = {"language": language, "columns": tuple((columns or {}).items())}
    fields = {field.name for field in dataclasses.fields(made)}
    changed: Any = dataclasses.replace(made, **{key: options[key] for key in options if key in fields})
    return cast(Reader, changed)


def bare_name(path: Path) -> tuple[str, str]:
    """Splits a file name from its ending, after the ending of the compression is taken off.

    >>> bare_name(Path("a.b/corpus.v2.jsonl.gz")), bare_name(Path("README"))
    (('corpus.v2', '.jsonl'), ('README', ''))
    """
    plain = Path(path.name)
    if plain.suffix.lower() in _PACKED:
        plain = Path(plain.stem)
    suffix = plain.suffix.lower()
    return (plain.stem, suffix) if suffix in SUFFIXES else (plain.name, "")


COMMENTS: Final = b"comment-body"
"""The column that tells the comments of a Polis export from other tables."""


_BESIDE_COMMENTS: Final = (
    *("votes.csv", "participants-votes.csv", "summary.csv"),
    *("stats-history.csv", "comment-groups.csv"),
)


def is_corpus_file(path: Path) -> bool:
    """Returns whether a file of a folder is one to read: by its ending; a .txt file only where it is of Kialo."""
    suffix = bare_name(path)[1]
    if suffix != ".txt":
        return bool(suffix)
    try:
        with path.open("rb") as stream:
            return is_kialo(stream.read(200).removeprefix(b"\xef\xbb\xbf"))
    except OSError:
        return False


def companions(names: Collection[str]) -> set[str]:
    """Returns the files of a folder that belong to another one of it and are no corpus files themselves.

    >>> sorted(companions(["comments.csv", "votes.csv", "more.csv"])), companions(["votes.csv"])
    (['votes.csv'], set())
    """
    starts = [name.removesuffix("comments.csv") for name in names if name.endswith("comments.csv")]
    return {f"{start}{end}" for start in starts for end in _BESIDE_COMMENTS} & set(names)


def detect(source: Source, *, mapped: bool = False) -> str:
    """Returns the format of an open file; raises a RecordError where name and first bytes leave it open.

    Args:
        source: The file.
        mapped: Whether columns were mapped by hand; then a table is read as these say.
    """
    head = source.stream.peek()
    if named := SUFFIXES.get(bare_name(source.path)[1]):
        comments = named == "csv" and not mapped and COMMENTS in head.partition(b"\n")[0]
        return "polis" if comments else named
    start = head.lstrip()[:1]
    if start == b"[":
        return "argsme"
    text = head.lstrip()
    for name, begins in (("kialo", is_kialo), ("brat", is_brat), ("argdown", is_argdown)):
        if start != b"{" and begins(text):
            return name
    key = _KEY.search(head)
    if start == b"{":
        for name, sign in _SIGNS.items():
            if sign.search(head):
                return name
    if start == b"{" and key is not None:
        return _KEYS[key[1]]
    first_line = head.partition(b"\n")[0].lower()
    if start != b"{" and re.search(rb'(^|[,;\t"])premise([,;\t"\r]|$)', first_line):
        return "csv"
    raise RecordError(
        "the format of the file is not clear",
        where=str(source.path),
        todo=f"name it with --format: {', '.join(READERS)}",
    )
