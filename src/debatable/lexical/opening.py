"""Opens an index that was saved."""

from __future__ import annotations

from pathlib import Path

from debatable.lexical import storage
from debatable.lexical.index import Index

__all__ = ["open"]


def open(folder: str | Path) -> Index:
    """Opens a saved index, memory-mapped: nothing is read before it is needed."""
    return Index(*storage.load(Path(folder)))
