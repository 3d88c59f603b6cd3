from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.errors import InputError, StorageError
from debatable.evaluation.annotation.desk.log import Log, checked_line, written_line

RECORDS = [{"kind": "x", "text": f"é {number}\n"} for number in range(4)]


def filled(path: Path) -> bytes:
    log = Log(path)
    log.append(RECORDS[:2])
    log.append(RECORDS[2:])
    log.close()
    return path.read_bytes()


def read(path: Path) -> list[dict[str, Any]]:
    log = Log(path)
    log.close()
    return log.records


def test_what_was_appended_is_read_again(tmp_path: Path) -> None:
    content = filled(tmp_path / "log.jsonl")
    assert content.count(b"\n") == 4
    assert read(tmp_path / "log.jsonl") == [
        {**record, "n": number} for number, record in enumerate(RECORDS, 1)
    ]


def test_cut_at_any_byte_the_whole_lines_are_left(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    content = filled(path)
    ends = [place + 1 for place, byte in enumerate(content) if byte == ord("\n")]
    for length in range(len(content) + 1):
        path.write_bytes(content[:length])
        whole = sum(end - 1 <= length for end in ends)  # a line that lacks its end alone is whole
        assert len(read(path)) == whole
        assert path.read_bytes() == content[: ends[whole - 1] if whole else 0]
        log = Log(path)
        assert log.append([{"kind": "y"}])[0]["n"] == whole + 1
        log.close()
        assert len(read(path)) == whole + 1


@pytest.mark.parametrize("tail", [b"\0" * 300, b'{"n": 5', b"\xff\xfe", b"}"])
def test_what_a_crash_leaves_at_the_end_is_taken_away(tmp_path: Path, tail: bytes) -> None:
    path = tmp_path / "log.jsonl"
    content = filled(path)
    path.write_bytes(content + tail)
    assert len(read(path)) == 4 and path.read_bytes() == content


@given(place=st.integers(min_value=0), by=st.integers(1, 255))
def test_a_changed_byte_is_seen(tmp_path_factory: pytest.TempPathFactory, place: int, by: int) -> None:
    path = tmp_path_factory.mktemp("log") / "log.jsonl"
    content = bytearray(filled(path))
    place %= content.rindex(b"\n", 0, -1)  # in a line that another one follows
    content[place] = (content[place] + by) % 256
    path.write_bytes(bytes(content))
    with pytest.raises(InputError, match=r"log\.jsonl:\d+: the line is not what was written"):
        Log(path)


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_a_line_that_is_gone_or_moved_is_seen(tmp_path: Path, gone: int) -> None:
    path = tmp_path / "log.jsonl"
    lines = filled(path).splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:gone] + lines[gone + 1 :]))
    with pytest.raises(InputError, match=rf":{gone + 1}: the line is not what was written"):
        Log(path)
    path.write_bytes(b"".join([*lines[:gone], lines[gone + 1], lines[gone], *lines[gone + 2 :]]))
    with pytest.raises(InputError, match="not what was written"):
        Log(path)


@pytest.mark.parametrize(
    "line", [b"", b"[]", b"1", b'{"n": 1}', b'{"n": 1, "sum": 5}', b'{"n":1,"sum":"00"}']
)
def test_what_is_no_line_is_none(line: bytes) -> None:
    assert checked_line(line, "") is None
    assert checked_line(written_line({"n": 1}, "")[0], "before") is None


def test_lines_are_forced_to_disk_before_they_are_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forced: list[bytes] = []
    path = tmp_path / "log.jsonl"
    log = Log(path)
    monkeypatch.setattr(os, "fsync", lambda handle: forced.append(path.read_bytes()))
    for number, record in enumerate(RECORDS, 1):
        log.append([record])
        assert len(forced) == number and forced[-1] == path.read_bytes()
    log.close()


class Full:
    """A disk that says no a number of times."""

    def __init__(self, times: int) -> None:
        self.times = times

    def __call__(self, handle: int) -> None:
        self.times -= 1
        if self.times >= 0:
            raise OSError(28, "No space left on device")


def test_a_disk_that_says_no_leaves_the_log_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.jsonl"
    content = filled(path)
    log = Log(path)
    monkeypatch.setattr(os, "fsync", Full(1))
    with pytest.raises(StorageError, match=r"cannot be written \(No space left on device\); free space"):
        log.append([{"kind": "y"}])
    assert path.read_bytes() == content and len(log.records) == 4
    assert log.append([{"kind": "z"}]) == [{"kind": "z", "n": 5}]
    log.close()
    assert [record["kind"] for record in read(path)] == ["x"] * 4 + ["z"]


def test_nobody_writes_after_half_a_line_that_cannot_be_taken_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.jsonl"
    filled(path)
    log = Log(path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", Full(2))
        with pytest.raises(StorageError, match="cannot be written"):
            log.append([{"kind": "y"}])
    with pytest.raises(StorageError, match="was closed after an error of the disk; start the desk again"):
        log.append([{"kind": "z"}])
    assert len(read(path)) == 4


@pytest.mark.parametrize("opened_with", [0, 2])
@pytest.mark.parametrize("before", [1, 2, 3])
def test_a_write_that_fails_takes_nothing_of_what_was_confirmed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, opened_with: int, before: int
) -> None:
    """Whether lines were there when the log was opened or were appended since."""
    path = tmp_path / "log.jsonl"
    if opened_with:
        log = Log(path)
        log.append(RECORDS[:opened_with])
        log.close()
    log = Log(path)
    for number in range(before):
        log.append([{"kind": "y", "n": number}])
    content = path.read_bytes()
    for _ in range(2):
        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", Full(1))
            with pytest.raises(StorageError):
                log.append([{"kind": "lost"}, {"kind": "lost too"}])
        assert path.read_bytes() == content
        assert len(log.records) == opened_with + before
    assert log.append([{"kind": "z"}])[0]["n"] == opened_with + before + 1
    log.close()
    told = [record["kind"] for record in read(path)]
    assert told == ["x"] * opened_with + ["y"] * before + ["z"]


def test_what_was_written_in_pieces_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write may take only a part of what it is given."""
    path = tmp_path / "log.jsonl"
    log = Log(path)
    stream = log._stream

    class Slow:
        def write(self, content: memoryview) -> int:
            return stream.write(content[:7]) or 0

        def __getattr__(self, name: str) -> Any:
            return getattr(stream, name)

    monkeypatch.setattr(log, "_stream", Slow())
    log.append(RECORDS)
    log.close()
    assert len(read(path)) == len(RECORDS)
