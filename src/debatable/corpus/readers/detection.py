"""Which format a file is in, by its name and, where that leaves a doubt, by how it begins."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from debatable.corpus.readers.source import Source
from debatable.errors import RecordError

__all__ = ["SUFFIXES", "bare_name", "detect"]

SUFFIXES: Final = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".json": "",
}
"""The format of each file name ending; a .json file may be args.me, AIF or native."""

_PACKED: Final = (".gz", ".zst", ".zstd")
_KEYS: Final = {b"arguments": "argsme", b"nodes": "aif", b"edges": "aif", b"AIF": "aif", b"premise": "jsonl"}
_KEY = re.compile(rb'"(arguments|nodes|edges|AIF|premise)"\s*:')


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


def detect(source: Source) -> str:
    """Returns the name of the format of an open file.

    Raises:
        RecordError: Neither its name nor its beginning tells.
    """
    named = SUFFIXES.get(bare_name(source.path)[1])
    if named:
        return named
    head = source.stream.peek()
    start = head.lstrip()[:1]
    if start == b"[":
        return "argsme"
    key = _KEY.search(head)
    if start == b"{" and key is not None:
        return _KEYS[key[1]]
    first_line = head.partition(b"\n")[0].lower()
    if start != b"{" and re.search(rb'(^|[,;\t"])premise([,;\t"\r]|$)', first_line):
        return "csv"
    raise RecordError(
        "the format of the file is not clear",
        where=str(source.path),
        todo="name it with --format: jsonl, csv, tsv, argsme or aif",
    )
