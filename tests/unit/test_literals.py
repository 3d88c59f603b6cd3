"""Literals read by many threads: Python 3.11 mixes them up, and what we read must not."""

from __future__ import annotations

import ast
import io
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import debatable
from debatable.literals import literal, loaded, mapped

# Objects that die while the parser allocates let another thread in; it counts on where the first one was.
THREADS = """
import gc, sys, threading, time

class Dying:
    def __init__(self):
        self.me = self

    def __del__(self):
        time.sleep(0.00001)

def read():
    for _ in range(200):
        Dying()
        try:
            assert READ("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }")["shape"] == (3, 4)
        except SystemError as error:
            wrong.append(error)
            return

wrong = []
gc.set_threshold(5, 1, 1)
threads = [threading.Thread(target=read) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(len(wrong))
"""


def failed(reader: str) -> int:
    program = f"from {reader} as READ\n{THREADS}"
    return subprocess.run([sys.executable, "-c", program], timeout=300, check=False).returncode


def test_threads_read_literals_one_at_a_time() -> None:
    assert failed("debatable.literals import literal") == 0


@pytest.mark.skipif(sys.version_info[:3] != (3, 11, 7), reason="seen with Python 3.11.7")
def test_without_the_lock_they_fail() -> None:
    assert any(failed("ast import literal_eval") for _ in range(5))


def test_nobody_reads_literals_or_arrays_without_the_lock() -> None:
    package = Path(debatable.__file__).parent
    # The last two hold the lock themselves.
    allowed = {"literals.py", "learning/quality.py", "learning/sameness.py"}
    for path in package.rglob("*.py"):
        if path.relative_to(package).as_posix() in allowed:
            continue
        source = path.read_text("utf-8")
        reads = re.search(r"\b(np\.load|ast\.literal_eval|ast\.parse)\b", source)
        for node in ast.walk(ast.parse(source)) if reads else ():
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                name = f"{node.value.id}.{node.attr}"
                assert name not in ("np.load", "ast.literal_eval", "ast.parse"), f"{path}: {name}"


def test_what_is_mapped_is_what_was_saved_and_cannot_be_written(tmp_path: Path) -> None:
    rows = np.arange(12, dtype=np.int16).reshape(3, 4)
    np.save(tmp_path / "a.npy", rows)
    found = mapped(tmp_path / "a.npy")
    assert isinstance(found, np.memmap) and found.dtype == rows.dtype and found.tolist() == rows.tolist()
    with pytest.raises(ValueError, match="read-only"):
        found[0, 0] = 1
    np.save(tmp_path / "columns.npy", np.asfortranarray(rows))
    assert mapped(tmp_path / "columns.npy").tolist() == rows.tolist()
    with (tmp_path / "later.npy").open("wb") as stream:
        np.lib.format.write_array(stream, rows, version=(3, 0))
    assert mapped(tmp_path / "later.npy").tolist() == rows.tolist()


def test_pickles_are_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match="Python objects"):
        mapped(tmp_path / "a.npy")
    with pytest.raises(ValueError, match="pickle"):
        loaded(io.BytesIO((tmp_path / "a.npy").read_bytes()))


def test_arrays_follow_one_another_in_a_stream() -> None:
    stream = io.BytesIO()
    for rows in ([1, 2], [3.5]):
        np.save(stream, np.array(rows))
    stream.seek(0)
    assert [loaded(stream).tolist() for _ in range(2)] == [[1, 2], [3.5]]


def test_a_literal_is_no_program() -> None:
    assert literal("(1, 'a')") == (1, "a")
    with pytest.raises(ValueError, match="malformed"):
        literal("print(1)")
