"""What is cleaned up after a change, when, and what is said where the cleaning is interrupted."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from debatable.engines import add_arguments, make_index, open_engine, verify_index
from debatable.engines.local import open_index, writing
from debatable.engines.local.generations import Generation
from debatable.engines.local.pointer import Pointer
from debatable.errors import InputError, StorageError
from debatable.model import Argument
from tests.support.indexes import BY_WORDS, argument, cars_index


def dead_rows(index: Path) -> list[int]:
    with closing(sqlite3.connect(next(index.glob("corpus-*.sqlite")))) as database:
        return [died for (died,) in database.execute("SELECT died FROM arguments WHERE died IS NOT NULL")]


def replace(index: Path, times: int) -> None:
    for number in range(times):
        add_arguments([argument("a", f"Cars are loud, time {number}")], index, on_duplicate="replace")


def test_dead_rows_go_although_a_server_reads_an_older_state(tmp_path: Path) -> None:
    """With any reader of an older state, none were purged; a server that follows late kept them all."""
    index = cars_index(tmp_path / "index")
    replace(index, 3)
    with open_engine(index) as server:
        before = [hit.premise.text for hit in server.search("cars", method="bm25", strict=False)]
        replace(index, 3)
        assert min(dead_rows(index)) == 5, "what died up to revision 4, which the server reads, is gone"
        assert [hit.premise.text for hit in server.search("cars", method="bm25", strict=False)] == before
    replace(index, 1)
    assert dead_rows(index) == []


def test_a_reader_of_an_overwritten_corpus_keeps_it(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    with open_engine(index) as reader:
        make_index([argument("z", "Cars are new")], index, configuration=BY_WORDS, overwrite=True)
        replace(index, 2)
        assert len(reader.search("cars", method="bm25", strict=False)) == 2
        assert len(list(index.glob("corpus-*.sqlite"))) == 2
    replace(index, 1)
    assert [path.name for path in index.glob("corpus-*.sqlite")] == ["corpus-000002.sqlite"]


def test_strangers_among_the_generations_do_not_stop_the_cleaning(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    home, elsewhere = index / "generations", tmp_path / "elsewhere"
    elsewhere.mkdir()
    (home / "notes.txt").write_text("mine")
    (home / "link").symlink_to(elsewhere)
    (home / "000000" / "manifest.json").mkdir(parents=True)
    replace(index, 2)
    assert sorted(path.name for path in home.iterdir()) == ["000003", "link", "notes.txt"]
    assert dead_rows(index) == [] and elsewhere.is_dir() and verify_index(index) == []


@pytest.mark.parametrize("change", ["add", "overwrite", "index"])
def test_an_interruption_after_the_rename_says_that_the_change_was_made(
    change: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The signal came while the old state was being cleaned up, and nothing was said to have changed."""
    index = tmp_path / "index" if change == "index" else cars_index(tmp_path / "index")
    pointed = Pointer.write

    def interrupted(*_: object) -> Any:
        raise KeyboardInterrupt

    def write(pointer: Any, folder: Path) -> None:
        pointed(pointer, folder)
        monkeypatch.setattr(writing, "sync_folder" if change == "index" else "_tidy", interrupted)

    monkeypatch.setattr(Pointer, "write", write)
    with pytest.raises(StorageError, match="interrupted, but the change was made"):
        if change == "add":
            add_arguments([argument("z", "Cars are new")], index)
        else:
            make_index([argument("z", "Cars are new")], index, configuration=BY_WORDS, overwrite=True)
    with open_engine(index) as engine:
        assert "z" in {hit.premise.id for hit in engine.search("new cars", method="bm25", strict=False)}


def test_of_two_makers_of_one_index_the_second_is_told_so(tmp_path: Path) -> None:
    index = tmp_path / "index"

    def beaten() -> Iterator[Argument]:
        make_index([argument("a", "Cars are loud")], index, configuration=BY_WORDS)
        yield argument("z", "Cars are new")

    with pytest.raises(InputError, match="is an index already; another process was faster"):
        make_index(beaten(), index, configuration=BY_WORDS)
    with open_engine(index) as engine:
        assert engine.info()["arguments"] == 1
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_a_reader_that_loses_the_race_for_a_manifest_tries_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between reading the pointer and opening what it names, a writer takes that away."""
    index = cars_index(tmp_path / "index")
    tries = 0

    def raced(folder: Path) -> Generation:
        nonlocal tries
        tries += 1
        if tries <= 2:
            replace(index, 1)
        return Generation(folder)

    monkeypatch.setattr(open_index, "Generation", raced)
    with open_engine(index) as engine:
        assert engine.info()["revision"] == 3
    assert tries == 3
