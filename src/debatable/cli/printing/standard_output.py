"""Writing on standard output: text and JSON documents, as UTF-8 whatever the locale says."""

from __future__ import annotations

import sys
from typing import Any

import orjson

__all__ = ["print_json", "print_text"]


def print_text(text: str) -> None:
    """Prints a text as it is."""
    _print(text.encode("utf-8", "replace"))


def print_json(document: Any, *, compact: bool = False) -> None:
    """Prints one JSON document, over several lines or on one."""
    _print(orjson.dumps(document, option=None if compact else orjson.OPT_INDENT_2) + b"\n")


def _print(content: bytes) -> None:
    sys.stdout.buffer.write(content)
    sys.stdout.flush()
