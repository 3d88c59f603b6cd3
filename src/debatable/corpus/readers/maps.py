"""Argument maps of other tools: Argdown, arguebuf, SADFace, BRAT and Kialo, one map a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from debatable.corpus.maps import argdown_export, argdown_text, arguebuf, brat, kialo, sadface
from debatable.corpus.maps.base import ArgumentMap
from debatable.corpus.readers.aif import LinkedTexts, link_arguments, taken_parts
from debatable.corpus.readers.records import Omission, decoded, located, parse
from debatable.corpus.readers.source import Source
from debatable.errors import InputError, RecordError
from debatable.model import Argument

MAPS = ("argdown", "arguebuf", "brat", "kialo", "sadface")
"""The formats of maps."""


MAX_MAP: Final = 8 * 2**20
"""Bytes of a map, and of a text beside its annotations."""


@dataclass(frozen=True, slots=True)
class Maps:
    """Reads one map a file: what supports a statement becomes a pro link to it, what attacks it a con link."""

    format: str
    language: str = "en"

    def __call__(self, source: Source) -> Iterator[Argument | RecordError | Omission]:
        """Yields a link, or what is wrong, in the order of the file, then what was left out."""
        where = str(source.path)
        raw = source.stream.read(MAX_MAP + 1)
        try:
            if len(raw) > MAX_MAP:
                raise RecordError(f"the map is larger than {MAX_MAP:,} bytes", todo="split it")
            read = read_map(raw, self.format, source.path)
        except InputError as error:
            raise RecordError(error.what, where=error.where or where, todo=error.todo) from None
        graph = LinkedTexts()
        nodes = [{"nodeID": one.id, "type": one.type, "text": one.text} for one in read.nodes]
        edges = [{"fromID": start, "toID": end} for start, end in read.links]
        for problem in taken_parts(graph, nodes, edges):
            yield located(problem, where)
        yield from link_arguments(
            graph, source, self.language, origin=self.format, discussion=read.topic or source.name
        )
        for omission in read.omissions:
            yield Omission(omission, where)


FORMATS = {name: Maps(name) for name in MAPS}


def read_map(raw: bytes, format: str, path: Path) -> ArgumentMap:
    """Returns the map in the content of a file.

    Raises:
        InputError: It is none of that format.
    """
    where = str(path)
    if format == "arguebuf":
        return arguebuf.read(parse(raw), where)
    if format == "sadface":
        return sadface.read(parse(raw), where)
    if format == "argdown" and raw.lstrip()[:1] == b"{":
        return argdown_export.read(parse(raw), where)
    content = decoded(raw.removeprefix(b"\xef\xbb\xbf"))
    if format == "argdown":
        return argdown_export.read(argdown_text.document(content), where)
    if format == "kialo":
        return kialo.read(content, where)
    return brat.read(content, where, _essay(path))


def _essay(annotations: Path) -> str | None:
    """Returns the text beside annotations, None where there is none."""
    beside = annotations.with_suffix(".txt")
    if not beside.is_file() or beside.stat().st_size > MAX_MAP:
        return None
    return beside.read_bytes().decode("utf-8", "replace")
