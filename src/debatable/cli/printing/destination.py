"""Where a verb writes: a file, or standard output where its name is ``-``."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["STANDARD_OUTPUT", "destination"]

STANDARD_OUTPUT = Path("-")
"""What stands for standard output in the place of a file."""


@contextmanager
def destination(path: Path) -> Iterator[Path]:
    """Yields the path to write to; what is written for ``-`` is printed once it is whole."""
    if path != STANDARD_OUTPUT:
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="debatable-") as folder:
        aside = Path(folder) / "output"
        yield aside
        sys.stdout.buffer.write(aside.read_bytes())
        sys.stdout.flush()
