from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from debatable.corpus import Snapshot, Store, checksums
from debatable.model import Argument, Claim, Premise

COUNT = 10
COLUMNS = {"premises": "text", "claims": "language", "arguments": "url"}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.sqlite"
    with Store(path) as store:
        store.add(
            (
                Argument(f"a{n}", Premise(f"p{n}", f"Reason {n}"), Claim(f"c{n}", f"Claim {n}"))
                for n in range(COUNT)
            ),
            revision=1,
        )
    return path


@pytest.mark.parametrize("table", COLUMNS)
@pytest.mark.parametrize("chunk", [1, 3, COUNT, 2_000])
def test_every_row_is_looked_at(
    table: str, chunk: int, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are read some at a time: the last and the first of each time count like all others."""
    monkeypatch.setattr(checksums, "CHUNK", chunk)
    assert Snapshot(corpus, 1).problems() == []
    for key in range(1, COUNT + 1):
        damaged = tmp_path / f"{key}.sqlite"
        shutil.copyfile(corpus, damaged)
        column = COLUMNS[table]
        with closing(sqlite3.connect(damaged)) as database, database:
            database.execute(f"UPDATE {table} SET {column} = {column} || 'x' WHERE key = ?", (key,))
        assert Snapshot(damaged, 1).problems() == [
            f"{damaged}: row {key} of the {table} is not what its checksum says"
        ]
