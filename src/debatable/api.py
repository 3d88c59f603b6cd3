"""The two ways into the engine from Python."""

from __future__ import annotations

import os

from debatable.engines import Engine, demo_index, open_engine

__all__ = ["demo", "open"]


def open(folder: str | os.PathLike[str]) -> Engine:
    """Opens an index for searching.

    Raises:
        NotAnIndexError: There is none in that folder.
    """
    return open_engine(folder)


def demo() -> Engine:
    """Opens the bundled corpus.

    >>> demo().search("Schools should require uniforms", k=3).hits[0].claims[0].text
    'Schools should require uniforms'
    """
    return open_engine(demo_index())
