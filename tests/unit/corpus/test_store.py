from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from debatable.corpus import Snapshot, Store
from debatable.corpus.database import VERSION
from debatable.corpus.store import OnDuplicate
from debatable.errors import InputError, NewerIndexError
from debatable.model import Argument, Claim, Premise, Stance, claim_id


def argument(id_: str, premise: str, claim: str | None = None, stance: Stance = Stance.PRO) -> Argument:
    said = Claim(claim_id(claim), claim) if claim else None
    return Argument(id_, Premise(id_, premise), said, stance, source="test")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "corpus.sqlite")


def arguments(store: Store, revision: int) -> dict[str, Argument]:
    snapshot = Snapshot(store.path, revision)
    found = snapshot.arguments([link.argument for link in snapshot.links()])
    return {argument.id: argument for argument in found.values()}


def test_an_argument_comes_back_as_it_went_in(store: Store) -> None:
    given = Argument(
        "a1",
        Premise("a1", "Weil es stimmt.", "de"),
        Claim(claim_id("Es ist so", "de"), "Es ist so", "de"),
        Stance.CON,
        "portal",
        "https://example.org/1",
        "Streit",
    )
    store.add([given], revision=1)
    assert arguments(store, 1) == {"a1": given}


def test_equal_claims_and_premises_are_one(store: Store) -> None:
    store.add(
        [
            argument("a", "Cars are loud", "Ban cars"),
            argument("b", "Cars  are loud ", "Keep cars", Stance.CON),
        ],
        revision=1,
    )
    snapshot = Snapshot(store.path, 1)
    links = list(snapshot.links())
    assert links[0].premise == links[1].premise and links[0].claim != links[1].claim
    assert snapshot.counts().premises == 1 and snapshot.counts().claims == 2
    assert snapshot.premise_ids(["a", "b", "c"]) == {"a": "a", "b": "a"}


def test_equal_text_in_another_language_is_another_premise(store: Store) -> None:
    store.add(
        [Argument("a", Premise("a", "Gift", "en")), Argument("b", Premise("b", "Gift", "de"))], revision=1
    )
    assert Snapshot(store.path, 1).counts().languages == {"de": 1, "en": 1}
    assert Snapshot(store.path, 1).counts().premises == 2


def test_a_duplicate_is_named_with_its_lines(store: Store) -> None:
    """The id alone was named, which is little help in a file of a million lines."""
    given = [replace(argument("a", "new"), where=f"corpus.jsonl:{line}") for line in (3, 7)]
    with pytest.raises(InputError) as refused:
        store.add(given, revision=1)
    assert str(refused.value).startswith(
        "corpus.jsonl:7: the id 'a' is there twice, first at corpus.jsonl:3; "
    )
    store.add(given[:1], revision=1)
    with pytest.raises(InputError) as refused:
        store.add(given[1:], revision=2)
    assert str(refused.value).startswith("corpus.jsonl:7: the id 'a' is in the index already; set --on-dup")
    assert arguments(store, 1)["a"].where == ""


def test_duplicates_stop_are_skipped_or_replace(store: Store) -> None:
    store.add([argument("a", "old")], revision=1)
    with pytest.raises(InputError, match="'a' is there twice"):
        store.add([argument("b", "new"), argument("a", "new")], revision=1)
    assert set(arguments(store, 1)) == {"a"}, "a batch with a duplicate must leave nothing behind"
    assert store.add([argument("a", "new")], revision=1, on_duplicate="skip").skipped == 1
    assert arguments(store, 1)["a"].premise.text == "old"
    assert store.add([argument("a", "new")], revision=2, on_duplicate="replace").replaced == 1
    assert arguments(store, 1)["a"].premise.text == "old", "the old revision keeps its view"
    assert arguments(store, 2)["a"].premise.text == "new"


def test_the_last_of_two_in_one_batch_replaces(store: Store) -> None:
    tally = store.add([argument("a", "one"), argument("a", "two")], revision=1, on_duplicate="replace")
    assert (tally.added, tally.replaced) == (1, 1)
    assert arguments(store, 1)["a"].premise.text == "two"


def test_an_id_that_another_premise_keeps_gets_a_suffix(store: Store) -> None:
    store.add([argument("a", "same"), argument("b", "same")], revision=1)
    store.add([argument("a", "other")], revision=2, on_duplicate="replace")
    store.purge(2)
    found = arguments(store, 2)
    assert found["b"].premise.id == "a" and found["a"].premise.id == "a~2"


def test_removed_arguments_are_gone_only_from_their_revision_on(store: Store) -> None:
    store.add([argument("a", "one", "C"), argument("b", "two", "C")], revision=1)
    assert store.remove(["a"], revision=2) == 1
    assert set(arguments(store, 1)) == {"a", "b"} and set(arguments(store, 2)) == {"b"}
    store.purge(2)
    assert Snapshot(store.path, 1).counts().premises == 1


def test_removing_an_unknown_id_removes_nothing(store: Store) -> None:
    store.add([argument("a", "one")], revision=1)
    with pytest.raises(InputError, match="no argument has the id 'x'; .*; nothing was removed"):
        store.remove(["a", "x"], revision=2)
    with pytest.raises(InputError, match="no argument has the id 'x' or 'y';"):
        store.remove(["x", "a", "y", "x"], revision=2)
    with pytest.raises(InputError, match="'5' or one of 4 others;"):
        store.remove([str(number) for number in range(1, 10)], revision=2)
    assert set(arguments(store, 2)) == {"a"}


def test_rolling_back_forgets_what_was_never_current(store: Store) -> None:
    store.add([argument("a", "one", "C")], revision=1)
    store.add([argument("b", "two", "D"), argument("a", "changed")], revision=2, on_duplicate="replace")
    store.roll_back(1)
    assert {id_: a.premise.text for id_, a in arguments(store, 5).items()} == {"a": "one"}
    with sqlite3.connect(store.path) as db:
        assert db.execute("SELECT text FROM premises").fetchall() == [("one",)], "no orphans stay"
        assert db.execute("SELECT text FROM claims").fetchall() == [("C",)]


def test_keys_are_never_used_twice(store: Store) -> None:
    store.add([argument("a", "one")], revision=1)
    (before,) = Snapshot(store.path, 1).links()
    store.remove(["a"], revision=2)
    store.purge(2)
    store.add([argument("b", "two")], revision=3)
    (after,) = Snapshot(store.path, 3).links()
    assert after.argument > before.argument and after.premise > before.premise


def test_counts_by_source_and_stance(store: Store) -> None:
    store.add(
        [argument("a", "one", "C"), argument("b", "two", "C", Stance.CON), argument("c", "three")], revision=1
    )
    counts = Snapshot(store.path, 1).counts()
    assert counts.stances == {"pro": 2, "con": 1} and counts.sources == {"test": 3}
    assert (counts.arguments, counts.premises, counts.claims) == (3, 3, 1)


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    Store(tmp_path / "new.sqlite").close()
    with sqlite3.connect(tmp_path / "new.sqlite") as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(NewerIndexError, match="upgrade"):
        Store(tmp_path / "new.sqlite")


def test_each_further_clash_of_ids_gets_the_next_suffix(store: Store) -> None:
    """The third of one id got the name of the second."""
    store.add([argument("a", "one"), argument("x", "one")], revision=1)
    for number, text in enumerate(("two", "three", "four"), start=2):
        keeper = f"k{number}"
        added = [argument("a", text), replace(argument(keeper, text), premise=Premise("a", text))]
        store.add(added, revision=number, on_duplicate="replace")
    found = arguments(store, 4)
    assert [found[name].premise.id for name in ("x", "k2", "k3", "k4")] == ["a", "a~2", "a~3", "a~4"]
    assert found["a"].premise == found["k4"].premise


def test_clashes_of_ids_in_one_batch(store: Store) -> None:
    texts = ("one", "two", "three")
    store.add([replace(argument(text, text), premise=Premise("a", text)) for text in texts], revision=1)
    found = arguments(store, 1)
    assert [found[text].premise.id for text in texts] == ["a", "a~2", "a~3"]


@pytest.mark.parametrize("size", [1, 2, 3, 100])
@pytest.mark.parametrize("on_duplicate", ["skip", "replace"])
def test_what_becomes_of_arguments_does_not_depend_on_the_batches(
    store: Store, monkeypatch: pytest.MonkeyPatch, size: int, on_duplicate: OnDuplicate
) -> None:
    monkeypatch.setattr("debatable.corpus.store.BATCH", size)
    names = ["a", "b", "a", "c", "b", "a", "d"]
    given = [argument(name, f"{name} {number}", "Ban cars") for number, name in enumerate(names)]
    steps: list[int] = []
    tally = store.add(
        iter(given), revision=1, on_duplicate=on_duplicate, progress=lambda seen, _: steps.append(seen)
    )
    again = 3
    assert (tally.added, tally.skipped, tally.replaced) == (
        (4, again, 0) if on_duplicate == "skip" else (4, 0, again)
    )
    last_wins = list(enumerate(names)) if on_duplicate == "replace" else list(enumerate(names))[::-1]
    kept = {name: number for number, name in last_wins}
    found = arguments(store, 1)
    assert {name: one.premise.text for name, one in found.items()} == {
        name: f"{name} {number}" for name, number in kept.items()
    }
    assert steps == [*range(size, 7, size), 7]
    assert Snapshot(store.path, 1).counts().claims == 1


def test_what_another_argument_still_holds_is_not_purged(store: Store) -> None:
    store.add(
        [argument("a", "shared", "c1"), argument("b", "shared", "c2"), argument("d", "own", "c1")], revision=1
    )
    assert store.remove(["b", "d"], revision=2) == 2
    store.purge(1)
    assert set(arguments(store, 1)) == {"a", "b", "d"}  # nothing had died by then
    store.purge(2)
    assert set(arguments(store, 2)) == {"a"}
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("SELECT text FROM premises").fetchall() == [("shared",)]
        assert database.execute("SELECT text FROM claims").fetchall() == [("c1",)]


def test_what_is_forced_to_disk_is_open_for_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses to force a file to disk that is open for reading only, so that no index could be made."""
    fcntl = pytest.importorskip("fcntl")
    read_only = []

    def force(handle: int) -> None:
        if not stat.S_ISDIR(os.fstat(handle).st_mode):
            read_only.append(fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDONLY)

    monkeypatch.setattr(os, "fsync", force)
    with Store(tmp_path / "corpus.sqlite", aside=True) as store:
        store.add([argument("a1", "Cars are loud")], revision=1)
    assert read_only and not any(read_only)
