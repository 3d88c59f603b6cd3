"""A user's mistake costs one sentence on standard error and exit code 2; nothing on disk changes."""

from __future__ import annotations

import errno
import fcntl
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import termios
import time
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

import debatable
from debatable.engines import make_index, verify_index
from debatable.model import Argument, Premise
from debatable.version import FORMAT
from tests.support.command_line import COMMAND, complaint, invoked
from tests.support.indexes import BY_WORDS, copied
from tests.support.tiny_reader import tiny_folder

LINES = '{"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro"}\n'


@pytest.fixture
def index(tmp_path: Path) -> Path:
    return copied(_make, tmp_path / "index", Argument("a", Premise("a", "Cars are loud")))


def _make(folder: Path, *arguments: Argument) -> None:
    make_index(arguments, folder, configuration=BY_WORDS)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    (tmp_path / "corpus.jsonl").write_text(LINES)
    return tmp_path / "corpus.jsonl"


def files(folder: Path) -> dict[str, tuple[int, int]]:
    return {str(p): (p.stat().st_mtime_ns, p.stat().st_size) for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["search", "cars", "--index", "{tmp}/nowhere"], "nowhere does not exist; make one with"),
        (["search", "cars", "--index", "{tmp}"], "is not a Debatable index"),
        (["search", "cars", "--method", "bm24"], "unknown method 'bm24'; did you mean 'bm25'"),
        (
            ["search", "cars", "--method", "bm25(clams=3)"],
            "unknown parameter of bm25 'clams'; did you mean 'claims'",
        ),
        (["search", "cars", "--method", "bm25(claims=many)"], "bm25.claims cannot be 'many'"),
        (["search", "cars", "--method", "bm25(claims"], "close it with ')'"),
        (["search", ""], "the query is empty"),
        (["search", " \t\n"], "the query is empty"),
        (["search", "🙂 ?!"], "the query '🙂 ?!' has no word; type a claim"),
        (["search", "x" * 100_000], "the query has 100,000 characters, the limit is 10,000"),
        (["search", "cars", "-k", "0"], "0 hits were asked for; ask for 1 to 10,000"),
        (["search", "cars", "--stance", "perhaps"], "'-s': 'perhaps' is not one of"),
        (["search", "cars", "--colour"], "--source); see: debatable search --help"),
        (["search", "-noise cars"], "put -- before a claim that begins with a hyphen"),
        (["search", "--", "-noise"], "the query names only what must not be there"),
        (["serch", "cars"], "No such command 'serch'"),
        (["index", "{tmp}/nothing.jsonl", "--into", "{tmp}/new"], "nothing.jsonl"),
        (["index", "{corpus}", "--into", "{index}"], "is an index already"),
        (["index", "{corpus}", "--into", "{tmp}"], "is there and not an index"),
        (["index", "{corpus}", "--into", "{corpus}/x"], "corpus.jsonl"),
        (["index", "{corpus}", "--into", "{tmp}/new", "--analyzer", "englich"], "englich"),
        (
            ["index", "{corpus}", "--into", "{tmp}/new", "--encoder", "all-MiniML"],
            "did you mean 'all-MiniLM-L6-v2'",
        ),
        (
            ["index", "{corpus}", "--into", "{tmp}/new", "--long-texts", "last"],
            "unknown way to read long texts 'last'",
        ),
        (["index", "{corpus}", "--into", "{tmp}/new", "--format", "jsnl"], "jsnl"),
        (
            ["index", "{corpus}", "--into", "{tmp}/new", "--column", "premise"],
            "--column 'premise' maps nothing",
        ),
        (
            ["index", "{corpus}", "--into", "{tmp}/new", "--column", "premise=text"],
            "corpus.jsonl: --column maps columns of tables, and the format jsonl has none; leave --column out",
        ),
        (["add", "{corpus}", "--to", "{tmp}"], "is not a Debatable index"),
        (["search", "cars", "--stance", "against"], "'any'; pro is for, con is against; see: "),
        (["search", "cars", "--stance", "left"], "'any'; see: "),
        (["search", "cars", "-k", "many"], "Invalid value for '-k': Input should be a valid integer; see: "),
        (
            ["add", "{corpus}", "--to", "{index}"],
            "corpus.jsonl:1: the id 'a' is in the index already; set --on-duplicate",
        ),
        (["remove", "nobody", "--from", "{index}"], "no argument has the id 'nobody'"),
        (["verify", "{tmp}"], "is not a Debatable index"),
        (["info", "{tmp}/nowhere"], "does not exist"),
        (["info", "{corpus}"], "corpus.jsonl is a file, no index; make one with: debatable index"),
        (["search", "Ban", "cars"], "put a claim of several words in quotes; see: debatable search --help"),
    ],
)
def test_mistakes(
    arguments: list[str],
    expected: str,
    tmp_path: Path,
    index: Path,
    corpus: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = files(tmp_path)
    filled = [a.format(tmp=tmp_path, index=index, corpus=corpus) for a in arguments]
    assert expected in complaint(capsys, monkeypatch, *filled)
    after = files(tmp_path)
    changing = ("-wal", "-shm", "write.lock", ".sqlite")
    assert {n: f for n, f in after.items() if not n.endswith(changing)} == {
        n: f for n, f in before.items() if not n.endswith(changing)
    }


def test_what_is_skipped_is_told_without_the_advice_to_skip_it(tmp_path: Path) -> None:
    path, into = tmp_path / "mixed.csv", tmp_path / "new"
    path.write_text("claim,premise,stance\nBan cars,Cars are loud,maybe\nBan cars,Cars are fast,pro\n")
    told = invoked("index", path, "--into", into, "--on-error", "skip", "--encoder", "none")
    assert told.exit_code == 0 and told.stderr.splitlines() == [
        f"skipped: {path}:2: its stance is 'maybe'",
        f"{into}: 1 argument indexed, 0 duplicates skipped, 1 bad record skipped",
    ]


def test_an_index_of_a_newer_version(
    index: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pointer = index / "debatable.json"
    pointer.write_text(pointer.read_text().replace(f'"format": {FORMAT}', '"format": 7'))
    for command in ("search cars --index", "verify", "remove a --from"):
        assert "the index has format 7" in complaint(capsys, monkeypatch, *command.split(), index)


def test_a_corrupt_manifest(
    index: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (index / "generations" / "000001" / "manifest.json").write_text("{")
    assert "the manifest cannot be read" in complaint(capsys, monkeypatch, "search", "cars", "--index", index)


def test_a_damaged_corpus(
    index: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (index / "corpus-000001.sqlite").write_bytes(b"no database at all" * 100)
    assert "corpus-000001.sqlite" in complaint(capsys, monkeypatch, "search", "cars", "--index", index)


def test_a_bad_record_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text(LINES + '{"id": "b", "premise": ""}\n')
    line = complaint(capsys, monkeypatch, "index", bad, "--into", tmp_path / "new")
    assert "bad.jsonl:2" in line and "empty" in line
    assert [path.name for path in tmp_path.iterdir()] == ["bad.jsonl"]


@pytest.mark.parametrize("number", [errno.EROFS, errno.ENOSPC, errno.EACCES])
def test_a_disk_that_cannot_be_written_to(
    number: int,
    tmp_path: Path,
    corpus: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> str:
        raise OSError(number, os.strerror(number), str(tmp_path / "new"))

    monkeypatch.setattr(tempfile, "mkdtemp", refuse)
    line = complaint(capsys, monkeypatch, "index", corpus, "--into", tmp_path / "new")
    assert os.strerror(number).lower() in line and str(tmp_path / "new") in line


def test_a_query_that_is_not_utf8() -> None:
    ended = subprocess.run([*COMMAND, "search", b"\xff\xfe cars"], capture_output=True, timeout=120)
    assert ended.returncode == 2 and ended.stdout == b""
    assert ended.stderr == (b"debatable: the query is not valid UTF-8; check the encoding of your terminal\n")


def wait_until_read(stream: IO[str]) -> None:
    """Waits until the other end of a pipe has taken everything."""
    waiting = array("i", [1])
    for _ in range(600):
        fcntl.ioctl(stream.fileno(), termios.FIONREAD, waiting)
        if waiting[0] == 0:
            return
        time.sleep(0.1)
    pytest.fail("nobody read the pipe")


def heed_interrupts() -> None:
    """Undoes what a shell does to its jobs in the background, whose children ignore interrupts."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_in_the_middle(tmp_path: Path, index: Path, number: signal.Signals) -> None:
    pipe = tmp_path / "corpus.jsonl"
    os.mkfifo(pipe)
    command = [*COMMAND, "add", str(pipe), "--to", str(index), "--format", "jsonl"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=heed_interrupts
    )
    with os.fdopen(os.open(pipe, os.O_RDWR), "w") as stream:  # not blocked if nobody ever reads
        stream.write(LINES.replace('"a"', '"b"'))
        stream.flush()
        wait_until_read(stream)
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and out == b""
    assert err == b"debatable: interrupted; nothing was changed; run it again to go on\n"
    assert verify_index(index) == []
    with debatable.open(index) as engine:
        assert engine.info()["arguments"] == 1


def test_a_model_that_is_missing_or_damaged(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, index: Path
) -> None:
    def said(folder: Path) -> str:
        method = f"bm25(stance={folder})"
        return complaint(capsys, monkeypatch, "search", "Ban cars", "--index", index, "--method", method)

    assert (
        said(tmp_path / "none") == f"debatable: {tmp_path}/none: no such folder; give the folder of a model"
    )
    assert "no model of ours in this folder" in said(tmp_path)
    folder = tiny_folder(tmp_path / "tiny")
    (folder / "model.onnx").write_bytes((folder / "model.onnx").read_bytes()[:5000])
    assert "model.onnx: is damaged, or not the model that its card describes" in said(folder)


@pytest.fixture
def closed_pipe() -> Iterator[int]:
    """A pipe whose reader is gone, as that of ``| head`` is after its lines."""
    read, write = os.pipe()
    os.close(read)
    yield write
    os.close(write)


@pytest.mark.parametrize("verb", ["info", "export", "search"])
def test_output_that_nobody_reads_to_its_end_is_no_failure(index: Path, closed_pipe: int, verb: str) -> None:
    """`| head` in a script with pipefail ended it with 1, without a word."""
    after = {"info": [str(index)], "export": [str(index), "-"], "search": ["cars", "--index", str(index)]}
    ended = subprocess.run([*COMMAND, verb, *after[verb]], stdout=closed_pipe, stderr=subprocess.PIPE)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_job_goes_on_where_nobody_reads_its_notes(tmp_path: Path, closed_pipe: int) -> None:
    """`index … 2>&1 | head` made no index, nor did one whose log was cut off."""
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text(LINES + "{}\n")
    made = [*COMMAND, "index", str(corpus), "--into", str(tmp_path / "new"), "--on-error", "skip"]
    assert subprocess.run([*made, "--encoder", "none"], stderr=closed_pipe).returncode == 0
    assert verify_index(tmp_path / "new") == []
    again = subprocess.run([*made, "--encoder", "none"], stderr=closed_pipe)
    assert again.returncode == 2  # it is there already, though nobody hears it


def test_tables_and_other_files_are_given_apart_where_columns_are_named(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was told to leave --column out, without which the table cannot be read."""
    table = tmp_path / "table.csv"
    table.write_text("id,text\nb,Cars are fast\n")
    columns = ("--into", tmp_path / "new", "--column", "premise=text", "--encoder", "none")
    said = complaint(capsys, monkeypatch, "index", table, corpus, *columns)
    assert "corpus.jsonl" in said and "apart from the tables, with debatable add" in said
    invoked("index", table, *columns)
    invoked("add", corpus, "--to", tmp_path / "new")
    assert verify_index(tmp_path / "new") == []


@pytest.mark.skipif(os.name == "nt", reason="the shell of Windows cannot close a stream")
@pytest.mark.parametrize("closed", [">&-", ">&- 2>&-", "2>&-"])
def test_what_is_printed_on_a_closed_stream_goes_nowhere(closed: str) -> None:
    command = shlex.join([*COMMAND, "similarities", "--json"])
    ended = subprocess.run(f"{command} {closed}", shell=True, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("[") == (closed == "2>&-")


def test_the_command_line_is_that_of_the_module() -> None:
    asked = ["--version"]
    outputs = [
        subprocess.run([*command, *asked], stdout=subprocess.PIPE, text=True, check=True).stdout
        for command in (COMMAND, [sys.executable, "-m", "debatable"])
    ]
    assert outputs[0] == outputs[1] != ""
