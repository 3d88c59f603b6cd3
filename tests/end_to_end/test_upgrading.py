"""Indexes that earlier versions wrote are searched, verified and changed; the fixtures were made by those versions."""

from __future__ import annotations

import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

import debatable
from debatable.corpus.database import VERSION
from debatable.engines import verify_index
from debatable.engines.local.backend import LocalBackend
from debatable.engines.local.pointer import Pointer, signed
from debatable.errors import CorruptIndexError, NewerIndexError

FIXTURES = Path(__file__).parents[1] / "support" / "old_indexes"
RELEASES = sorted(path.stem for path in FIXTURES.glob("*.zip"))


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def old(release: str, tmp_path: Path) -> Path:
    """An index of three arguments, two on a claim and one without."""
    with zipfile.ZipFile(FIXTURES / f"{release}.zip") as packed:
        packed.extractall(tmp_path / "old")
    return tmp_path / "old"


def ids(index: Path, query: str, method: str) -> set[str]:
    with debatable.open(index) as engine:
        return {hit.premise.id for hit in engine.search(query, method=method, strict=False)}


def table_version(index: Path) -> int:
    with closing(sqlite3.connect(Pointer.read(index).corpus_path(index))) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_there_is_an_index_of_each_release() -> None:
    assert RELEASES == ["0.1.0", "0.2.0"]


def test_it_is_searched_as_it_is(old: Path, release: str) -> None:
    before = {path: path.read_bytes() for path in old.rglob("*.*") if path.is_file()}
    for method in ("bm25", "bm25f", "framework", "claims"):
        assert ids(old, "cars", method) == {"a", "b"}, method
    assert ids(old, "trains", "bm25") == {"c"}
    with debatable.open(old) as engine:
        answer = engine.search("Ban cars", method="framework", stance="both")
        assert {hit.premise.id: hit.stance.value for hit in answer} == {"a": "pro", "b": "con"}
        assert engine.info()["versions"]["debatable"] == release
    assert verify_index(old) == []
    assert {path: path.read_bytes() for path in before} == before, "reading changes nothing"


def test_the_first_change_brings_it_to_this_version(old: Path) -> None:
    debatable.add([{"id": "d", "premise": "Cars are old", "claim": "Ban cars", "stance": "pro"}], to=old)
    assert table_version(old) == VERSION
    assert ids(old, "cars", "bm25f") == {"a", "b", "d"}
    debatable.remove(["a"], from_=old)
    assert ids(old, "cars", "bm25f") == {"b", "d"}
    assert verify_index(old) == []


def test_single_sentences_are_known_from_the_first_change_on(old: Path) -> None:
    def single() -> int:
        with closing(LocalBackend.open(old)) as backend:
            return int(np.count_nonzero(backend.one_sentence(np.arange(backend.counts.premises))))

    assert single() == 0
    debatable.add([{"id": "d", "premise": "Cars are old"}], to=old)
    assert single() == 4


def test_after_the_first_change_rows_are_checked_as_they_are_read(old: Path) -> None:
    debatable.add([{"id": "d", "premise": "Cars are old"}], to=old)
    with closing(sqlite3.connect(Pointer.read(old).corpus_path(old), isolation_level=None)) as db:
        db.execute("UPDATE premises SET text = 'Cars are lovely' WHERE id = 'a'")
    with pytest.raises(CorruptIndexError, match="not what its checksum says"):
        ids(old, "cars", "bm25")


def test_an_index_of_a_later_version_is_refused_and_left_alone(old: Path) -> None:
    pointer = Pointer.read(old)
    content = signed({"format": 99, "store": pointer.store, "revision": 1, "generation": pointer.generation})
    (old / "debatable.json").write_bytes(content)
    with pytest.raises(NewerIndexError, match="pip install --upgrade debatable"):
        debatable.open(old)
    with pytest.raises(NewerIndexError):
        debatable.add([{"id": "d", "premise": "Cars are old"}], to=old)
    assert (old / "debatable.json").read_bytes() == content
