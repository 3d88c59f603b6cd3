"""What is on disk when a change takes effect: a power cut at any moment leaves the old or the new."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path

import pytest

from debatable.engines import add_arguments, make_index, verify_index
from tests.support.indexes import BY_WORDS, argument, cars_index

LOG = "corpus-000001.sqlite-wal"


class Disk:
    """What of the log was forced to disk, and the index as a power cut right after the rename leaves it."""

    def __init__(self, index: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.index = index
        self.cut = index.with_name("cut")
        self.synced: dict[tuple[int, int], bytes] = {}
        self.folders: list[Path] = []
        self._fsync, self._replace = os.fsync, os.replace
        monkeypatch.setattr(os, "fsync", self.fsync)
        monkeypatch.setattr(os, "replace", self.replace)

    def fsync(self, handle: int) -> None:
        self._fsync(handle)
        path = Path(os.readlink(f"/proc/self/fd/{handle}"))
        if path.is_dir():
            self.folders.append(path)
        else:
            facts = path.stat()
            self.synced[facts.st_dev, facts.st_ino] = path.read_bytes()

    def replace(self, old: Path, new: Path) -> None:
        self._replace(old, new)
        if Path(new).name == "debatable.json":
            shutil.copytree(self.index, self.cut)
            (self.cut / f"{LOG.removesuffix('-wal')}-shm").unlink(missing_ok=True)
            facts = (self.index / LOG).stat()
            if facts.st_size:  # what was folded in is in the database, which SQLite syncs by itself
                (self.cut / LOG).write_bytes(self.synced.get((facts.st_dev, facts.st_ino), b""))


pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="files are named by /proc")


@pytest.mark.parametrize("busy", [False, True])
def test_a_power_cut_after_the_rename_leaves_the_new_index_whole(
    busy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a long read, the log was not on disk when the pointer already said it was."""
    index = cars_index(tmp_path / "index")
    add_arguments([argument("c", "Cars are fast")], index)
    reader = sqlite3.connect(index / "corpus-000001.sqlite", isolation_level=None)
    if busy:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM arguments").fetchone()
    disk = Disk(index, monkeypatch)
    add_arguments([argument("d", "Cars are red")], index)
    assert verify_index(disk.cut) == []
    reader.close()
    assert verify_index(index) == []


def test_the_name_of_a_new_index_reaches_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last step of making an index is a rename: the folder that holds the name was not synced."""
    index = tmp_path / "deep" / "down" / "index"
    disk = Disk(index, monkeypatch)
    monkeypatch.setattr(os, "replace", disk._replace)
    make_index([argument("a", "Cars are loud")], index, configuration=BY_WORDS)
    assert disk.folders[-3:] == [tmp_path / "deep" / "down", tmp_path / "deep", tmp_path]


def test_every_file_of_a_generation_is_on_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = cars_index(tmp_path / "index")
    disk = Disk(index, monkeypatch)
    rename, named = os.rename, []

    def checked(old: Path, new: Path) -> None:
        for path in sorted(Path(old).rglob("*")):
            facts = path.stat()
            if path.is_dir():
                assert path in disk.folders, f"the entries of {path.name} are not on disk"
            elif facts.st_nlink == 1:
                assert disk.synced.get((facts.st_dev, facts.st_ino)) == path.read_bytes(), path.name
        assert Path(old) in disk.folders
        named.append(Path(new).name)
        rename(old, new)

    monkeypatch.setattr(os, "rename", checked)
    add_arguments([argument("c", "Cars are fast")], index)
    assert named == ["000002"] and index / "generations" in disk.folders


def test_the_pointer_is_on_disk_before_it_takes_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = cars_index(tmp_path / "index")
    disk = Disk(index, monkeypatch)
    replace, placed = os.replace, []

    def checked(old: Path, new: Path) -> None:
        if Path(new).name == "debatable.json":
            facts = Path(old).stat()
            assert disk.synced.get((facts.st_dev, facts.st_ino)) == Path(old).read_bytes()
            disk.folders.clear()
            placed.append(Path(new))
        replace(old, new)

    monkeypatch.setattr(os, "replace", checked)
    add_arguments([argument("c", "Cars are fast")], index)
    assert placed == [index / "debatable.json"] and index in disk.folders
