"""Queries, and those in the files of others: topics as XML (Touché, TREC) or as ``id<TAB>text`` lines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

from debatable.errors import InputError
from debatable.evaluation.lines import lines

__all__ = ["Query", "read_topics"]

_LARGEST = 64 * 2**20
_IDS = ("number", "num", "id")
_TEXTS = ("title", "query", "text")


@dataclass(frozen=True, slots=True)
class Query:
    """A claim somebody searches for.

    Attributes:
        id: Its id in the judgments.
        text: The claim.
        split: Part of the collection it belongs to, such as ``train`` or ``dev``, or nothing.
    """

    id: str
    text: str
    split: str = ""


def read_topics(path: Path) -> dict[str, str]:
    """Returns the text of each topic by its number: the title in XML, the second column otherwise.

    Raises:
        InputError: The file cannot be read, declares a document type, or a topic has no number or title.
    """
    topics = _from_xml(path) if path.suffix.lower() == ".xml" else _from_lines(path)
    if not topics:
        raise InputError(
            "there is no topic", where=str(path), todo="write <topic> elements or id<TAB>text lines"
        )
    return topics


def _from_lines(path: Path) -> dict[str, str]:
    topics: dict[str, str] = {}
    for place, line in lines(path):
        number, tab, text = line.partition("\t")
        if not tab or not text.strip():
            raise InputError("no text after the id", where=place, todo="write: id<TAB>text")
        _add(topics, number.strip(), text.strip(), place)
    return topics


def _from_xml(path: Path) -> dict[str, str]:
    topics: dict[str, str] = {}
    for place, topic in enumerate(_parsed(path).iter("topic"), start=1):
        where = f"{path}: topic {place}"
        number = topic.get("number") or _first(topic, _IDS)
        text = _first(topic, _TEXTS)
        if not number or not text:
            raise InputError("no number or no title", where=where, todo="give it <number> and <title>")
        _add(topics, number, text, where)
    return topics


def _add(topics: dict[str, str], number: str, text: str, where: str) -> None:
    if number in topics:
        raise InputError(f"topic {number!r} stands there twice", where=where, todo="keep one")
    topics[number] = text


def _first(topic: ElementTree.Element, names: tuple[str, ...]) -> str:
    for name in names:
        text = " ".join((topic.findtext(name) or "").split())
        if text:
            return text
    return ""


def _parsed(path: Path) -> ElementTree.Element:
    """Parses XML without a document type: entities, and what they can blow up to, are refused."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError(f"larger than {_LARGEST >> 20} MiB", where=str(path), todo="split it")
        text = path.read_bytes()
        guard = expat.ParserCreate()

        def refuse(*declaration: Any) -> None:
            raise InputError("the XML declares a document type", where=str(path), todo="take the DOCTYPE out")

        guard.StartDoctypeDeclHandler = refuse
        guard.Parse(text, True)
        return ElementTree.fromstring(text)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", where=str(path)) from error
    except (expat.ExpatError, ElementTree.ParseError) as error:
        raise InputError(f"not well-formed XML: {error}", where=str(path)) from error
