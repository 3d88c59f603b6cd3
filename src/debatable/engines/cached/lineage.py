"""Which code computed an index: one kept in a cache is made again when that code has changed."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from pathlib import Path

from debatable.version import FORMAT, VERSION

__all__ = ["lineage"]

STAGES = ("corpus", "text", "lexical", "embedding", "clustering", "learning", "engines")
"""Stages that have a say in what an index holds."""


@cache
def lineage() -> str:
    """Returns a digest of the version, the source of the stages and the sizes of their models."""
    home = Path(str(resources.files("debatable")))
    digest = hashlib.sha256(f"{FORMAT} {VERSION}".encode())
    for stage in STAGES:
        for path in sorted((home / stage).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                content = path.read_bytes() if path.suffix == ".py" else str(path.stat().st_size).encode()
                digest.update(path.relative_to(home).as_posix().encode() + b"\0" + content)
    return digest.hexdigest()
