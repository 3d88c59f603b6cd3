"""Small JSON documents that carry a checksum of themselves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import orjson

from debatable.files import json_bytes
from debatable.version import FORMAT

__all__ = ["checked", "signed"]

CHECKSUM = "checksum"

FIRST = 2
"""Format from which on documents carry a checksum; how newer ones than ours do is not known."""


def signed(document: Mapping[str, Any]) -> bytes:
    """Serialises a document together with its checksum.

    >>> checked(signed({"format": 2, "revision": 7}))["revision"]
    7
    """
    return json_bytes({**document, CHECKSUM: _digest(document)})


def checked(content: bytes) -> dict[str, Any]:
    """Reads a document back.

    Raises:
        ValueError: It is no document, or not the one that was signed.

    >>> checked(signed({"format": 2, "revision": 7}).replace(b"7", b"3"))
    Traceback (most recent call last):
    ValueError: the checksum is another
    """
    document = orjson.loads(content)
    if not isinstance(document, dict):
        raise ValueError("no document")
    stated = document.pop(CHECKSUM, None)
    version = document.get("format")
    if isinstance(version, int) and FIRST <= version <= FORMAT and stated != _digest(document):
        raise ValueError("the checksum is another")
    return document


def _digest(document: Mapping[str, Any]) -> str:
    return hashlib.sha256(json_bytes(document)).hexdigest()
