"""Little memory and few open files: one sentence that says so, and nothing left behind."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.engines.local import writing
from debatable.lexical.postings import storage
from tests.support.command_line import complaint
from tests.support.indexes import argument, cars_index


def test_a_library_that_finds_no_memory_is_a_sentence_and_leaves_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was the traceback of an ImportError, and a folder that nobody had asked for."""
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"id": "a", "premise": "Cars are loud"}\n')
    before = sorted(tmp_path.rglob("*"))
    for failure in (
        ImportError("libscipy.so: failed to map segment from shared object"),
        ImportError("libonnxruntime.so: cannot allocate memory in static TLS block"),
        MemoryError(),
        OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)),
    ):

        def poor(*_: Any, failure: Exception = failure, unfinished: Path, **__: Any) -> None:
            unfinished.mkdir()
            raise failure

        monkeypatch.setattr(writing, "build_generation", poor)
        said = complaint(capsys, monkeypatch, "index", corpus, "--into", tmp_path / "deep" / "index")
        assert "memory" in said, failure
        assert sorted(tmp_path.rglob("*")) == before, failure


def test_another_import_error_is_not_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ImportError("cannot import name 'x'")

    monkeypatch.setattr(writing, "build_generation", broken)
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text('{"id": "a", "premise": "Cars are loud"}\n')
    with pytest.raises(ImportError, match="cannot import name"):
        complaint(capsys, monkeypatch, "index", corpus, "--into", tmp_path / "index")


def test_too_many_open_files_are_called_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One was told to build the index again."""
    index = cars_index(tmp_path / "index", argument("c", "Cars are fast"))

    def full(*_: Any, **__: Any) -> np.ndarray[Any, Any]:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    for place in ("debatable.engines.local.generations.mapped", f"{storage.__name__}.mapped"):
        with monkeypatch.context() as patch:
            patch.setattr(place, full)
            said = complaint(capsys, patch, "search", "cars", "--index", index, "--method", "bm25")
        assert "too many open files" in said and "ulimit -n" in said


@pytest.mark.skipif(os.name != "posix", reason="limits of Unix")
def test_the_corpus_says_so_too(tmp_path: Path) -> None:
    import resource

    from debatable.corpus import Snapshot
    from debatable.errors import StorageError

    index = cars_index(tmp_path / "index", argument("c", "Cars are fast"))
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    taken = []
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, before[1]), before[1]))
        try:
            while True:
                taken.append(os.open(os.devnull, os.O_RDONLY))
        except OSError:
            pass
        with pytest.raises(StorageError, match="too many open files"):
            Snapshot(index / "corpus-000001.sqlite", 1).counts()
    finally:
        for handle in taken:
            os.close(handle)
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
