"""Where a verb writes: a file, or standard output where its name is ``-``."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from debatable.errors import InputError

__all__ = ["STANDARD_OUTPUT", "check_destination", "destination"]

STANDARD_OUTPUT = Path("-")
"""What stands for standard output in the place of a file."""


def check_destination(path: Path | None) -> None:
    """Refuses a file that cannot be written, before the work that it is to hold is done.

    Raises:
        InputError: It is a folder, or what is to hold it is none that may be written to.
    """
    if path is None or path == STANDARD_OUTPUT:
        return
    if path.is_dir():
        raise InputError("this is a folder", where=str(path), todo="name a file in it")
    above = next(folder for folder in path.absolute().parents if folder.exists())
    if not above.is_dir() or not os.access(above, os.W_OK):
        raise InputError(f"nothing can be written in {above}", where=str(path), todo="name another file")


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
