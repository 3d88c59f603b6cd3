"""Locks between processes: one writer per index, any number of readers per generation."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from debatable.errors import IndexLockedError, StorageError

if os.name == "posix":
    import fcntl

__all__ = ["hold_shared", "nobody_holds", "only_writer"]


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keeps other writers out of an index for the length of a block.

    Raises:
        IndexLockedError: Somebody else is writing.
        StorageError: The folder cannot be written to.
    """
    lock = FileLock(folder / "write.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise IndexLockedError(
            "another process is writing to this index", where=str(folder), todo="wait until it is done"
        ) from error
    except OSError as error:
        raise StorageError(
            f"the index cannot be written to ({error.strerror})", where=str(folder), todo="check the disk"
        ) from error
    try:
        yield
    finally:
        lock.release()


def hold_shared(path: Path) -> BinaryIO | None:
    """Marks a file as being read until the returned stream is closed; the system ends it with the process."""
    if os.name != "posix":
        return None
    stream = path.open("rb")
    fcntl.flock(stream, fcntl.LOCK_SH)
    return stream


def nobody_holds(path: Path) -> bool:
    """Says whether no process reads a file; where the system cannot tell, deleting it will fail by itself."""
    if os.name != "posix" or not path.exists():
        return True
    with path.open("rb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
