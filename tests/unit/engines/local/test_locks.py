"""Who reads a generation is known on every system, so that nothing is removed from under a reader."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from debatable.engines.local import locks


class Reader:
    """Somebody who reads."""


def test_a_file_is_held_until_it_is_let_go_or_its_reader_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "manifest.json"
    assert locks.nobody_holds(path), "there is nothing to hold"
    path.write_bytes(b"{}")
    reader, other = Reader(), Reader()
    release = locks.hold_shared(path, reader)
    locks.hold_shared(path, other)
    assert not locks.nobody_holds(path)
    release()
    assert not locks.nobody_holds(path)
    del other
    assert locks.nobody_holds(path)


def test_windows_tells_by_refusing_to_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every generation was taken for one that nobody reads, and what a server had not opened yet was removed."""
    path, rename, held = tmp_path / "manifest.json", os.rename, True

    def refusing(source: Path, target: Path) -> None:
        assert source == target == path
        if held:
            raise PermissionError(errno.EACCES, "The process cannot access the file")
        rename(source, target)

    path.write_bytes(b"{}")
    monkeypatch.setattr(locks, "WINDOWS", True)
    monkeypatch.setattr(os, "rename", refusing)
    reader = Reader()
    opened = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else None
    release = locks.hold_shared(path, reader)
    assert opened is None or len(os.listdir("/proc/self/fd")) == opened + 1, "an open file is the mark"
    assert not locks.nobody_holds(path)
    release()
    held = False
    assert locks.nobody_holds(path) and path.read_bytes() == b"{}"
