"""Writing so that a crash at any moment leaves the old or the new, never half of either, and no litter."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO

import orjson

from debatable.errors import StorageError

ASIDE = ".aside"
"""How the name of what is not finished ends."""

TODO = "free space or choose another place"
"""What to do where a disk cannot be written."""

WINDOWS = os.name == "nt"
"""Whether a file that is open, under whatever name, can neither be renamed nor replaced nor removed."""

PAUSES = (0.01, 0.03, 0.1, 0.3) if WINDOWS else ()
"""Seconds between attempts to replace a file, which somebody may be reading just now."""


def json_bytes(document: Any) -> bytes:
    r"""Serialises to JSON with sorted keys: the same document gives the same bytes.

    >>> json_bytes({"b": 1, "a": None})
    b'{\n  "a": null,\n  "b": 1\n}\n'
    """
    return orjson.dumps(document, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS) + b"\n"


@contextmanager
def written(path: Path) -> Iterator[BinaryIO]:
    """Opens a file that takes its place, forced to disk, once all is written.

    What is no file, such as ``/dev/null`` or a pipe, is written to as it is.

    Raises:
        StorageError: It cannot be written; the old file is still there.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as stream:
                yield stream
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = _aside(path)
        try:
            with aside.open("xb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            _replace(aside, path)
        finally:
            aside.unlink(missing_ok=True)
        sync_folder(path.parent)
    except OSError as error:
        raise _refused(error, path) from error


@contextmanager
def written_text(path: Path) -> Iterator[TextIO]:
    """Opens a UTF-8 text that takes its place once all is written, packed where the name ends in ``.gz``.

    The same text gives the same bytes.
    """
    with written(path) as raw:
        if path.suffix == ".gz":
            with (
                gzip.GzipFile(filename="", fileobj=raw, mode="wb", mtime=0) as packed,
                io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as packed_text,
            ):
                yield packed_text
        else:
            text = io.TextIOWrapper(raw, encoding="utf-8", newline="\n")
            try:
                yield text
                text.flush()
            finally:
                text.detach()  # the file below is closed where it was opened


@contextmanager
def written_folder(folder: Path) -> Iterator[Path]:
    """Makes a folder that takes its place, in place of an older one, once all in it is written.

    Two renames exchange the old for the new, so that the old one is there again where the second fails.
    """
    aside, old = _aside(folder), _aside(folder)
    try:
        try:
            aside.mkdir(parents=True)
            yield aside
            for path in sorted(aside.rglob("*")):
                sync_folder(path) if path.is_dir() else sync_file(path)
            sync_folder(aside)
            if folder.exists():
                os.replace(folder, old)
            try:
                os.replace(aside, folder)
            except OSError:
                if old.exists():
                    os.replace(old, folder)
                raise
            sync_folder(folder.parent)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
            if folder.exists():
                shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise _refused(error, folder) from error


def write_bytes(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    with written(path) as stream:
        stream.write(content)


def write_text(path: Path, text: str) -> None:
    """Writes a UTF-8 text whole or not at all, packed where the name ends in ``.gz``."""
    with written_text(path) as stream:
        stream.write(text)


def sync_file(path: Path) -> None:
    """Forces a file's content to disk."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())


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


def irregular(folder: Path) -> Path | None:
    """Returns something in a folder that is neither a file nor a folder, such as a pipe, which would never end.

    Links count as what they lead to; one that leads nowhere, or round in a circle, is nobody's file. What another
    process removes meanwhile is not there.
    """
    seen: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        present: list[os.DirEntry[str]] = []
        with suppress(FileNotFoundError), os.scandir(waiting.pop()) as entries:
            present = list(entries)
        for entry in present:
            try:
                facts = entry.stat()
            except OSError:
                continue
            if stat.S_ISDIR(facts.st_mode):
                if (facts.st_dev, facts.st_ino) not in seen:
                    seen.add((facts.st_dev, facts.st_ino))
                    waiting.append(Path(entry.path))
            elif not stat.S_ISREG(facts.st_mode):
                return Path(entry.path)
    return None


def exhausted(error: Exception, where: str) -> StorageError | None:
    """Returns the error of a process that may open no more files or has no more memory; None for any other."""
    code = error.errno if isinstance(error, OSError) else None
    if code in (errno.EMFILE, errno.ENFILE):
        return StorageError("too many open files", where=where, todo="allow more of them: ulimit -n 4096")
    if code == errno.ENOMEM:
        return StorageError("there is not enough memory", where=where, todo="allow more: ulimit -v")
    return None


def link_or_copy(source: Path, target: Path) -> None:
    """Gives an immutable file a second name, or copies it where the disk knows no hard links.

    On Windows it is copied: a second name of a file that a reader has open could be neither renamed nor removed.
    """
    aside = _aside(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        try:
            if not _linked(source, aside):
                shutil.copyfile(source, aside)
                sync_file(aside)
            _replace(aside, target)
        finally:
            aside.unlink(missing_ok=True)  # still there where both were names of one file already
    except OSError as error:
        raise _refused(error, target) from error


def _linked(source: Path, target: Path) -> bool:
    """Gives a file a second name; returns whether that is possible."""
    if WINDOWS:
        return False
    try:
        os.link(source, target)
    except OSError:
        return False
    return True


def _replace(aside: Path, path: Path) -> None:
    """Renames a file to the name of another, whose reader is waited for where the system needs it."""
    for pause in PAUSES:
        try:
            os.replace(aside, path)
        except PermissionError:
            time.sleep(pause)
        else:
            return
    os.replace(aside, path)


def _aside(path: Path) -> Path:
    """Returns a hidden, unique name in the same folder, within the length that file systems allow."""
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(6)}{ASIDE}")


def _refused(error: OSError, path: Path) -> StorageError:
    return StorageError(f"cannot be written ({error.strerror or error})", where=str(path), todo=TODO)
