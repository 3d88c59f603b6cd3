"""Files of TREC and BEIR: judgments as qrels, and topics."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from debatable.errors import InputError
from debatable.evaluation.judgments import Judgment, Judgments
from debatable.evaluation.lines import lines, unpacked
from debatable.files import written_text

LARGEST = 64 * 2**20
"""Bytes of an XML file of topics."""


def read_qrels(path: str | Path, *, clusters: bool = False) -> Judgments:
    """Reads qrels: ``query 0 premise relevance`` a line, or BEIR's ``query-id corpus-id score`` table.

    Args:
        path: The file, packed with gzip or not.
        clusters: Whether the second field is the ground-truth cluster, as in qrels with subtopics.

    Raises:
        InputError: A line is neither, a relevance is no number, or the same is judged twice.
    """
    rows: list[Judgment] = []
    seen: set[tuple[str, str]] = set()
    for place, line in lines(Path(path)):
        fields = line.split()
        if fields == ["query-id", "corpus-id", "score"]:  # of BEIR
            continue
        if len(fields) not in (3, 4):
            todo = "write: query 0 premise relevance"
            raise InputError(f"{len(fields)} fields instead of 4", where=place, todo=todo)
        query_id, premise = fields[0], fields[-2]
        if (query_id, premise) in seen:
            reason = f"premise {premise!r} twice for query {query_id!r}"
            raise InputError(reason, where=place, todo="keep one")
        seen.add((query_id, premise))
        cluster = fields[1] if clusters and len(fields) == 4 else None
        rows.append(Judgment(query_id, premise, _number(fields[-1], place), cluster))
    if not rows:
        raise InputError("there is no judgment", where=str(path))
    return Judgments(rows)


def _number(field: str, place: str) -> float:
    try:
        value = float(field)
    except ValueError as error:
        raise InputError(f"relevance {field!r} is no number", where=place) from error
    if not math.isfinite(value):
        raise InputError(f"relevance {field!r} cannot be used", where=place, todo="use a finite number")
    return value


def write_qrels(
    judgments: Judgments, path: str | Path, *, clusters: bool = False, whole: bool = False
) -> None:
    """Writes qrels.

    Args:
        judgments: What to write.
        path: The file, packed where its name ends in .gz.
        clusters: Whether the second field is the ground-truth cluster; 0 without it.
        whole: Whether relevance is rounded to whole numbers, halves upwards: trec_eval reads no others.
    """
    with written_text(Path(path)) as text:
        for row in judgments.rows:
            middle = (row.cluster or row.premise_id) if clusters else "0"
            for name in (row.query_id, row.premise_id, middle):
                if len(name.split()) != 1:
                    raise InputError(f"{name!r} cannot stand in qrels", todo="use ids without white space")
            relevance = math.floor(row.relevance + 0.5) if whole else row.relevance
            text.write(f"{row.query_id} {middle} {row.premise_id} {relevance:g}\n")


def read_topics(path: str | Path) -> dict[str, str]:
    """Returns the text of each topic by its number: the title in XML, the second column otherwise.

    Raises:
        InputError: The file cannot be read, declares a document type, or a topic has no number or title.
    """
    topics: dict[str, str] = {}
    path = Path(path)
    named = path.with_suffix("") if path.suffix == ".gz" else path
    for where, number, text in _xml_topics(path) if named.suffix.lower() == ".xml" else _line_topics(path):
        if number in topics:
            raise InputError(f"topic {number!r} stands there twice", where=where, todo="keep one")
        topics[number] = text
    if not topics:
        todo = "write <topic> elements or id<TAB>text lines"
        raise InputError("there is no topic", where=str(path), todo=todo)
    return topics


def _line_topics(path: Path) -> Iterator[tuple[str, str, str]]:
    for place, line in lines(path):
        number, _, text = line.partition("\t")
        if not text.strip():
            raise InputError("no text after the id", where=place, todo="write: id<TAB>text")
        yield place, number.strip(), text.strip()


def _xml_topics(path: Path) -> Iterator[tuple[str, str, str]]:
    for place, topic in enumerate(_parsed(path).iter("topic"), start=1):
        where = f"{path}: topic {place}"
        number = topic.get("number") or _first(topic, ("number", "num", "id"))
        text = _first(topic, ("title", "query", "text"))
        if not number or not text:
            raise InputError("no number or no title", where=where, todo="give it <number> and <title>")
        yield where, number, text


def _first(topic: ElementTree.Element, names: tuple[str, ...]) -> str:
    texts = (" ".join((topic.findtext(name) or "").split()) for name in names)
    return next((text for text in texts if text), "")


def _parsed(path: Path) -> ElementTree.Element:
    """Parses XML without a document type, so that no entity can expand."""
    try:
        with path.open("rb") as raw:
            text = unpacked(raw).read(LARGEST + 1)
        if len(text) > LARGEST:
            raise InputError(f"larger than {LARGEST >> 20} MiB", where=str(path), todo="split it")
        guard = expat.ParserCreate()

        def refuse(*_: Any) -> None:
            raise InputError("the XML declares a document type", where=str(path), todo="take the DOCTYPE out")

        guard.StartDoctypeDeclHandler = refuse
        guard.Parse(text, True)
        return ElementTree.fromstring(text)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            f"cannot be read: {getattr(error, 'strerror', None) or error}", where=str(path)
        ) from error
    except (expat.ExpatError, ElementTree.ParseError) as error:
        raise InputError(f"not well-formed XML: {error}", where=str(path)) from error
