"""Where an index on a Qdrant server is: ``qdrant://HOST:PORT[,HOST:PORT…]/NAME[?option=value&…]``."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from typing import Any, Self
from urllib.parse import parse_qsl

from debatable.errors import InputError, UnknownNameError

KEY = "DEBATABLE_QDRANT_KEY"
"""Variable of the environment that holds the API key."""

_ADDRESS = re.compile(r"qdrant:/{1,2}(?P<nodes>[^/?]+)/(?P<name>[^/?]+)/?(?:\?(?P<options>.*))?")
_NODE = re.compile(r"(?:\[[0-9a-fA-F:.]+\]|[\w.-]+):(?P<port>\d{1,5})")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,79}")
_TODO = "write it as qdrant://HOST:PORT/NAME"


@dataclass(frozen=True, slots=True)
class Address:
    """Nodes that are asked in turn, the name of the index, and how it is searched and made.

    Attributes:
        nodes: ``HOST:PORT`` of one or more nodes of one cluster.
        name: Of the index.
        tls: Whether connections use TLS.
        exact: Whether nearest vectors are searched exactly; else by the server's graph.
        shards: Of a new generation.
        replicas: On how many nodes each shard is kept.
        seconds: How long a request may take, all tries together.
        fields: Whether a new generation stores the weights of BM25F; else ``bm25f`` reads posting lists.

    >>> Address.of("qdrant://one:6333,two:6333/debates?shards=3&replicas=2").nodes
    ('one:6333', 'two:6333')
    """

    nodes: tuple[str, ...]
    name: str
    tls: bool = False
    exact: bool = True
    shards: int = 1
    replicas: int = 1
    seconds: float = 30.0
    fields: bool = True

    @classmethod
    def of(cls, where: str | os.PathLike[str]) -> Self:
        """Reads an address; raises an InputError where it is none, an UnknownNameError for an unknown option."""
        text = str(where).replace("\\", "/")
        match = _ADDRESS.fullmatch(text)
        if match is None:
            raise InputError(f"{text[:120]!r} is no address of an index on a server", todo=_TODO)
        nodes = tuple(match["nodes"].split(","))
        for node in nodes:
            port = _NODE.fullmatch(node)
            if port is None or not 0 < int(port["port"]) < 65_536:
                raise InputError(f"{node[:80]!r} is no host and port", where=text[:120], todo=_TODO)
        if not _NAME.fullmatch(match["name"]):
            raise InputError(
                f"{match['name'][:80]!r} is no name of an index",
                where=text[:120],
                todo="use letters, digits, - and _, a letter first",
            )
        return cls(nodes, match["name"], **_options(match["options"] or "", text))

    def __str__(self) -> str:
        """Returns the address without its options."""
        return f"qdrant://{','.join(self.nodes)}/{self.name}"


def _options(text: str, where: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for name, value in parse_qsl(text, keep_blank_values=True):
        match name:
            case "tls":
                options["tls"] = _chosen(name, value, {"true": True, "false": False}, where)
            case "search":
                options["exact"] = _chosen(name, value, {"exact": True, "approximate": False}, where)
            case "fields":
                options["fields"] = _chosen(name, value, {"stored": True, "read": False}, where)
            case "shards" | "replicas":
                options[name] = _number(name, value, 1, 1_000, where)
            case "timeout":
                options["seconds"] = float(_number(name, value, 1, 3_600, where))
            case _:
                names = ["fields", "replicas", "search", "shards", "timeout", "tls"]
                raise UnknownNameError("option of an address", name, names)
    return options


def _chosen(name: str, value: str, choices: dict[str, bool], where: str) -> bool:
    if value not in choices:
        raise InputError(
            f"{name} is {value[:80]!r}", where=where[:120], todo=f"give one of {', '.join(choices)}"
        )
    return choices[value]


def _number(name: str, value: str, least: int, most: int, where: str) -> int:
    if not value.isdecimal() or not least <= int(value) <= most:
        raise InputError(
            f"{name} is {value[:80]!r}", where=where[:120], todo=f"give a number from {least} to {most}"
        )
    return int(value)
