"""An argument map as its file has it, unchecked, and the fields of documents that hold one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from debatable.errors import InputError

INFERENCE, CONFLICT = "Default Inference", "Default Conflict"


@dataclass(frozen=True, slots=True)
class RawNode:
    """A node as in the file, its type unchecked; types are those of AIF."""

    id: str
    type: str
    text: str = ""
    scheme: str = ""
    timestamp: str = ""


@dataclass(frozen=True, slots=True)
class ArgumentMap:
    """What a file holds.

    Attributes:
        nodes: Statements (``I``) and schemes (``RA``, ``CA`` and so on), in the order of the file.
        links: Pairs of ids, from premise over scheme to conclusion.
        major_claim: Id of the statement that the whole argues for, where the file has one.
        topic: Title of the whole, where the file has one.
        omissions: What was left out, a sentence each.
    """

    nodes: tuple[RawNode, ...]
    links: tuple[tuple[str, str], ...]
    major_claim: str | None = None
    topic: str = ""
    omissions: tuple[str, ...] = ()


def scheme_node(name: str, kind: str) -> RawNode:
    """Returns a scheme without a name of its own."""
    label = {"RA": INFERENCE, "CA": CONFLICT}.get(kind, "")
    return RawNode(name, kind, label or kind, label)


def mapping(value: Any, what: str, where: str) -> dict[str, Any]:
    """Returns an object; raises InputError for anything else."""
    if not isinstance(value, dict):
        raise InputError(f"{what} is {_named(value)}, not an object", where=where)
    return value


def listed(document: dict[str, Any], key: str, where: str, *, required: bool = False) -> list[dict[str, Any]]:
    """Returns a list of objects under a key; a missing one is empty unless it is required."""
    value = document.get(key)
    if value is None and not required:
        return []
    if not isinstance(value, list):
        raise InputError(f"{key!r} is {_named(value)}, not a list", where=where)
    return [mapping(entry, f"entry {number} of {key!r}", where) for number, entry in enumerate(value, 1)]


def text(value: Any) -> str:
    """Returns a field as text; no value is the empty text.

    >>> text(17), text(None), text(" a "), text({"b": 1})
    ('17', '', ' a ', '')
    """
    if value is None or isinstance(value, bool | dict | list):
        return ""
    return value if isinstance(value, str) else str(value)


def _named(value: Any) -> str:
    return "missing" if value is None else f"of type {type(value).__name__}"
