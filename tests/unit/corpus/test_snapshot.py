"""Reading the corpus from many threads."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from debatable.corpus import Snapshot, Store
from debatable.errors import ClosedError, CorruptIndexError
from debatable.model import Argument, Premise

DESCRIPTORS = Path("/proc/self/fd")

FEW = 32
"""Files that may be open: eight connections, with a database, a log and what they share."""


@pytest.fixture
def snapshot(tmp_path: Path) -> Snapshot:
    with Store(tmp_path / "corpus.sqlite") as store:
        store.add([Argument("a", Premise("a", "Cars are loud"))], revision=1)
        return Snapshot(store.path, 1)


def in_threads(snapshot: Snapshot, count: int) -> list[int]:
    """Asks from so many threads at a time; returns what they counted."""
    counted: list[int] = []
    together = threading.Barrier(count)

    def ask() -> None:
        together.wait()
        counted.append(snapshot.counts().arguments)

    threads = [threading.Thread(target=ask) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counted


@pytest.mark.skipif(not DESCRIPTORS.is_dir(), reason="open files are counted in /proc")
def test_threads_that_come_and_go_leave_no_open_files(snapshot: Snapshot) -> None:
    """One connection a thread, kept for ever, ended a server after some 700 requests."""
    before = len(os.listdir(DESCRIPTORS))
    for _ in range(10):
        assert in_threads(snapshot, 20) == [1] * 20
    assert len(os.listdir(DESCRIPTORS)) - before <= FEW
    snapshot.close()
    assert len(os.listdir(DESCRIPTORS)) <= before


def test_more_threads_than_connections_all_get_an_answer(snapshot: Snapshot) -> None:
    assert in_threads(snapshot, 64) == [1] * 64


def test_links_may_be_asked_about_while_they_are_gone_through(snapshot: Snapshot) -> None:
    """A connection that is lent for as long as somebody looks at its rows would be missed in here."""
    going = [snapshot.links() for _ in range(16)]
    keys = [next(links).argument for links in going]
    assert [argument.id for argument in snapshot.arguments(keys).values()] == ["a"]


def test_after_closing_nothing_is_opened_again(snapshot: Snapshot) -> None:
    assert snapshot.counts().arguments == 1
    snapshot.close()
    with pytest.raises(ClosedError, match="the corpus is closed"):
        snapshot.counts()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE arguments SET stance = '#on'", "'#on' is no stance"),
        ("DELETE FROM premises", "row 1 of the premises is missing"),
        ("DELETE FROM arguments", "row 1 of the arguments is missing"),
        ("UPDATE premises SET text = CAST(x'ff' AS TEXT)", "decode"),
    ],
)
def test_damage_is_told_in_a_sentence(snapshot: Snapshot, change: str, said: str) -> None:
    """A flipped bit of the database gave a KeyError or a ValueError."""
    with closing(sqlite3.connect(snapshot.path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute(change)
    with pytest.raises(CorruptIndexError, match=said):
        snapshot.arguments([1])
