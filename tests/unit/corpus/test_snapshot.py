"""Reading the corpus from many threads."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from debatable.corpus import Snapshot, Store
from debatable.corpus import snapshot as snapshots
from debatable.errors import ClosedError, CorruptIndexError
from debatable.model import Argument, Claim, Premise, Stance, claim_id

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
        ("UPDATE arguments SET stance = '#on'", "row 1 of the arguments is not what its checksum says"),
        ("UPDATE premises SET text = 'Quiet'", "row 1 of the premises is not what its checksum says"),
        ("DELETE FROM premises", "row 1 of the arguments is not what its checksum says"),
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


def test_columns_of_links_are_the_links(tmp_path: Path) -> None:
    path = whole(tmp_path)
    for revision in (1, 2, 3):
        snapshot = Snapshot(path, revision)
        links = [(one.argument, one.premise, one.claim or -1, one.sign) for one in snapshot.links()]
        assert list(zip(*snapshot.link_columns().tolist(), strict=True)) == links
    assert {link[3] for link in links} == {1, 0, -1}
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA ignore_check_constraints = ON")
        db.execute("UPDATE arguments SET stance = '#on' WHERE key = 2")
    with pytest.raises(CorruptIndexError, match="'#on' is no stance"):
        Snapshot(path, 3).link_columns()


def whole(tmp_path: Path) -> Path:
    """Five arguments over three revisions: the third is removed, the last one added later."""
    path = tmp_path / "whole.sqlite"

    def link(
        id_: str, text: str, language: str, source: str, stance: Stance, discussion: str = ""
    ) -> Argument:
        claim = Claim(claim_id("Ban cars"), "Ban cars") if stance is not Stance.NONE else None
        return Argument(id_, Premise(f"p-{id_}", text, language), claim, stance, source, "", discussion)

    with Store(path) as store:
        store.add(
            [
                link("a", "Loud", "en", "one", Stance.PRO, "Noise"),
                link("b", "Loud", "en", "two", Stance.CON, "City"),
                link("c", "Laut", "de", "two", Stance.PRO),
                link("d", "Noisy", "en-GB", "one", Stance.NONE, "Noise"),
                link("e", "Odd", "eng", "", Stance.PRO),
            ],
            revision=1,
        )
        store.remove(["c"], revision=2)
        store.add([link("f", "Loud", "en", "one", Stance.PRO, "Noise")], revision=3)
    return path


@pytest.mark.parametrize(
    ("sources", "languages", "ids", "expected"),
    [
        ((), (), (), "abde"),
        (("one",), (), (), "ad"),
        (("one", "two"), (), (), "abd"),
        ((), ("en",), (), "abd"),
        ((), ("en-GB",), (), "d"),
        ((), ("de",), (), ""),
        ((), ("e",), (), ""),
        ((), (), ("a", "e", "nobody"), "ae"),
        ((), (), ("p-a",), "ab"),  # equal texts are one premise, under the id that came first
        (("one",), ("en",), ("p-a", "d"), "ad"),
        (("",), (), (), "e"),
    ],
)
def test_filters_let_pass_what_they_name(
    tmp_path: Path, sources: tuple[str, ...], languages: tuple[str, ...], ids: tuple[str, ...], expected: str
) -> None:
    snapshot = Snapshot(whole(tmp_path), 2)
    found = snapshot.argument_keys(sources, languages, ids)
    assert found == sorted(found)
    assert "".join(one.id for one in snapshot.arguments(found).values()) == expected
    snapshot.close()


@pytest.mark.parametrize(
    ("revision", "ids", "premises", "claims"),
    [(0, "", 0, 0), (1, "abcde", 4, 1), (2, "abde", 3, 1), (3, "abdef", 3, 1)],
)
def test_every_revision_is_counted_as_it_was(
    tmp_path: Path, revision: int, ids: str, premises: int, claims: int
) -> None:
    snapshot = Snapshot(whole(tmp_path), revision)
    counts = snapshot.counts()
    assert (counts.arguments, counts.premises, counts.claims) == (len(ids), premises, claims)
    assert set(snapshot.premise_ids("abcdef")) == set(ids)
    keys = [link.argument for link in snapshot.links()]
    assert "".join(one.id for one in snapshot.arguments(keys).values()) == ids
    snapshot.close()


def test_counts_come_the_most_first_and_discussions_as_they_were_added(tmp_path: Path) -> None:
    snapshot = Snapshot(whole(tmp_path), 3)
    counts = snapshot.counts()
    assert list(counts.sources.items()) == [("one", 3), ("", 1), ("two", 1)]
    assert list(counts.stances.items()) == [("pro", 3), ("con", 1), ("none", 1)]
    assert list(counts.languages.items()) == [("en", 3), ("en-GB", 1), ("eng", 1)]
    loud, noisy = (next(link.premise for link in snapshot.links() if link.argument == key) for key in (1, 4))
    assert snapshot.discussions([noisy, loud]) == {loud: ["Noise", "City"], noisy: ["Noise"]}
    assert snapshot.premise_ids(["f", "d", "nobody"]) == {"f": "p-a", "d": "p-d"}
    assert [link.sign for link in snapshot.links()] == [1, -1, 0, 1, 1]
    snapshot.close()


def test_texts_are_read_once_and_no_more_remembered_than_may_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"Cars are loud {number}" for number in range(6)]
    long = "very " * 500
    with Store(tmp_path / "corpus.sqlite") as store:
        store.add([Argument(text, Premise(text, text)) for text in [*texts, long]], revision=1)
    snapshot = Snapshot(tmp_path / "corpus.sqlite", 1)
    read: list[int] = []
    checked = Snapshot._checked

    def noted(self: Snapshot, table: str, keys: list[int], columns: str) -> list[tuple[object, ...]]:
        read.extend(keys)
        return checked(self, table, keys, columns)

    monkeypatch.setattr(Snapshot, "_checked", noted)
    monkeypatch.setattr(snapshots, "MOST_KEPT", 4)
    assert snapshot.texts("premises", [1, 2, 3]) == {1: texts[0], 2: texts[1], 3: texts[2]}
    assert snapshot.texts("premises", [3, 1]) == {3: texts[2], 1: texts[0]} and read == [1, 2, 3]
    assert snapshot.texts("premises", [1, 4]) == {1: texts[0], 4: texts[3]} and read == [1, 2, 3, 4]
    assert snapshot.texts("premises", [2, 5]) == {2: texts[1], 5: texts[4]}, "others were kept meanwhile"
    assert snapshot.texts("premises", [7]) == snapshot.texts("premises", [7]) == {7: long}
    assert snapshot.texts("premises", [1, 2, 3, 4, 5, 6]) == dict(enumerate(texts, start=1))
    assert read.count(7) == 2, "long texts are not kept"
    assert all(len(kept) <= 4 for kept in snapshot._kept.values())
