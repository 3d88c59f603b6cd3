"""Files are there whole or as before, and nothing lies beside them afterwards."""

from __future__ import annotations

import errno
import gzip
import hashlib
import io
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from debatable import files
from debatable.errors import StorageError


class Interrupted(BaseException):
    """Somebody pressed Ctrl-C."""


def full(*_: Any, **__: Any) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_bytes_and_folders_on_the_way(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "file.json"
    files.write_bytes(path, b"old")
    files.write_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(path.parent.iterdir()) == [path]


def test_text_plain_and_packed(tmp_path: Path) -> None:
    files.write_text(tmp_path / "a.txt", "Grüße\n")
    files.write_text(tmp_path / "a.txt.gz", "Grüße\n")
    files.write_text(tmp_path / "b.txt.gz", "Grüße\n")
    assert (tmp_path / "a.txt").read_bytes() == "Grüße\n".encode()
    assert gzip.decompress((tmp_path / "a.txt.gz").read_bytes()) == "Grüße\n".encode()
    assert (tmp_path / "a.txt.gz").read_bytes() == (tmp_path / "b.txt.gz").read_bytes()


@pytest.mark.parametrize("name", ["run.txt", "run.txt.gz"])
@pytest.mark.parametrize("error", [ValueError, Interrupted])
def test_what_fails_midway_leaves_the_old_and_no_litter(
    name: str, error: type[BaseException], tmp_path: Path
) -> None:
    path = tmp_path / name
    files.write_text(path, "old")
    before = path.read_bytes()
    with pytest.raises(error), files.written_text(path) as stream:
        stream.write("half" * 100_000)
        raise error
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failing", ["fsync", "replace"])
def test_a_full_disk_is_told_in_a_sentence(
    failing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, failing, full)
    with pytest.raises(
        StorageError, match=r"file: cannot be written \(No space left on device\); free space"
    ):
        files.write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "act",
    [
        lambda path: files.write_bytes(path, b""),
        lambda path: files.write_text(path, ""),
        lambda path: files.link_or_copy(Path(__file__), path),
    ],
)
def test_a_folder_in_the_way_is_told(act: Callable[[Path], None], tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(StorageError, match="there: cannot be written"):
        act(tmp_path / "there")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"")
    with pytest.raises(StorageError, match="cannot be written"):
        files.write_bytes(tmp_path / "there" / "file", b"")


def test_names_as_long_as_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("ä" * 127)
    files.write_bytes(path, b"content")
    assert path.read_bytes() == b"content"


def test_all_may_read_as_far_as_the_mask_lets_them(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    files.write_bytes(tmp_path / "written", b"")
    assert stat.S_IMODE((tmp_path / "written").stat().st_mode) == stat.S_IMODE(plain.stat().st_mode)


def test_what_is_no_file_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        files.write_text(pipe, "through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_content_and_folder_reach_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rename that is on disk before the content would leave an empty file after a power cut."""
    happened: list[str] = []
    really, renamed = os.fsync, os.replace

    def fsync(handle: int) -> None:
        happened.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        really(handle)

    def replace(old: Path, new: Path) -> None:
        happened.append("rename")
        renamed(old, new)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    files.write_bytes(tmp_path / "file", b"content")
    assert happened == ["file", "rename", "folder"]


def test_folders_take_their_place_whole(tmp_path: Path) -> None:
    folder = tmp_path / "vectors"
    for content in (b"old", b"new"):
        with files.written_folder(folder) as aside:
            (aside / "deep").mkdir()
            (aside / "deep" / "file").write_bytes(content)
        assert (folder / "deep" / "file").read_bytes() == content
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("error", [ValueError, Interrupted])
def test_folders_that_fail_leave_the_old(error: type[BaseException], tmp_path: Path) -> None:
    folder = tmp_path / "vectors"
    with files.written_folder(folder) as aside:
        (aside / "file").write_bytes(b"old")
    with pytest.raises(error), files.written_folder(folder) as aside:
        (aside / "file").write_bytes(b"new")
        raise error
    assert (folder / "file").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_that_cannot_be_renamed_leaves_the_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "vectors"
    folder.mkdir()
    (folder / "file").write_bytes(b"old")
    really = os.replace

    def replace(old: Path, new: Path) -> None:
        if old.name.endswith(files.ASIDE) and (old / "new").exists():
            full()
        really(old, new)

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(StorageError, match="cannot be written"), files.written_folder(folder) as aside:
        (aside / "new").write_bytes(b"")
    assert (folder / "file").read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [folder]


@pytest.mark.parametrize("links", [True, False])
def test_links_or_copies(links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "source", tmp_path / "deep" / "target"
    source.write_bytes(b"content")
    if not links:
        monkeypatch.setattr(os, "link", full)
    files.link_or_copy(source, target)
    files.link_or_copy(source, target)  # the second time both are names of one file
    assert target.read_bytes() == b"content"
    assert (target.stat().st_ino == source.stat().st_ino) == links
    assert list(target.parent.iterdir()) == [target]


def test_a_copy_does_not_write_into_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older generation may share the file: copying over it would change that generation too."""
    old, target, source = tmp_path / "old", tmp_path / "target", tmp_path / "source"
    old.write_bytes(b"old")
    os.link(old, target)
    source.write_bytes(b"new")
    monkeypatch.setattr(os, "link", full)
    files.link_or_copy(source, target)
    assert (old.read_bytes(), target.read_bytes()) == (b"old", b"new")


def test_checksums(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    assert files.sha256(tmp_path / "file") == hashlib.sha256(b"content").hexdigest()


def test_text_streams_stay_text(tmp_path: Path) -> None:
    with files.written_text(tmp_path / "file") as stream:
        assert isinstance(stream, io.TextIOBase)
        stream.write("a\r\nb\n")
    assert (tmp_path / "file").read_bytes() == b"a\r\nb\n"


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="files are named by /proc")
@pytest.mark.parametrize("kind", ["file", "folder"])
def test_the_new_name_is_on_disk_at_the_end(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[tuple[str, Path]] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        steps.append(("sync", Path(os.readlink(f"/proc/self/fd/{handle}"))))
        fsync(handle)

    def renamed(old: Path, new: Path) -> None:
        steps.append(("rename", Path(new)))
        replace(old, new)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", renamed)
    if kind == "file":
        files.write_bytes(tmp_path / "new", b"all of it")
    else:
        with files.written_folder(tmp_path / "new") as folder:
            (folder / "deep" / "deeper").mkdir(parents=True)
            for part in ("part", "deep/part", "deep/deeper/part"):
                (folder / part).write_bytes(b"all of it")
            whole = {folder, *folder.rglob("*")}
        before = steps[: steps.index(("rename", tmp_path / "new"))]
        assert whole <= {path for what, path in before if what == "sync"}, (
            "not all is on disk before the rename"
        )
    last = steps.index(("rename", tmp_path / "new"))
    assert ("sync", tmp_path) in steps[last:]


def test_a_folder_that_is_removed_while_pipes_are_looked_for_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader that opened an index while a writer cleaned an old generation up ended in a FileNotFoundError."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "file").write_text("x")
    scandir = os.scandir

    def raced(path: Path) -> object:
        if path.name == "old":
            (path / "file").unlink()
            path.rmdir()
        return scandir(path)

    monkeypatch.setattr(os, "scandir", raced)
    assert files.irregular(tmp_path) is None and not (tmp_path / "old").exists()


def test_a_file_that_somebody_reads_just_now_is_replaced_a_moment_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses to replace a file that is open; a server looks at the pointer of its index again and again."""
    path, replace, refused = tmp_path / "pointer.json", os.replace, iter([True, True, False])

    def busy(source: Path, target: Path) -> None:
        if next(refused):
            raise PermissionError(errno.EACCES, "Access is denied")
        replace(source, target)

    files.write_bytes(path, b"old")
    monkeypatch.setattr(os, "replace", busy)
    monkeypatch.setattr(files, "PAUSES", (0.0, 0.0))
    files.write_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    refused = iter([True] * 3)
    with pytest.raises(StorageError, match="Access is denied"):
        files.write_bytes(path, b"newer")
    assert path.read_bytes() == b"new" and list(tmp_path.iterdir()) == [path]


def test_windows_gets_copies_since_a_name_of_an_open_file_cannot_be_renamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "vectors.npy"
    source.write_bytes(b"vectors")
    monkeypatch.setattr(files, "WINDOWS", True)
    files.link_or_copy(source, tmp_path / "next" / "vectors.npy")
    assert (tmp_path / "next" / "vectors.npy").read_bytes() == b"vectors"
    assert source.stat().st_nlink == 1
