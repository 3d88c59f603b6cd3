"""Locks between processes: one writer per index, any number of readers per generation."""

from __future__ import annotations

import os
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from debatable.errors import IndexLockedError, StorageError
from debatable.files import WINDOWS

if not WINDOWS:
    import fcntl


@contextmanager
def only_writer(folder: Path) -> Iterator[None]:
    """Keeps other writers out of an index for a block.

    Raises:
        IndexLockedError: Somebody else is writing.
        StorageError: The folder cannot be written to.
    """
    from filelock import FileLock, Timeout  # readers need none

    lock = FileLock(folder / "write.lock", timeout=0)
    try:
        lock.acquire()
    except Timeout as error:
        raise IndexLockedError(
            "another process is writing to this index", where=str(folder), todo="wait until it is done"
        ) from error
    except OSError as error:
        raise StorageError(
            f"the index cannot be written to ({error.strerror})",
            where=str(folder),
            todo="check its rights and the disk",
        ) from error
    try:
        yield
    finally:
        lock.release()


def hold_shared(path: Path, holder: object) -> Callable[[], object]:
    """Marks a file as being read until the returned function is called or the holder is gone.

    Windows has no shared locks; there it is enough that the file is open.
    """
    handle = os.open(path, os.O_RDONLY)
    if not WINDOWS:
        fcntl.flock(handle, fcntl.LOCK_SH)
    return weakref.finalize(holder, os.close, handle)


def nobody_holds(path: Path) -> bool:
    """Whether no process reads a file."""
    if not path.is_file():
        return True
    if WINDOWS:
        try:
            os.rename(path, path)  # refused while it is open somewhere
        except OSError:
            return False
        return True
    with path.open("rb") as stream:
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
    return True
