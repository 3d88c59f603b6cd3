from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from debatable.corpus import Snapshot, Store
from debatable.corpus.database import row_checksum
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
    monkeypatch.setattr("debatable.corpus.database.CHUNK", chunk)
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


@pytest.mark.parametrize("kind", [str, bytes])
def test_every_letter_of_a_long_text_counts(kind: type[str] | type[bytes]) -> None:
    """A checksum of the beginning alone would not tell what became of the rest."""
    text = "All of it counts. " * 200
    given = [text, *(f"{text[:at]}#{text[at + 1 :]}" for at in range(len(text)))]
    for before, after in ((("a",), ("en",)), ((), ()), ((text,), (text,))):
        found = {row_checksum(*before, one if kind is str else one.encode(), *after) for one in given}
        assert len(found) == len(given)


def test_a_change_at_the_end_of_the_longest_text_is_found(tmp_path: Path) -> None:
    path = tmp_path / "corpus.sqlite"
    text = "x" * 99_999
    with Store(path) as store:
        store.add([Argument("a", Premise("p", f"{text}y"), Claim("c", f"{text}y"))], revision=1)
    assert Snapshot(path, 1).problems() == []
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("premises", "claims"):
            database.execute(f"UPDATE {table} SET text = ?", (f"{text}z",))
    assert Snapshot(path, 1).problems() == [
        f"{path}: row 1 of the {table} is not what its checksum says" for table in ("premises", "claims")
    ]
