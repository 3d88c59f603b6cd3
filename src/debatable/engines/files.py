"""Writing files so that a crash at any moment leaves the old or the new one, never half of either."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Any

import orjson

__all__ = ["json_bytes", "link_or_copy", "sha256", "sync_folder", "write_atomically"]


def json_bytes(document: Any) -> bytes:
    """Serialises to JSON with sorted keys: the same document gives the same bytes."""
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"


def write_atomically(path: Path, content: bytes) -> None:
    """Writes aside, forces to disk, and renames over the target."""
    aside = path.with_name(f"{path.name}.aside")
    with aside.open("wb") as stream:
        stream.write(content)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(aside, path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Forces a folder's entries to disk where the system offers it."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sha256(path: Path) -> str:
    """Returns the SHA-256 of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def link_or_copy(source: Path, target: Path) -> None:
    """Gives an immutable file a second name, or copies it where the disk knows no hard links."""
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.link(source, target)
    except OSError:
        target.write_bytes(source.read_bytes())
